# tests/results/read_back.py -- a result file as other people's tools see it. Usage: read_back.py FILE [swmr]
import sys

import h5py
import numpy as np

f = h5py.File(sys.argv[1], "r", swmr=len(sys.argv) > 2, libver="latest")
assert f.attrs["format"] in ("sinew result", b"sinew result"), f.attrs["format"]
assert f.attrs["format_version"] == 1
assert f.attrs["units"] in ("SI", b"SI")
t = f["time"][:]
assert np.all(np.diff(t) > 0)
assert h5py.h5ds.is_scale(f["time"].id)
for name, channel in f["channels"].items():
    assert channel.dims[0][0] == f["time"], name
    assert channel.shape[0] >= len(t), name
    assert "unit" in channel.attrs, name
assert f["nodes/position"].dtype == np.float32
for name in ("kinetic", "strain", "potential", "total", "work", "dissipation", "numerical", "defect"):
    assert f["energy"][name].shape[0] >= len(t), name
assert f["status"][()].decode() in ("running", "complete", "interrupted", "failed")
assert len(f["model/text"][()]) > 0
print("ok", len(t), "rows,", f["status"][()].decode())
