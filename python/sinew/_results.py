# sinew/_results.py -- result files: channels as arrays with units, energies, tables, plots, pages and pictures.
# Rule:    files are opened for reading when asked and closed at once, so that a run that is still going can be read and deleted.
# Tests:   tests/python/test_results.py, test_calls.py
import json
import os
import shutil
import signal
import subprocess
import tempfile

import h5py
import numpy as np

from ._errors import ConvergenceError, FileError, InputError, ModelError
from ._functions import no_such
from ._library import path as _library_path
from ._work import in_notebook


class Channel(np.ndarray):
    """Numbers over time with .name and .unit."""

    def __new__(cls, values, name="", unit=""):
        out = np.asarray(values).view(cls)
        out.name, out.unit = name, unit
        return out

    def __array_finalize__(self, other):
        self.name, self.unit = getattr(other, "name", ""), getattr(other, "unit", "")

    def __array_wrap__(self, out, context=None):
        return out[()] if out.shape == () else np.asarray(out)  # a formula of channels has no unit that we know

    def __reduce__(self):
        return Channel, (np.asarray(self), self.name, self.unit)


def _decoded(x):
    return x.decode("utf-8", "replace") if isinstance(x, bytes) else x


_SUFFIX = {"_x": 0, "_y": 1, "_z": 2, "_w": 3}
_TREES = {"parts", "joints", "forces"}


class Result:
    """A result file: r["tip"], r["hinge", "angle"], r.time, r.energy["total"]."""

    def __init__(self, file):
        self.file = os.fspath(file)
        with self._open() as f:
            if _decoded(f.attrs.get("format")) != "sinew result":
                raise FileError(self.file, "This is not a result of Sinew.", "It does not say so.", "Give the name of a result.")
            self.channels = list(f["channels"])

    def _open(self):
        try:
            return h5py.File(self.file, "r")
        except OSError as e:
            raise FileError(self.file, "The result cannot be read.", str(e), "Check its name.") from None

    def _series(self, path, name):
        with self._open() as f:
            d = f[path]
            return Channel(d[: len(f["time"])], name, _decoded(d.attrs.get("unit", b"")))

    def __getitem__(self, key):
        """r["tip"]: a channel (r["tip_z"]: one component); r["hinge", "angle"]: a stored output of an item."""
        if isinstance(key, tuple) and len(key) == 2:
            return self._output(getattr(key[0], "name", key[0]), key[1])
        if key in self.channels:
            return self._series(f"channels/{key}", key)
        if isinstance(key, str) and key[-2:] in _SUFFIX and key[:-2] in self.channels:
            whole = self[key[:-2]]
            if whole.ndim == 2 and whole.shape[1] > _SUFFIX[key[-2:]]:
                return Channel(np.asarray(whole)[:, _SUFFIX[key[-2:]]], key, whole.unit)
        raise no_such("channel", key, self.channels)

    def _output(self, item, name):
        with self._open() as f:
            tree = next((t for t in _TREES if item in f[t]), None)
            items = [i for t in _TREES for i in f[t]]
            names = list(f[tree][item]) if tree else []
        if tree is None:
            raise no_such("item with stored outputs", item, items)
        if name not in names:
            raise no_such(f"stored output of {item}", name, names)
        return self._series(f"{tree}/{item}/{name}", name)

    def __contains__(self, key):
        return key in self.channels

    def keys(self):
        return list(self.channels)

    @property
    def time(self):
        """Times of the rows, s."""
        return self._series("time", "time")

    @property
    def energy(self):
        """Energies over time, J, by name."""
        with self._open() as f:
            names = list(f["energy"])
        return {name: self._series(f"energy/{name}", name) for name in names}

    @property
    def status(self):
        """complete, stopped, interrupted, failed or running."""
        with self._open() as f:
            return _decoded(f["status"][()])

    @property
    def summary(self):
        """How it went: steps, iterations, errors of the energy balance, ..."""
        with self._open() as f:
            return {k: _decoded(v[()]) for k, v in f.get("summary", {}).items()}

    @property
    def model_text(self):
        """The model in the model language."""
        with self._open() as f:
            return _decoded(f["model/text"][()])

    def _columns(self):
        for name in self.channels:
            x = self[name]
            if x.ndim == 1:
                yield name, x
            else:
                for suffix, k in list(_SUFFIX.items())[: x.shape[1]]:
                    yield name + suffix, Channel(np.asarray(x)[:, k], name + suffix, x.unit)

    def to_pandas(self):
        """A DataFrame of all channels over time; units are in its .attrs."""
        import pandas

        columns = dict(self._columns())
        index = pandas.Index(np.asarray(self.time), name="time")
        frame = pandas.DataFrame({k: np.asarray(v) for k, v in columns.items()}, index=index)
        frame.attrs["units"] = {k: v.unit for k, v in columns.items()}
        return frame

    def to_xarray(self):
        """A Dataset of all channels over time, with units; vectors have the dimension xyz (or component)."""
        import xarray

        variables = {}
        for name in self.channels:
            x = self[name]
            wide = "xyz" if x.ndim == 2 and x.shape[1] == 3 else "component"
            variables[name] = (("time",) if x.ndim == 1 else ("time", wide), np.asarray(x), {"unit": x.unit})
        coordinates = {"time": ("time", np.asarray(self.time), {"unit": "s"}), "xyz": ["x", "y", "z"]}
        return xarray.Dataset(variables, coordinates)

    def plot(self, *names, against="time", axes=None):
        """Channels over time, or against another one, with matplotlib. Returns the axes."""
        if axes is None:
            try:
                import matplotlib.pyplot as plt
            except ImportError:
                raise ImportError("r.plot needs matplotlib: install it, or look with r.view(), or with `sinew plot`") from None
            axes = plt.gca()
        x = self.time if against == "time" else self[against]
        for name in names or self.channels[:1]:
            y = self[name]
            parts = [""] if y.ndim == 1 else list(_SUFFIX)[: y.shape[1]]
            for k, suffix in enumerate(parts):
                axes.plot(np.asarray(x), np.asarray(y) if y.ndim == 1 else np.asarray(y)[:, k], label=name + suffix)
            axes.set_ylabel(f"{name} [{y.unit}]" if len(names) < 2 else "")
        axes.set_xlabel(f"{against} [{x.unit}]")
        axes.legend()
        return axes

    def page(self, file=None):
        """Writes a page that shows the result moving in a browser; returns its name."""
        file = os.fspath(file) if file else os.path.splitext(self.file)[0] + ".html"
        command("view", self.file, "-o", file, "--quiet")
        return file

    def view(self, width="100%", height=520):
        """The motion, inline in a notebook; elsewhere in the browser."""
        file = self.page(os.path.join(tempfile.mkdtemp(prefix="sinew"), "view.html"))
        if in_notebook():
            from IPython.display import IFrame  # noqa: the notebook has it

            shown = os.path.relpath(shutil.copy(file, os.path.splitext(os.path.basename(self.file))[0] + "_view.html"))
            return IFrame(shown, width, height)
        import webbrowser

        webbrowser.open("file://" + os.path.abspath(file))
        return None

    def picture(self, t=None, file=None, *options):
        """A picture at time t (default: the last) as PNG; further options are those of `sinew view`. Returns its name."""
        file = os.fspath(file) if file else os.path.splitext(self.file)[0] + ".png"
        command("view", self.file, "-o", file, "--quiet", *(["--time", repr(float(t))] if t is not None else []), *options)
        return file

    def __repr__(self):
        return f"<result {self.file}: {self.status}, {len(self.time)} rows, channels {', '.join(self.channels) or 'none'}>"


