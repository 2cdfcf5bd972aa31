"""What a person reads, in their language. The source language is English; its sentences are the message ids."""
