"""The one family of errors that a wrong question raises."""


class BmgError(ValueError):
    """A question that cannot be answered: the message says what is wrong, where, and what is allowed.

    The command line turns it into a line or two on stderr and exit status 2.

    >>> issubclass(BmgError, ValueError)
    True
    """
