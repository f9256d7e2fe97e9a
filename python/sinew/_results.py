# sinew/_results.py -- result files: channels as arrays with units, energies, tables, plots, pages and pictures.
# Rule:    files are opened for reading when asked and closed at once, so that a run that is still going can be read and deleted; a file that was
#          written anew is not read as the old one. Results in memory are the bytes of a file.
# Tests:   tests/python/test_results.py, test_memory.py, test_calls.py
import builtins
import contextlib
import html
import io
import json
import os
import shutil
import signal
import subprocess
import tempfile

import h5py
import numpy as np

from ._channel import Channel
from ._errors import ConvergenceError, FileError, InputError, ModelError, StrictError
from ._functions import no_such
from ._library import caller, path as _library_path
from ._work import in_notebook


def _decoded(x):
    return x.decode("utf-8", "replace") if isinstance(x, bytes) else x


_SUFFIX = {"_x": 0, "_y": 1, "_z": 2, "_w": 3}
_NOWHERE = np.array([0, 0, 0, 1.0, 0, 0, 0])  # a place on a node: the node itself
_TREES = {"parts", "joints", "forces"}


class Warning:
    """A warning of a result: .kind ("model", or what a run noticed), .where, .item, .text with the advice; of a run also how often
    (.count), .first_time, and its worst value .worst in .unit at .worst_time."""

    FIELDS = ("kind", "where", "item", "unit", "text", "count", "first_time", "worst", "worst_time")

    def __init__(self, kind, where, item, unit, text, count, first_time, worst, worst_time):
        self.kind, self.where, self.item, self.unit, self.text = kind, where, item, unit, text
        self.count, self.first_time, self.worst, self.worst_time = int(count), float(first_time), float(worst), float(worst_time)

    def __str__(self):
        return f"{self.where}: {self.text}" if self.where else self.text

    def __repr__(self):
        return f"<warning {self.kind}: {self}>"


def _turned(q, x):
    """Vectors turned by quaternions, scalar first."""
    w, u = q[..., :1], q[..., 1:]
    return x + 2 * np.cross(u, np.cross(u, x) + w * x)


def _product(p, q):
    """The rotation q, then p."""
    w = p[..., :1] * q[..., :1] - np.sum(p[..., 1:] * q[..., 1:], axis=-1, keepdims=True)
    return np.concatenate([w, p[..., :1] * q[..., 1:] + q[..., :1] * p[..., 1:] + np.cross(p[..., 1:], q[..., 1:])], axis=-1)


class _Energies(dict):
    """By name; a wrong name gets the nearest one."""

    def __missing__(self, name):
        raise no_such("energy", name, list(self))


