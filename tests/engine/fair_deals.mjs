// The procedure of docs/fair-deals.md in another language. Standard input: a JSON list of
// {secret, salt, seats, starter, pile, times}; standard output: what each of them leads to.
import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";

const sha256 = (...parts) => createHash("sha256").update(Buffer.concat(parts)).digest();

function* words(seed, label) {
  for (let i = 0; ; i++) {
    const counter = Buffer.alloc(8);
    counter.writeBigUInt64BE(BigInt(i));
    const block = sha256(seed, Buffer.from(label, "utf8"), counter);
    for (let at = 0; at < 32; at += 4) yield block.readUInt32BE(at);
  }
}

function below(source, n) {
  const limit = 2 ** 32 - (2 ** 32 % n);
  let word;
  do word = source.next().value;
  while (word >= limit);
  return word % n;
}

function shuffle(source, items) {
  const result = [...items];
  for (let last = result.length - 1; last >= 1; last--) {
    const place = below(source, last + 1);
    [result[last], result[place]] = [result[place], result[last]];
  }
  return result;
}

const upTo = (n) => Array.from({ length: n }, (_, i) => i);
const sorted = (cards) => [...cards].sort((a, b) => a - b);

function deal(seed, n, starter) {
  const source = words(seed, "deal");
  const deck = shuffle(source, upTo(68));
  const shuffled = [...deck];
  const hands = upTo(n).map(() => []);
  for (let round = 0; round < 7; round++)
    for (let step = 0; step < n; step++) hands[(starter + step) % n].push(deck.shift());
  hands[starter].push(deck.shift());
  while (deck[0] >= 64) {
    const special = deck.shift();
    deck.splice(below(source, deck.length + 1), 0, special);
  }
  return { shuffled, hands: hands.map(sorted), first: deck.shift(), deck };
}

function answer({ secret, salt, seats, starter, pile, times }) {
  const key = Buffer.from(secret, "hex");
  const seed = createHmac("sha256", key).update(salt, "utf8").digest();
  return {
    commitment: sha256(key).toString("hex"),
    seed: seed.toString("hex"),
    order: shuffle(words(seed, "seats"), upTo(seats)),
    drawn: below(words(seed, "starter"), seats),
    ...deal(seed, seats, starter ?? below(words(seed, "starter"), seats)),
    reshuffled: shuffle(words(seed, `reshuffle:${times}`), sorted(pile)),
  };
}

process.stdout.write(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(answer)));
