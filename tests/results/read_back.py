# tests/results/read_back.py -- a result file as other people's tools see it, by the lines that the docs show.
# Usage: read_back.py h5py|pandas|xarray FILE        the result of tests/results/channels.lua
#        read_back.py running FILE SINEW MODEL        starts a run, reads it while it goes on, stops it
import signal
import subprocess
import sys
import time

import h5py
import numpy as np

COUNT = 300  # channels c1 ... of the model


def with_h5py(file):
    f = h5py.File(file)
    t, tip = f["time"][:], f["channels/tip"][:]

    assert f.attrs["format"] == b"sinew result" and f.attrs["format_version"] == 2 and f.attrs["units"] == b"SI"
    assert tip.shape == (len(t), 3) and len(f["channels"]) == COUNT + 3
    check_contents(f)
    assert f["status"][()].decode() == "complete"
    return t


# What holds in a finished and in a growing file.
def check_contents(f):
    t = f["time"][:]
    assert len(t) > 1 and np.all(np.diff(t) > 0)
    assert h5py.h5ds.is_scale(f["time"].id) and h5py.h5ds.is_scale(f["steps/time"].id)
    listed = h5py.h5ds.is_attached  # both ways: only the first 32 users of a scale are (src/results/scale.c)
    assert listed(f["energy/total"].id, f["time"].id, 0) and listed(f["channels/tip"].id, f["xyz"].id, 1)
    for group, time_scale in (("channels", f["time"]), ("energy", f["time"]), ("steps", f["steps/time"])):
        for name, d in f[group].items():
            if d == time_scale:
                continue
            assert d.dims[0][0] == time_scale, name
            assert d.shape[0] >= len(time_scale), name
            assert "unit" in d.attrs, name
            if d.ndim == 2:
                scale = d.dims[1][0]
                assert scale.name == {3: "/xyz", 4: "/component_4"}[d.shape[1]], name
                assert scale.shape == d.shape[1:], name
    assert f["nodes/position"].dtype == np.float32
    for name in ("kinetic", "strain", "potential", "total", "work", "dissipation", "numerical", "defect"):
        assert name in f["energy"], name
    assert len(f["model/text"][()]) > 0
    # tip turns about y at distance 1: its place, its angle and its quaternion agree
    n = len(t)
    tip, angle, turn = (f["channels"][k][:n] for k in ("tip", "angle", "turn"))
    assert np.allclose(tip, np.stack([np.cos(angle), 0 * angle, -np.sin(angle)], axis=1), atol=1e-12)
    assert np.allclose(np.abs(turn[:, 2]), np.abs(np.sin(angle / 2)), atol=1e-12)
    for i in (1, 257, COUNT):
        assert np.allclose(f[f"channels/c{i}"][:n], i * angle, atol=1e-12 * i), i


def with_pandas(file):
    import pandas

    f = h5py.File(file); t = f["time"][:]
    table = pandas.concat({name: pandas.DataFrame(c[: len(t)], t) for name, c in f["channels"].items()}, axis=1)

    assert np.array_equal(table.index, t)
    assert np.array_equal(table["tip"][2], f["channels/tip"][:, 2])
    assert np.array_equal(table["angle"][0], f["channels/angle"])
    assert table.shape == (len(t), COUNT + 3 + 4 + 1)
    return t


def with_xarray(file):
    import xarray

    ds = xarray.open_dataset(file, engine="h5netcdf", group="channels")
    ds["time"] = h5py.File(file)["time"][:]

    f = h5py.File(file)
    t = f["time"][:]
    assert ds["tip"].dims == ("time", "xyz") and ds["turn"].dims == ("time", "component_4")
    assert dict(ds.sizes) == {"time": len(t), "xyz": 3, "component_4": 4}
    assert len(ds.data_vars) == COUNT + 3
    assert np.array_equal(ds["tip"].isel(xyz=2), f["channels/tip"][:, 2])
    assert float(ds["angle"].sel(time=0.25, method="nearest")) == f["channels/angle"][np.argmin(abs(t - 0.25))]
    energy = xarray.open_dataset(file, engine="h5netcdf", group="energy")
    assert energy["total"].dims == ("time",) and np.array_equal(energy["total"], f["energy/total"])
    steps = xarray.open_dataset(file, engine="h5netcdf", group="steps")
    assert "time" in steps.coords and np.array_equal(steps["iterations"], f["steps/iterations"])
    assert np.array_equal(steps["time"], f["steps/time"])
    return t


# A run that would take for ever is read while it goes on, with SWMR, then interrupted and read again.
def running(file, sinew, model):
    run = subprocess.Popen([sinew, "run", model, "-o", file, "--until", "1e9", "--set", "duration=1e9", "--quiet"])
    try:
        f = None
        for _ in range(300):
            time.sleep(0.1)
            assert run.poll() is None, "the run has ended"
            try:
                f = h5py.File(file, swmr=True)
            except OSError:  # not yet there, or just being made
                continue
            if f["time"].shape[0] > 1:
                break
            f.close()
        check_contents(f)
        first = f["time"].shape[0]
        for _ in range(300):
            f["time"].refresh()
            if f["time"].shape[0] > first:
                break
            time.sleep(0.1)
        assert f["time"].shape[0] > first, "the file does not grow"
        assert f["status"][()].decode() == "running"
        f.close()
    finally:
        run.send_signal(signal.SIGINT)
        code = run.wait(60)
    assert code == 130, code
    with h5py.File(file) as f:
        check_contents(f)
        assert f["status"][()].decode() == "interrupted"
        return f["time"][:]


if __name__ == "__main__":
    tests = {"h5py": with_h5py, "pandas": with_pandas, "xarray": with_xarray, "running": running}
    started = time.time()
    print("ok", len(tests[sys.argv[1]](*sys.argv[2:])), f"rows, {time.time() - started:.2f} s")
