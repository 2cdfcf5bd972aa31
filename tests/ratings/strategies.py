"""Hypothesis strategies: ratings and final orders, ordinary and wild."""

from hypothesis import strategies as st

from ratings.rating import Rating

ordinary_ratings = st.builds(Rating, st.floats(0, 50), st.floats(0.8, 25 / 3))
"""What a ladder holds."""


@st.composite
def wild_ratings(draw: st.DrawFn) -> Rating:
    """Sigma from 1e-3 to 1e3, means up to 1000 of another such sigma from zero."""
    sigma = 10 ** draw(st.floats(-3, 3))
    return Rating(draw(st.floats(-1000, 1000)) * 10 ** draw(st.floats(-3, 3)), sigma)


@st.composite
def final_orders(draw: st.DrawFn, people: int) -> list[int]:
    """Places of that many people, shared ones too."""
    steps = draw(st.lists(st.integers(1, people), min_size=people, max_size=people))
    return [1 + sum(other < step for other in steps) for step in steps]


@st.composite
def fields(draw: st.DrawFn, ratings: st.SearchStrategy[Rating]) -> tuple[list[Rating], list[int]]:
    """Two to four ratings and their places."""
    people = draw(st.integers(2, 4))
    return draw(st.lists(ratings, min_size=people, max_size=people)), draw(final_orders(people))
