from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from registry import crockford, ids

numbers = st.integers(0, 2**80 - 1)
canonical = numbers.map(lambda number: crockford.encode(number, ids.LENGTH))


def test_an_id_is_sixteen_letters_that_cannot_be_misread() -> None:
    drawn = [ids.new_id() for _ in range(2000)]

    assert all(len(each) == 16 and set(each) <= set(crockford.ALPHABET) for each in drawn)
    assert len(set(drawn)) == 2000
    assert not set("ILOU") & set(crockford.ALPHABET)


def test_every_letter_of_an_id_is_random() -> None:
    drawn = [ids.new_id() for _ in range(2000)]

    assert all(set(column) == set(crockford.ALPHABET) for column in zip(*drawn, strict=True))


@given(numbers)
def test_a_number_is_written_most_significant_letter_first(number: int) -> None:
    digits = [crockford.ALPHABET.index(letter) for letter in crockford.encode(number, ids.LENGTH)]

    assert sum(digit << 5 * place for place, digit in enumerate(reversed(digits))) == number


@given(canonical)
def test_an_id_is_shown_in_four_groups_and_read_back(each: str) -> None:
    shown = ids.show_id(each)

    assert [len(group) for group in shown.split("-")] == [4, 4, 4, 4]
    assert ids.parse_id(shown) == each == ids.parse_id(each)


@given(canonical, st.data())
def test_an_id_is_read_however_it_is_typed(each: str, data: st.DataObject) -> None:
    spellings = {"1": "1iIlL", "0": "0oO"}
    letters = [data.draw(st.sampled_from(spellings.get(letter, letter + letter.lower()))) for letter in each]
    gaps = [data.draw(st.sampled_from(["", "-", "--"])) for _ in each]

    typed = "".join(letter + gap for letter, gap in zip(letters, gaps, strict=True))

    assert ids.parse_id(typed) == each


@given(st.text())
def test_whatever_is_read_as_an_id_is_canonical(typed: str) -> None:
    read = ids.parse_id(typed)

    assert read is None or (len(read) == 16 and set(read) <= set(crockford.ALPHABET) and ids.parse_id(read) == read)


@given(st.text(crockford.ALPHABET).filter(lambda text: len(text) != 16))
def test_another_length_is_no_id(typed: str) -> None:
    assert ids.parse_id(typed) is None
