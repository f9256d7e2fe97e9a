# sinew/_sweep.py -- many runs: sweeps over parameters as numpy tables; Campbell diagrams and critical loads, which are sweeps of modes.
# How:    the command `sinew sweep` does the work, in processes of its own: a run that crashes takes neither Python nor other runs with it.
# Tests:  tests/python/test_sweep.py
import os
import re
import subprocess
import sys
import tempfile

import h5py
import numpy as np

from ._built import Built
from ._errors import InputError
from ._library import caller
from ._model import Model, _parameter
from ._results import Result, _decoded, failed_command, no_such, started

_MOST_TEXT = 120000  # bytes of one argument that Linux takes, and some room


class Sweep:
    """A table, one row per run: t["k"], t["max(tip_z)"], t.status, t.message are numpy arrays; t.array is all of it as a structured array.
    t.failed says which runs have no numbers."""

    def __init__(self, file):
        self.file = os.fspath(file)
        with h5py.File(self.file, "r") as f:
            if "sweep" not in f:
                raise InputError(self.file, "This is no table of a sweep.", "It has no group `sweep`.", "sinew.open opens results of runs.")
            self._columns = {k.replace("|", "/"): _column(v) for k, v in f["sweep"].items()}
            self.units = {k.replace("|", "/"): _decoded(v.attrs.get("unit", "")) for k, v in f["sweep"].items()}

    def keys(self):
        """Names of the columns: run, the parameters, what was collected, status, seconds, message, made_by."""
        return list(self._columns)

    def __getitem__(self, name):
        """A column by its name."""
        if name not in self._columns:
            raise no_such("column", name, self.keys())
        return self._columns[name]

    def __contains__(self, name):
        return name in self._columns

    def __len__(self):
        """Rows."""
        return len(self._columns["run"])

    @property
    def status(self):
        """complete, stopped (by a condition of the model), failed, crashed or warned (strict)."""
        return self._columns["status"]

    @property
    def message(self):
        """Why runs failed, or their first warning; else empty."""
        return self._columns["message"]

    @property
    def failed(self):
        """Which runs failed or crashed, or were warned (strict)."""
        return np.isin(self.status, ("failed", "crashed", "warned"))

    @property
    def array(self):
        """All columns as a structured array."""
        out = np.empty(len(self), dtype=[(k, v.dtype) for k, v in self._columns.items()])
        for k, v in self._columns.items():
            out[k] = v
        return out

    def to_pandas(self):
        """A DataFrame, with the units in its .attrs."""
        import pandas

        frame = pandas.DataFrame(self._columns)
        frame.attrs["units"] = dict(self.units)
        return frame

    def __repr__(self):
        return f"<sweep {self.file or 'in memory'}: {len(self)} runs, {int(self.failed.sum())} failed, columns {', '.join(self.keys())}>"


def _column(dataset):
    values = dataset[()]
    return values if values.dtype.kind == "f" else np.array([_decoded(x) for x in values], dtype=str)


def _values(name, values):
    """One parameter as --set takes it."""
    if isinstance(values, str):
        return values  # "0:0.1:1", or one text
    if isinstance(values, tuple) and len(values) == 2:
        return ":".join(_parameter(x, f"A value of `{name}`") for x in values)
    listed = [values] if np.ndim(values) == 0 else list(np.asarray(values).tolist() if isinstance(values, np.ndarray) else values)
    if not listed:
        raise InputError("%s:%d" % caller(), f"`{name}` has no values.", "", "Give at least one.")
    return ",".join(_parameter(x, f"A value of `{name}`") for x in listed)


def _model_file(model):
    if isinstance(model, (Model, Result)):
        raise InputError(
            "%s:%d" % caller(), "A sweep needs a model that depends on its parameters.", "This one is made already.",
            "Give a function that builds it, e.g. def pendulum(k, c): ... return m, or the name of a model file.",
        )
    return os.fspath(model)


def _set_options(values):
    if not isinstance(values, dict) or not values:
        raise InputError("%s:%d" % caller(), "A sweep needs parameters with their values.", "", 'Write e.g. {"k": [1e3, 2e3], "c": (0, 1)}.')
    out = []
    for name, x in values.items():
        out += ["--set", f"{name}={_values(name, x)}"]
        if len(out[-1]) > _MOST_TEXT:
            raise InputError(
                "%s:%d" % caller(), f"`{name}` has too many values to be handed over.", "",
                'Write them as a text "from:step:to", or draw points: plan="latin".',
            )
    return out


