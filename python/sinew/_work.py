# sinew/_work.py -- long work of the library: in a thread of its own, so that Ctrl-C is heard; bars; the end of the process.
# Why:     a call of the library in the main thread would keep Python from hearing Ctrl-C until the call has ended. The caller waits on a lock that
#          the worker itself releases, never on Thread.join: that one, interrupted, marks the thread as ended while it goes on (Python 3.11), and
#          the process then waits for ever for h5py's lock, which the worker holds.
# Leaving: a process that ends while work is going on (in other threads) asks it to stop and waits for it: results say "interrupted".
# Tests:   tests/python/test_interrupt.py, test_run.py
import _thread
import atexit
import sys
import time

from h5py._objects import phil

from ._library import PROGRESS, lib, placed

_active = set()  # work whose thread has not ended
_leaving = False  # the process ends: nothing is begun any more
_PATIENCE = 0.05  # s between two looks


class _Bar:
    """How far a run is: a line that is written over, in a terminal or a notebook."""

    def __init__(self, wanted):
        self.shown = wanted is True and sys.stderr is not None and (sys.stderr.isatty() or in_notebook())
        self.wide = 0

    def show(self, t, duration, steps, began):
        if self.shown and duration > 0:
            part = min(t / duration, 1)
            line = f"\r{'#' * int(30 * part):-<30} {100 * part:3.0f} %  t = {t:.4g} s  {steps} steps  {time.monotonic() - began:.0f} s"
            sys.stderr.write(line.ljust(self.wide))
            sys.stderr.flush()
            self.wide = len(line)

    def end(self):
        if self.wide:
            sys.stderr.write("\r" + " " * self.wide + "\r")


class _Work:
    """work(callback) in a thread. stop() requests its end; is_done is true when it has ended."""

    def __init__(self, work, model, files, flag):
        self._work, self._model, self._files, self._flag = work, model, files, flag
        self._ticket = [None]  # whoever takes it decides: the thread begins, or never will
        self._ended = _thread.allocate_lock()
        self._ended.acquire()
        self._stopping = self._done = self._cancelled = False
        self.seen, self.result, self.failure, self.leaving = (0.0, 0.0, 0), None, None, False
        self._callback = PROGRESS(self._on_progress)

    def _on_progress(self, _, t, duration, steps):
        self.seen = t, duration, steps
        return 1 if self._stopping else 0

    def _takes_ticket(self):
        try:
            self._ticket.pop()
        except IndexError:
            return False
        return True

    def _thread(self):
        try:
            if self._files:
                with phil:  # HDF5 belongs to one thread at a time
                    self._do()
            else:
                self._do()
        except BaseException as e:  # noqa: it is raised again in the caller's thread
            self.failure = e
        finally:
            self._done = True
            _active.discard(self)
            self._ended.release()

    def _do(self):
        if self._takes_ticket():
            self.result = self._work(self._callback)

    def start(self):
        _active.add(self)
        _thread.start_new_thread(self._thread, ())

    def stop(self):
        """Asks it to end: at once if it has not begun, else after the present step or iteration."""
        self._stopping = True
        if self._takes_ticket():
            self._cancelled = True
        elif self._flag is not None:
            self._flag.value = 1
        elif self._model is not None and not self._done:
            lib.sinew_stop(self._model.pointer)

    @property
    def is_done(self):
        """Nothing more will come of it. What was cancelled may still wait for h5py's lock."""
        return self._done or self._cancelled

    def wait(self, seconds):
        if self._ended.acquire(True, seconds):
            self._ended.release()


def worked(work, model=None, progress=False, files=True, flag=None):
    """What work(callback) returns, done in a thread of its own. model: the handle whose sinew_stop ends it, or flag: an int of C that does; files: it
    uses HDF5; progress: True for a bar, or a function of (t, duration, steps)."""
    if _leaving:
        raise SystemExit
    w, bar, told = _Work(work, model, files, flag), _Bar(progress), progress if callable(progress) else None
    began, interrupted = time.monotonic(), None
    try:
        w.start()
    except RuntimeError:  # no thread can be made
        _active.discard(w)
        raise
    except BaseException as e:  # Ctrl-C just now: whether the thread exists is not known, but it will not begin
        interrupted = e
        w.stop()
    while not w.is_done:
        try:
            w.wait(_PATIENCE)
            if interrupted:
                w.stop()  # again: the call may have begun after the request
                continue
            bar.show(*w.seen, began)
            if told and w.seen[1] > 0:
                told(*w.seen)
        except BaseException as e:  # Ctrl-C, or what the caller's function raised
            interrupted = interrupted or e
            w.stop()
    bar.end()
    if interrupted:
        raise interrupted
    if w.leaving:
        raise SystemExit
    if w.failure:
        raise placed(w.failure)
    return w.result


@atexit.register
def _leave():
    """Called when the process ends: ends the work of other threads first. Threads of Python are frozen after this, even if they hold h5py's lock."""
    global _leaving
    _leaving = True
    cancelled = time.monotonic() + 1
    while any(not w.is_done for w in list(_active)) or (_active and time.monotonic() < cancelled):
        try:
            for w in list(_active):
                w.leaving = True
                w.stop()
            time.sleep(_PATIENCE)
        except KeyboardInterrupt:  # impatient: it is being stopped already
            pass


def in_notebook():
    shell = sys.modules.get("IPython") and sys.modules["IPython"].get_ipython()
    return bool(shell) and hasattr(shell, "kernel")
