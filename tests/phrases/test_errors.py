"""What a server tells people when something is not possible: every text of it is a template of the catalogue."""

import ast
from collections.abc import Iterator

import pytest

from drlucky import phrases
from drlucky.errors import DrLuckyError, SetUpError
from drlucky.phrases.catalogue import translations
from drlucky.phrases.extract import ERRORS, HERE, error_templates

PACKAGE = HERE.parent


def made_in(pattern: str, makers: dict[str, int]) -> Iterator[tuple[str, ast.expr]]:
    """The argument that is the template of every error that is made there, and where that is."""
    for path in sorted(PACKAGE.glob(pattern.replace("**.py", "**/*.py"))):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                if name in makers and len(node.args) >= makers[name]:
                    yield f"{path.relative_to(PACKAGE)}:{node.lineno}", node.args[makers[name] - 1]


def test_errors_for_people_are_templates_with_values() -> None:
    """Texts that are put together where they are raised could not be found in a catalogue."""
    made = [each for pattern, makers in ERRORS.items() for each in made_in(pattern, makers)]
    assert len(made) > 100
    assert [where for where, text in made if isinstance(text, ast.JoinedStr | ast.BinOp | ast.BoolOp | ast.IfExp)] == []
    literal = {text.value for _, text in made if isinstance(text, ast.Constant)}
    assert literal == set(error_templates())


@pytest.mark.parametrize("language", [each for each in phrases.languages() if each != "en"])
def test_every_error_for_people_has_a_sentence_in_every_language(language: str) -> None:
    missing = [each for each in error_templates() if translations(language).gettext(each) == each]
    assert missing == []


def test_values_are_set_into_the_translation() -> None:
    error = DrLuckyError("seat {seat} is taken", seat=3)
    assert (phrases.error(error), phrases.error(error, "de")) == ("seat 3 is taken", "Platz 3 ist besetzt")


def test_an_error_may_be_a_part_of_another() -> None:
    inner = DrLuckyError("seat {seat} is taken", seat=3)
    outer = DrLuckyError("the body does not fit: {problem}", problem=inner)
    assert str(outer) == "the body does not fit: seat 3 is taken"
    assert phrases.error(outer, "de") == "der Inhalt passt nicht: Platz 3 ist besetzt"


def test_what_the_catalogue_does_not_have_is_told_as_it_is() -> None:
    assert phrases.error(SetUpError("100 % {sure}"), "de") == "100 % {sure}"