def _arguments(model, values, collect, options):
    out = ["sweep", _model_file(model), *_set_options(values)]
    for one in [collect] if isinstance(collect, str) or not hasattr(collect, "__iter__") and collect else collect or ():
        if not isinstance(one, str):
            raise InputError(
                "%s:%d" % caller(), f"What is collected cannot be {one!r:.60}.", "It is a text, or a list of texts.", 'Write e.g. "max(tip_z), final(angle)".',
            )
        out += ["--collect", one]
    for name, x in options.items():
        flag = "--" + name.replace("_", "-")
        if x is True:
            out.append(flag)
        elif x is not None and x is not False:
            out += [flag, _parameter(x, f"The option `{name}`") if not isinstance(x, os.PathLike) else os.fspath(x)]
    return out


def _built(function, values, options, folder):
    """The models of all points, as files."""
    sets = _set_options(values)
    if options.get("jobs_file") or options.get("only"):
        raise InputError(
            "%s:%d" % caller(), "Runs of models that Python builds cannot be handed to other machines.", "Their files go with the sweep.",
            "Write the model as a file: m.to_lua(), with param { ... } for what is swept over.",
        )
    models = os.path.join(folder, "models")
    os.mkdir(models)
    out = Built(function, values, models)
    out.sketch({name: re.split("[:,]", text.partition("=")[2], maxsplit=1)[0] for name, text in zip(values, sets[1::2])})
    plan = [x for k in ("plan", "runs", "seed") if options.get(k) is not None for x in ("--" + k, _parameter(options[k]))]
    arguments = ["sweep", out.file, *sets, *plan, "--points", "-"]
    code, points, said = started(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if code != 0:
        raise failed_command(arguments, code, said)
    out.build(points)
    return out


def sweep(model, values, collect=None, file=None, *, progress=True, **options):
    """Runs a model with many values of its parameters, and gives the table. model: a file, or a function of the parameters that builds a
    model: def pendulum(k, c): ... return m. values: {"k": [1e3, 2e3], "c": np.linspace(0, 1, 11)}, all combinations; with plan="latin" or "random", runs=100 and seed=1 points by chance, from lists or (low, high). collect:
    "max(tip_z), final(angle)". file: the table, file.csv and file.h5, which a second call continues (None: nothing is kept).
    Other options are those of `sinew sweep`: do, jobs, results, fresh, retry, dt, duration, until, wall_limit, ... ."""
    with tempfile.TemporaryDirectory(prefix="sinew") as folder:
        stem = os.path.join(folder, "sweep") if file is None else os.path.splitext(os.fspath(file))[0]
        built = _built(model, values, options, folder) if callable(model) else None
        arguments = _arguments(built.file if built else model, values, collect, options) + ["-o", stem]
        bar = bool(progress) and sys.stderr is not None and hasattr(sys.stderr, "isatty") and sys.stderr.isatty()
        with tempfile.TemporaryFile("w+") as said:
            code, _, _ = started([*arguments, *([] if bar else ["--quiet"])], stderr=None if bar else said)
            said.seek(0)
            if code == 130:
                raise KeyboardInterrupt
            # all runs failed: the table says why
            if code != 0 and not (code == 4 and os.path.exists(stem + ".h5")):
                raise failed_command(arguments, code, said.read())
        out = Sweep(stem + ".h5")
        if built:
            out._columns["message"] = np.array([built.told(int(k), x) for k, x in zip(out["run"], out.message)], dtype=str)
        out.file = None if file is None else out.file
        return out


# ---- Campbell diagram


class Campbell:
    """Frequencies [Hz] over the speed [rad/s]: .speed, .frequency (run, mode), .whirl (1 forward, -1 backward, 0 neither), .growth
    [1/s]; c.critical() are the speeds that excite a mode, c.plot() draws it."""

    def __init__(self, speed, frequency, whirl, growth):
        self.speed, self.frequency, self.whirl, self.growth = speed, frequency, whirl, growth

    def family(self, whirl):
        """Frequencies of the modes that go round this way, lowest first, over the speed: an array (run, k) with NaN where there are
        no more."""
        rows = [np.sort(f[np.isclose(w, whirl)]) for f, w in zip(self.frequency, self.whirl)]
        out = np.full((len(rows), max((len(r) for r in rows), default=0)), np.nan)
        for i, r in enumerate(rows):
            out[i, : len(r)] = r
        return out

    def critical(self, order=1.0, whirl=1):
        """Speeds [rad/s] at which a mode has `order` times the frequency of rotation, linear between the runs. whirl: which modes;
        unbalance excites forward ones (1)."""
        found = []
        for f in self.family(whirl).T:
            gap = f - order * self.speed / (2 * np.pi)
            for i in np.flatnonzero((gap[:-1] > 0) & (gap[1:] <= 0) | (gap[:-1] < 0) & (gap[1:] >= 0)):
                part = gap[i] / (gap[i] - gap[i + 1])
                found.append(self.speed[i] + part * (self.speed[i + 1] - self.speed[i]))
        return np.sort(np.array(found))

    def plot(self, orders=(1,), axes=None):
        """Modes over the speed, with the lines of excitation, by matplotlib. Returns the axes."""
        if axes is None:
            import matplotlib.pyplot as plt

            axes = plt.gca()
        for whirl, mark, label in ((1, "C0-", "forward"), (-1, "C1--", "backward"), (0, "C2:", "to and fro")):
            lines = axes.plot(self.speed, self.family(whirl), mark)
            if lines:
                lines[0].set_label(label)
        top = np.nanmax(self.frequency)
        for order in orders:
            line = order * self.speed / (2 * np.pi)
            axes.plot(self.speed[line <= top], line[line <= top], "k-", linewidth=0.7)
        axes.set_xlabel("speed [rad/s]")
        axes.set_ylabel("frequency [Hz]")
        axes.legend()
        return axes

    def __repr__(self):
        return f"<Campbell diagram, {self.frequency.shape[1]} modes at {len(self.speed)} speeds>"


def campbell(model, speed, n=6, parameter="speed", file=None, **options):
    """The n lowest modes of a rotor over its speed, rad/s: a sweep of modes over the parameter that says it. The model asks for
    modes { spin = true } (rotors that keep their spin) or modes { rotation = { 0, 0, speed } } (everything turns; seen in axes that
    turn). Options are those of sinew.sweep."""
    columns = [f"{what}({k + 1})" for what in ("frequency", "whirl", "growth") for k in range(n)]
    t = sweep(model, {parameter: speed}, ",".join(columns), file, do="modes", **options)
    _no_failures(t, parameter)
    frequency, whirl, growth = (np.stack([t[f"{w}({k + 1})"] for k in range(n)], axis=1) for w in ("frequency", "whirl", "growth"))
    return Campbell(t[parameter], frequency, whirl, growth)


def _no_failures(t, parameter):
    if t.failed.any():
        first = int(np.argmax(t.failed))
        raise InputError("", f"The run with {parameter} = {t[parameter][first]} failed.", t.message[first], "")


# ---- critical load


class CriticalLoad:
    """.value: where stability is lost, between .stable and .unstable; .growth [1/s] and .frequency [Hz] of the mode just above: with a
    frequency it flutters, without one it falls away. .runs: how many it took."""

    def __init__(self, stable, unstable, growth, frequency, runs):
        self.stable, self.unstable, self.growth, self.frequency, self.runs = stable, unstable, growth, frequency, runs
        self.value = (stable + unstable) / 2

    def __repr__(self):
        return f"<critical value {self.value:.8g}, {'flutter' if self.frequency > 0 else 'divergence'}, {self.runs} runs>"


def critical_load(model, parameter, low, high, tolerance=1e-6, points=5, **options):
    """The smallest value of a parameter between low (stable) and high (unstable) at which the equilibrium of the model loses its
    stability: modes about it begin to grow. Sweeps of `points` modes narrow the interval until it is `tolerance` times its value. What
    `sinew modes --buckling` foretells from the stresses now is found here under the load itself."""
    low, high, runs = float(low), float(high), 0
    growth, frequency = np.nan, np.nan
    if not low < high:
        raise InputError("%s:%d" % caller(), "The interval is empty.", "low must be below high.", "Swap them.")
    while True:
        inside = np.linspace(low, high, points + 2)
        if runs:
            inside = inside[1:-1]
        t = sweep(model, {parameter: inside}, "growth(1), frequency(1)", do="modes", **options)
        _no_failures(t, parameter)
        runs += len(t)
        unstable = t["growth(1)"] > _noise * 2 * np.pi * np.nanmax(np.append(t["frequency(1)"], 1e-300))
        if runs == len(t) and (unstable[0] or not unstable.any()):
            raise InputError(
                "%s:%d" % caller(),
                f"The model is unstable at {parameter} = {low:g} already." if unstable[0] else f"The model is stable up to {parameter} = {high:g}.",
                "", "Choose another low." if unstable[0] else "Choose another high.",
            )
        if unstable.any():
            k = int(np.argmax(unstable))
            high, growth, frequency = t[parameter][k], t["growth(1)"][k], t["frequency(1)"][k]
            low = t[parameter][k - 1] if k else low
        else:
            low = t[parameter][-1]
        if high - low <= tolerance * max(abs(low), abs(high)):
            return CriticalLoad(low, high, growth, frequency, runs)


_noise = 1e-9  # growth of round-off, over the frequencies of the model