class Nodes:
    """Nodes of a result over time: r.nodes("beam")."""

    def __init__(self, result, item):
        self._result = result
        with result._open() as f:
            scene = f["scene"]
            items = [_decoded(x) for x in scene["item"]["name"]]
            owner = [items[k] if 0 <= k < len(items) else "ground" for k in scene["place_item"][:]]
            if item is not None and item not in owner and not any(items[line["item"]] == item for line in scene["line"][:]):
                raise no_such("part with nodes", item, sorted(set(owner)))
            stations = [x for line in scene["line"][:] if item is not None and items[line["item"]] == item for x in self._stations(scene, line)]
        if not stations:
            stations = [(i, None) for i, name in enumerate(owner) if item in (None, name)]
        self._rows = [row for row, _ in stations]
        spots = np.array([_NOWHERE if spot is None else spot for _, spot in stations]).reshape(-1, 7)
        self._at, self._axes = spots[:, :3], spots[:, 3:]
        self.item = [owner[i] if item is None else item for i in self._rows]

    @staticmethod
    def _stations(scene, line):
        """Along a beam, cable or link from its first node to its last, ends that it shares with other parts among them: (row of /nodes, place in its
        axes)."""
        first, n, order = int(line["first"]), int(line["count"]), int(line["order"])
        rows = scene["line_row"][first : first + n]
        if not order:
            return [(int(row), None) for row in rows]
        spots = scene["line_spot"][int(line["first_spot"]) :][:n]
        return [(int(rows[k]), spots[k]) for k in range(n) if k == 0 or k % (order + 1)]  # elements share stations

    def _array(self, name):
        with self._result._open() as f:
            d = f["nodes"][name]
            if not self._rows:
                return np.zeros((len(f["time"]), 0, d.shape[2])), ""
            return d[: len(f["time"])][:, self._rows].astype(float), _decoded(d.attrs.get("unit", b""))

    def _arm(self):
        """From the nodes to the places on them."""
        return _turned(self._array("quaternion")[0], self._at) if self._at.any() else np.zeros(3)

    @property
    def position(self):
        """m, in axes of the ground: an array (row, node, 3)."""
        x, unit = self._array("position")
        return Channel(x + self._arm(), "position", unit)

    @property
    def velocity(self):
        """m/s: an array (row, node, 3)."""
        v, unit = self._array("velocity")
        return Channel(v + np.cross(self._array("angular_velocity")[0], self._arm()), "velocity", unit)

    @property
    def quaternion(self):
        """Orientations, scalar first: an array (row, node, 4)."""
        return Channel(_product(self._array("quaternion")[0], self._axes), "quaternion", "1")

    @property
    def angular_velocity(self):
        """rad/s, in axes of the ground: an array (row, node, 3)."""
        return Channel(*self._array("angular_velocity")[:1], "angular_velocity", "rad/s")

    def __len__(self):
        return len(self.item)

    def __repr__(self):
        return f"<{len(self)} nodes of {', '.join(sorted(set(self.item)))}>"


class _View:
    """A page inside of a notebook: its text is in the output of the cell, so that the notebook shows it wherever it is opened."""

    def __init__(self, page, width, height):
        self._page, self._size = page, (width, height)

    def _repr_html_(self):
        size = 'width="%s" height="%s"' % tuple(html.escape(str(x), quote=True) for x in self._size)
        return f'<iframe {size} style="border: 0" allow="fullscreen" srcdoc="{html.escape(self._page, quote=True)}"></iframe>'


