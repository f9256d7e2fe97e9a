# sinew/_errors.py -- errors of the library as exceptions in four parts: where, what, why, and what to do.
# Tests: tests/python/test_mistakes.py


class SinewError(Exception):
    """What went wrong: .where (file and line, part), .what happened, .why, and .fix, what to do. Any part may be empty."""

    def __init__(self, where="", what="", why="", fix=""):
        super().__init__(where, what, why, fix)
        self.where, self.what, self.why, self.fix = where, what, why, fix
        self.result = None  # of a run that failed: what was computed before

    def __str__(self):
        return "\n".join(part for part in (self.where, self.what, self.why, self.fix) if part)


class InputError(SinewError, ValueError):
    """A field, a name, an argument or a file is wrong."""


class ModelError(SinewError):
    """The model contradicts itself: it cannot be assembled, or nothing is left to move."""


class ConvergenceError(SinewError):
    """A step, an equilibrium or a run could not be computed. The state is what it was before."""


class FileError(SinewError, OSError):
    """A file could not be read or written."""

    __str__ = SinewError.__str__


class SinewWarning(UserWarning):
    """What a run or its model should be looked at for: shown by Python's `warnings` when the run has ended; r.warnings has them all."""


class StrictError(SinewError):
    """There are warnings, and strict=True makes them errors. Everything is computed and stored."""


class InternalError(SinewError):
    """An error of Sinew itself: please report it."""


_EINPUT, _EMODEL, _ESINGULAR, _ENOCONV, _EIO, _ENOMEM, _ESTOP, _EBUG, _EWARNED = range(1, 10)
_KINDS = {
    _EINPUT: InputError,
    _EMODEL: ModelError,
    _ESINGULAR: ConvergenceError,
    _ENOCONV: ConvergenceError,
    _EIO: FileError,
    _EBUG: InternalError,
    _EWARNED: StrictError,
}


def raised(status, error):
    """The exception for a status of the library and its error object."""
    parts = [getattr(error, k).decode("utf-8", "replace") for k in ("where", "what", "why", "fix")]
    if status == _ENOMEM:
        return MemoryError("\n".join(p for p in parts if p))
    if status == _ESTOP:
        return KeyboardInterrupt()
    return _KINDS.get(status, InternalError)(*parts)
