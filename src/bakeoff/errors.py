"""The errors a person can meet. Each carries one sentence that says what to do next."""


class BakeoffError(Exception):
    """The root of all errors raised on purpose; the shell prints its sentence and exits with 1."""


class InvalidInput(BakeoffError, ValueError):
    """The data or a choice is not what it must be; the sentence says what it was and where."""


class NotApplicable(BakeoffError, ValueError):
    """The question cannot be asked of these data, for the reason given."""


class StudyError(BakeoffError, RuntimeError):
    """An experiment or its store cannot go on, for the reason given."""