class Result:
    """A result, of a file or in memory: r["tip"], r["hinge", "angle"], r.time, r.energy["total"], r.nodes("beam").position. It shows what was there when
    it was opened, or, while a run goes on, the rows so far. If another run replaces the file, the result reports it."""

    def __init__(self, file, *, _image=None):
        self.file = None if file is None else os.fspath(file)
        self._image, self._seen, self._final = _image, None, False
        with self._open() as f:
            if _decoded(f.attrs.get("format")) != "sinew result":
                raise FileError(self.file, "This is not a result of Sinew.", "It does not say so.", "Give the name of a result.")
            self.channels = list(f["channels"])

    def _open(self):
        if self._image is not None:
            return h5py.File(io.BytesIO(self._image), "r")
        try:
            before = os.stat(self.file)
            f = h5py.File(self.file, "r")
        except OSError as e:
            raise FileError(self.file, "The result cannot be read.", str(e), "Check its name.") from None
        try:
            self._look(f, before)
        except BaseException:
            f.close()
            raise
        return f

    def _look(self, f, facts):
        """Does the file still contain the same run? A run that goes on adds rows to its file; one that has ended does not change."""
        place = facts.st_dev, facts.st_ino
        seen = (*place, facts.st_size, facts.st_mtime_ns)
        if self._seen and (seen != self._seen if self._final else place != self._seen[:2]):
            raise FileError(
                self.file, "This file was written anew after the result was opened.",
                "It now has another run, or the run was resumed: its numbers would be taken for those of the old one.",
                "Use what the later run returned, or sinew.open(...); or give every run a file of its own, or none: m.run() keeps it in memory.",
            )
        self._seen = seen
        self._final = self._final or ("status" in f and _decoded(f["status"][()]) != "running")

    @contextlib.contextmanager
    def _named(self):
        """The name of a file that has the result, for the command."""
        if self._image is None:
            self._open().close()
            yield self.file
            return
        with tempfile.TemporaryDirectory(prefix="sinew", dir=memory_folder()) as folder:
            name = os.path.join(folder, "result.h5")
            with builtins.open(name, "wb") as f:
                f.write(self._image)
            yield name

    def _beside(self, ending):
        return (os.path.splitext(self.file)[0] if self.file else "result") + ending

    def save(self, file):
        """Writes the result to a file (a copy of it, if it has one already), and returns the result of that file."""
        file = os.fspath(file)
        try:
            with self._named() as name:
                if not (os.path.exists(file) and os.path.samefile(name, file)):
                    shutil.copyfile(name, file)
        except OSError as e:
            if isinstance(e, FileError):
                raise
            raise FileError(file, "The result cannot be written.", str(e), "Check the folder and the space on the disk.") from None
        return Result(file)

    def _series(self, path, name):
        with self._open() as f:
            d = f[path]
            return Channel(d[: len(f["time"])], name, _decoded(d.attrs.get("unit", b"")))

    def __getitem__(self, key):
        """r["tip"]: a channel (r["tip_z"]: one component); r["hinge", "angle"]: a stored output of an item. r.outputs() lists them."""
        if isinstance(key, tuple) and len(key) == 2:
            return self._output(getattr(key[0], "name", key[0]), key[1])
        if key in self.channels:
            return self._series(f"channels/{key}", key)
        if isinstance(key, str) and key[-2:] in _SUFFIX and key[:-2] in self.channels:
            whole = self[key[:-2]]
            if whole.ndim == 2 and whole.shape[1] > _SUFFIX[key[-2:]]:
                return Channel(np.asarray(whole)[:, _SUFFIX[key[-2:]]], key, whole.unit)
        self._is_item(key)
        raise no_such("channel", key, self.channels)

    def _is_item(self, key):
        """r["hinge"]: an item has outputs, and is no channel."""
        name = getattr(key, "name", key)
        names = [k[1] for k in self.outputs() if isinstance(k, tuple) and k[0] == name]
        if names:
            raise InputError(
                "%s:%d" % caller(), f"'{name}' is no channel, but an item with outputs.", f"Its outputs are: {', '.join(names)}.",
                f'Write r["{name}", "{names[0]}"].',
            )

    def _output(self, item, name):
        with self._open() as f:
            tree = next((t for t in _TREES if isinstance(item, str) and item in f[t]), None)
            items = [i for t in _TREES for i in f[t]]
            names = list(f[tree][item]) if tree else []
        if tree is None:
            raise no_such("item with stored outputs", item, items)
        if name not in names:
            raise no_such(f"stored output of {item}", name, names)
        return self._series(f"{tree}/{item}/{name}", name)

    def __contains__(self, key):
        """Does r[key] give anything?"""
        try:
            self[key]
        except InputError:
            return False
        return True

    def __iter__(self):
        return iter(self.channels)

    def keys(self):
        return list(self.channels)

    def outputs(self):
        """All that r[...] gives: channels by name, stored outputs of items as (item, name), with their units."""
        out = {}
        with self._open() as f:
            for name in self.channels:
                out[name] = _decoded(f["channels"][name].attrs.get("unit", b""))
            for tree in sorted(_TREES):
                for item, group in f[tree].items():
                    for name, d in group.items():
                        out[item, name] = _decoded(d.attrs.get("unit", b""))
        return out

    def nodes(self, item=None):
        """The nodes of a part over time: .position, .velocity, .angular_velocity (row, node, 3) and .quaternion (row, node, 4; scalar first), stored with
        seven digits. Those of beams, cables and links go from the first end to the last. Without a part: all nodes; .item says whose each one is."""
        return Nodes(self, getattr(item, "name", item))

    @property
    def time(self):
        """Times of the rows, s."""
        return self._series("time", "time")

    @property
    def energy(self):
        """Energies over time, J, by name."""
        with self._open() as f:
            names = list(f["energy"])
        return _Energies({name: self._series(f"energy/{name}", name) for name in names})

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
    def warnings(self):
        """Probable mistakes in the model, and warnings of the run: a list of Warning, empty if there are none."""
        with self._open() as f:
            rows = f["warnings"][:] if "warnings" in f else []
        return [Warning(*(_decoded(row[k]) for k in Warning.FIELDS)) for row in rows if row["kind"]]

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
        file = os.fspath(file) if file else self._beside(".html")
        with self._named() as name:
            command("view", name, "-o", file, "--quiet")
        return file

    def view(self, width="100%", height=520):
        """The motion, inline in a notebook, whose file then contains the page (at most 5 MB); elsewhere in the browser."""
        folder = tempfile.mkdtemp(prefix="sinew")
        file = self.page(os.path.join(folder, "view.html"))
        if in_notebook():
            with builtins.open(file, encoding="utf-8") as f:
                page = f.read()
            shutil.rmtree(folder)
            return _View(page, width, height)
        import webbrowser

        webbrowser.open("file://" + os.path.abspath(file))
        return None

    def picture(self, t=None, file=None, *options):
        """A picture at time t (default: the last) as PNG; further options are those of `sinew view`. Returns its name."""
        file = os.fspath(file) if file else self._beside(".png")
        with self._named() as name:
            command("view", name, "-o", file, "--quiet", *(["--time", repr(self._instant(t))] if t is not None else []), *options)
        return file

    def _instant(self, t):
        """Checks that a time is within the result; otherwise another instant would be shown without notice."""
        try:
            t = float(t)
        except (TypeError, ValueError):
            raise InputError("%s:%d" % caller(), f"{t!r:.60} is no time.", "", "Give a number in seconds.") from None
        all_ = np.asarray(self.time)
        first, last = (all_[0], all_[-1]) if len(all_) else (np.nan, np.nan)
        slack = 1e-6 * (last - first)
        if not first - slack <= t <= last + slack:
            raise InputError(
                "%s:%d" % caller(), f"There is nothing to see at t = {t:.9g} s.", f"The result goes from {first:.9g} to {last:.9g} s.",
                "Choose a time of the result, or run the model further: sinew.resume(file, until=...).",
            )
        return t

    def __repr__(self):
        where, n = self.file or "in memory", len(self.warnings)
        warned = f", {n} warning{'s' if n > 1 else ''}" if n else ""
        return f"<result {where}: {self.status}{warned}, {len(self.time)} rows, channels {', '.join(self.channels) or 'none'}>"


def open(file):
    """Opens a result file."""
    return Result(file)


def compare(a, b, *channels):
    """The differences of two results: the members of `sinew compare --json`, as a dict."""
    with contextlib.ExitStack() as stack:
        files = [stack.enter_context(x._named()) if isinstance(x, Result) else os.fspath(x) for x in (a, b)]
        return json.loads(command("compare", *files, *channels, "--json"))


def memory_folder():
    """Where files live in memory, if there is room; else None: where temporary files are."""
    shared = "/dev/shm"
    try:
        room = os.statvfs(shared)
    except OSError:
        return None
    return shared if os.access(shared, os.W_OK) and room.f_bavail * room.f_frsize > 1 << 30 else None


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
    kind = {2: InputError, 3: ModelError, 5: FileError, 6: StrictError}.get(code, ConvergenceError)
    lines = said[said.rfind("sinew: error") :].strip().splitlines() if "sinew: error" in said else []
    if not lines:
        return kind("sinew " + " ".join(arguments), said.strip() or f"It ended with code {code}.")
    what, *rest = [line.strip() for line in lines[1:]] or [""]
    return kind(lines[0].partition("error: ")[2], what, " ".join(rest[:-1]), rest[-1] if rest else "")
