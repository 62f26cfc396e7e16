"""Everything that can be wrong with what someone asks for, each with a message that says what would be right."""


class DrLuckyError(Exception):
    """Any mistake in what drlucky was asked to do; its text is meant to be read by a person.

    `DrLuckyError("there is no {thing}", thing="pawn")` reads "there is no pawn", and can be told in another language:
    the template is a message of the catalogue, and the values are set into its translation."""

    def __init__(self, template: str, **values: object) -> None:
        super().__init__(template.format(**values) if values else template)
        self.template = template
        self.values = values


class SetUpError(DrLuckyError):
    """An edition, a number of players or an option that does not fit. A board speaks for itself: DrLuckyError."""


class UnknownEdition(SetUpError):
    """An edition that is not there, be it that the package that brings it is not installed."""


class RulesChanged(DrLuckyError):
    """Something that was played by earlier rules, and would come out otherwise by those of today."""


class InvalidAction(DrLuckyError):
    """Text that is no action of this game at all."""