def open(file):
    """Opens a result file."""
    return Result(file)


def compare(a, b, *channels):
    """How far two results are apart: what `sinew compare --json` tells, as a dict."""
    files = [x.file if isinstance(x, Result) else os.fspath(x) for x in (a, b)]
    return json.loads(command("compare", *files, *channels, "--json"))


class Modes:
    """Small vibrations, or buckling: arrays frequency [Hz], damping, growth [1/s], load_factor, residual, zero; shapes displacement and
    rotation (mode, node, 3), complex where they are not in phase."""

    def __init__(self, modes, file):
        for name in ("frequency", "growth", "damping", "load_factor", "residual"):
            setattr(self, name, np.array([getattr(m, name) for m in modes]))
        self.zero = np.array([bool(m.zero) for m in modes])
        self.displacement = self.rotation = None
        self.file = file
        if modes:
            with h5py.File(file, "r") as f:
                for name in ("displacement", "rotation"):
                    shape = f["modes"][name][:]
                    setattr(self, name, shape["r"] + 1j * shape["i"] if shape.dtype.names else shape)

    def __len__(self):
        return len(self.frequency)

    def __repr__(self):
        if np.isfinite(self.load_factor).any():
            return "<buckling, factors " + ", ".join(f"{x:.5g}" for x in self.load_factor) + ">"
        return "<modes at " + ", ".join(f"{x:.5g}" for x in self.frequency) + " Hz>"


# ---- the command


def _command_path():
    beside = os.path.join(os.path.dirname(os.path.abspath(_library_path)), "sinew")
    found = os.environ.get("SINEW_COMMAND") or (beside if os.access(beside, os.X_OK) and os.path.isfile(beside) else None)
    found = found or shutil.which("sinew")
    if not found:
        raise FileError(
            "", "The command sinew was not found.", "Pages, pictures, comparisons and sweeps are made by it.",
            "Install it, or set SINEW_COMMAND to its path.",
        )
    return found


def started(arguments, **how):
    """The command `sinew` as a process: its exit code and what it printed. It ends with this process, however that ends, and on Ctrl-C."""
    environment = {**os.environ, "SINEW_PARENT": str(os.getpid())}
    process = subprocess.Popen([_command_path(), *arguments], text=True, env=environment, **how)
    with process:
        try:
            out, said = process.communicate()
        except BaseException:
            process.send_signal(signal.SIGINT)  # it may have had one, from the terminal: it keeps what it has and ends
            try:
                process.wait(10)
            except BaseException:  # too long, or Ctrl-C again
                process.kill()
            raise
    return process.returncode, out, said


def command(*arguments):
    """Runs the command `sinew`; what it prints."""
    arguments = [os.fspath(a) for a in arguments]
    code, out, said = started(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if code != 0:
        raise failed_command(arguments, code, said or out)
    return out


def failed_command(arguments, code, said):
    """The exception for what the command has said: where, what, why and what to do, a line each."""
    kind = {2: InputError, 3: ModelError, 5: FileError}.get(code, ConvergenceError)
    lines = said[said.rfind("sinew: error") :].strip().splitlines() if "sinew: error" in said else []
    if not lines:
        return kind("sinew " + " ".join(arguments), said.strip() or f"It ended with code {code}.")
    what, *rest = [line.strip() for line in lines[1:]] or [""]
    return kind(lines[0].partition("error: ")[2], what, " ".join(rest[:-1]), rest[-1] if rest else "")
