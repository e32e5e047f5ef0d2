from __future__ import annotations

import hashlib

from hypothesis import given
from hypothesis import strategies as st

from registry import crockford, tokens
from registry.tokens import Grant

bits = st.integers(0, 2**130 - 1)
made = bits.map(tokens.from_bits)
letters = st.sampled_from(crockford.ALPHABET)
places = st.integers(len(tokens.PREFIX), len(tokens.PREFIX) + 26)

GRANT = Grant(scope="admin", created=0)


def test_a_token_is_a_prefix_with_130_random_bits_and_a_check_character() -> None:
    drawn = [tokens.new_token() for _ in range(2000)]

    assert all(token.startswith("rodeck_") and len(token) == 7 + 26 + 1 for token in drawn)
    assert all(tokens.well_formed(token) for token in drawn)
    assert len(set(drawn)) == 2000
    secrets = [token[7:33] for token in drawn]
    assert all(set(column) == set(crockford.ALPHABET) for column in zip(*secrets, strict=True))


def test_the_check_character_is_the_published_one() -> None:
    assert tokens.from_bits(0) == "rodeck_" + "0" * 27
    assert tokens.from_bits(1) == "rodeck_" + "0" * 25 + "12"
    assert tokens.from_bits(2**130 - 1) == "rodeck_" + "Z" * 26 + _check_by_division("Z" * 26)


@given(made, places, letters)
def test_one_wrong_character_shows(token: str, place: int, letter: str) -> None:
    spoilt = token[:place] + letter + token[place + 1 :]

    assert tokens.well_formed(spoilt) == (spoilt == token)


@given(made, st.integers(len(tokens.PREFIX), len(tokens.PREFIX) + 25))
def test_two_neighbours_swapped_show(token: str, place: int) -> None:
    swapped = token[:place] + token[place + 1] + token[place] + token[place + 2 :]

    assert tokens.well_formed(swapped) == (swapped == token)


@given(st.text(crockford.ALPHABET, min_size=26, max_size=26))
def test_the_check_character_is_the_remainder_of_a_division(secret: str) -> None:
    assert crockford.check_character(secret) == _check_by_division(secret)


@given(made)
def test_only_a_hash_is_stored_and_any_case_gives_it(token: str) -> None:
    stored = tokens.fingerprint(token)

    assert stored == hashlib.sha256(token.encode()).hexdigest()
    assert tokens.fingerprint(token.lower()) == stored


@given(st.text())
def test_any_text_can_be_presented(presented: str) -> None:
    assert tokens.find(presented, {tokens.fingerprint(tokens.from_bits(1)): GRANT}) is None


@given(made, st.lists(made))
def test_a_token_is_found_among_others(token: str, others: list[str]) -> None:
    stored = {tokens.fingerprint(other): GRANT for other in others if other != token}

    assert tokens.find(token, stored) is None
    stored[tokens.fingerprint(token)] = GRANT
    assert tokens.find(token, stored) == tokens.fingerprint(token)


def _check_by_division(secret: str) -> str:
    """The remainder of secret times x by the primitive element, over GF(32), worked out from a table of powers."""
    powers = [1]
    while len(powers) < 31:
        doubled = powers[-1] << 1
        powers.append(doubled ^ 0b100101 if doubled & 32 else doubled)
    logs = {value: exponent for exponent, value in enumerate(powers)}
    total = 0
    for place, letter in enumerate(reversed(secret), start=1):
        value = crockford.ALPHABET.index(letter)
        total ^= powers[(logs[value] + place) % 31] if value else 0
    return crockford.ALPHABET[total]
