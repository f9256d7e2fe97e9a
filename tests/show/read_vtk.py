# tests/show/read_vtk.py -- the VTK series of a result as VTK itself reads it, against the numbers in the result file.
# Usage: read_vtk.py FILE.h5 DIR EVERY
#        FILE.h5: the result of tests/show/shapes.lua; DIR: of `sinew export FILE.h5 --vtk DIR --every EVERY --joints`
import os
import sys
import xml.etree.ElementTree as xml

import h5py
import numpy as np
import vtk
from vtk.util.numpy_support import vtk_to_numpy

file, folder, every = sys.argv[1], sys.argv[2], int(sys.argv[3])
f = h5py.File(file)
time = f["time"][:][::every]
names = [x["name"].decode() for x in f["scene/item"][:]]


class Fail(Exception):
    pass


def stop(caller, event):
    raise Fail(event)


# A file with everything in numpy: points, cells (lists of point numbers), arrays by name.
class Piece:
    def __init__(self, name):
        reader = vtk.vtkXMLPolyDataReader()
        assert reader.CanReadFile(name), name
        reader.AddObserver("ErrorEvent", stop)
        reader.SetFileName(name)
        reader.Update()
        d = reader.GetOutput()
        self.bounds = np.array(d.GetBounds()).reshape(3, 2)
        self.points = vtk_to_numpy(d.GetPoints().GetData())
        self.point, self.unit = self.arrays(d.GetPointData())
        self.cell, unit = self.arrays(d.GetCellData())
        self.unit.update(unit)
        self.vertices, self.lines, self.triangles = (self.cells(c) for c in (d.GetVerts(), d.GetLines(), d.GetPolys()))
        assert d.GetNumberOfCells() == len(self.vertices) + len(self.lines) + len(self.triangles)
        self.time = d.GetFieldData().GetArray("TimeValue").GetValue(0)
        texts = d.GetFieldData().GetAbstractArray("item_names")
        self.names = [texts.GetValue(i) for i in range(texts.GetNumberOfValues())]

    @staticmethod
    def cells(data):
        if data.GetNumberOfCells() == 0:
            return np.zeros((0, 3), int)
        ends, points = (vtk_to_numpy(a) for a in (data.GetOffsetsArray(), data.GetConnectivityArray()))
        return np.array([points[i:j] for i, j in zip(ends[:-1], ends[1:])])

    @staticmethod
    def arrays(data):
        values, units = {}, {}
        for i in range(data.GetNumberOfArrays()):
            a = data.GetArray(i)
            values[a.GetName()] = vtk_to_numpy(a)
            units[a.GetName()] = a.GetInformation().Get(vtk.vtkDataArray.UNITS_LABEL())
        return values, units


def series(name):
    sets = xml.parse(os.path.join(folder, name)).getroot().find("Collection").findall("DataSet")
    assert np.array_equal([float(s.get("timestep")) for s in sets], time), name
    pieces = [Piece(os.path.join(folder, s.get("file"))) for s in sets]
    for p, t in zip(pieces, time):
        assert p.time == t and p.names == names
        assert p.points.dtype == np.float32 and np.all(np.isfinite(p.points))
        for k in ("velocity", "displacement"):
            assert p.point[k].shape == p.points.shape and np.all(np.isfinite(p.point[k])), k
        assert np.allclose(p.points - p.point["displacement"], pieces[0].points, atol=1e-6)
        assert len(p.cell["item"]) == len(p.vertices) + len(p.lines) + len(p.triangles)
    return pieces


fields = {(x["item"], x["name"].decode()): (x["on"].decode(), f[x["series"].decode()][:][::every])
          for x in f["scene/field"][:]}
shapes, nodes = series("scene.pvd"), series("nodes.pvd")
first = shapes[0]
triangles = first.triangles
assert triangles.shape[1] == 3 and len(first.vertices) == len(first.lines) == 0
item = first.cell["item"]
drawn = {names[i] for i in np.unique(item)}
assert drawn == {"box", "rod", "pivot", "coil", "weight", "rope"}, drawn
for name, unit in (("velocity", "m/s"), ("speed", "m/s"), ("displacement", "m"), ("tension", "N"), ("item", None)):
    assert first.unit[name] == unit, (name, first.unit[name])


def points_of(name):
    return np.unique(triangles[item == names.index(name)])


# where things are at the start
def check_box(name, lo, hi):
    x = first.points[points_of(name)]
    assert np.allclose([x.min(axis=0), x.max(axis=0)], [lo, hi], atol=2e-6), (name, x.min(axis=0), x.max(axis=0))


check_box("box", (2.8, -0.1, 0.95), (3.2, 0.1, 1.05))
rod = first.points[points_of("rod")]
assert np.allclose([rod[:, 0].min(), rod[:, 0].max()], [0, 1], atol=1e-6)
assert np.all(np.hypot(rod[:, 1], rod[:, 2]) < 0.05 * (1 + 1e-6)) and rod[:, 2].max() > 0.049
rope = first.points[points_of("rope")]
# the rope itself, and the support under its end on the ground
assert np.isclose(rope[:, 0].min(), -2, atol=1e-5) and -1 < rope[:, 0].max() < -0.8
coil = first.points[points_of("coil")]
# the spring, and the support from which it hangs
assert abs(coil[:, 2].min()) < 0.05 and 1.05 < coil[:, 2].max() < 1.2
assert first.bounds[0, 1] > 3.19 and first.bounds[0, 0] < -2


def areas(p):
    a, b, c = (p.points[triangles[:, k]].astype(float) for k in range(3))
    return np.linalg.norm(np.cross(b - a, c - a), axis=1) / 2


# rigid bodies keep the size of every cell; the box falls on a parabola; speeds are those of differences
rigid = np.isin(item, [names.index("box"), names.index("rod"), names.index("weight")])
assert areas(first)[item == names.index("box")].sum() - 2 * (0.4 * 0.2 + 0.4 * 0.1 + 0.2 * 0.1) < 1e-6
worst = 0
for p, t in zip(shapes, time):
    assert np.array_equal(p.triangles, triangles) and np.array_equal(p.cell["item"], item)
    assert np.allclose(areas(p)[rigid], areas(first)[rigid], atol=2e-7)
    x = p.points[points_of("box")]
    middle = (3 + t, 0, 1 + 2 * t - 5 * t * t)
    assert np.allclose(x.mean(axis=0, dtype=float), middle, atol=1e-6), (t, x.mean(axis=0), middle)
    assert np.allclose(p.point["speed"], np.linalg.norm(p.point["velocity"], axis=1), rtol=1e-5, atol=1e-6)
moving = np.unique(triangles[rigid])
for before, p, after, h in zip(shapes, shapes[1:], shapes[2:], (time[2:] - time[:-2])):
    v = (after.points[moving].astype(float) - before.points[moving]) / h
    worst = max(worst, np.abs(v - p.point["velocity"][moving]).max())
assert worst < 3e-3, worst  # h^2/6 times the third derivative, and the digits of float32

# places and lines; fields of the parts on their cells, NaN elsewhere
everything = {name for _, name in fields}
assert everything == set(first.cell) - {"item"}, (everything, set(first.cell))
row_item = f["scene/place_item"][:]
line = f["scene/line"][0]
rows = f["scene/line_row"][line["first"]:line["first"] + line["count"]]
n_place = len(row_item)
for k, (p, q) in enumerate(zip(shapes, nodes)):
    assert np.array_equal(q.vertices[:, 0], np.arange(n_place)) and len(q.triangles) == 0
    at = np.concatenate([np.arange(n_place), rows])
    for name, path in (("points", "position"), ("velocity", "velocity"), ("quaternion", "quaternion"),
                       ("angular_velocity", "angular_velocity")):
        mine = q.points if name == "points" else q.point[name]
        assert np.array_equal(mine, f["nodes"][path][k * every][at]), name
    assert np.array_equal(q.point["item"], np.concatenate([row_item, np.full(len(rows), line["item"])]))
    assert np.array_equal(q.lines, [[n_place + 2 * e + j for j in range(3)] for e in range(4)])
    assert np.all(q.cell["item"][n_place:] == line["item"])
    # which element a triangle of the rope is nearest to
    middles = q.points[n_place + 1::2]
    centres = p.points[triangles].mean(axis=1)
    nearest = np.argmin(np.linalg.norm(centres[:, None] - middles[None], axis=2), axis=1)
    beside = (item == line["item"]) & np.isnan(p.cell["tension"])
    foot = np.linalg.norm(centres[beside] - middles[0], axis=1)
    assert 0 < beside.sum() < (item == line["item"]).sum() and foot.max() < 0.4, foot.max()
    for name in everything:
        expected, expected_line = np.full(len(item), np.nan), np.full(4, np.nan)
        for i in range(len(names)):
            on, values = fields.get((i, name), (None, None))
            if on is None:
                continue
            values = values[k].reshape(-1)
            assert on in ("part", "elements")
            mine = item == i
            if on == "elements":  # the support at the end of the rope is beside it
                mine = mine & ~beside
            expected[mine] = values[0] if on == "part" else values[nearest[mine]]
            if i == line["item"]:
                expected_line[:] = values
        assert np.allclose(p.cell[name], expected, rtol=1e-6, atol=1e-30, equal_nan=True), (name, k)
        assert np.allclose(q.cell[name][n_place:], expected_line, rtol=1e-6, atol=1e-30, equal_nan=True), (name, k)
print(f"ok {len(time)} times, {len(item)} triangles, {len(everything)} fields; speeds against differences {worst:.1e} m/s")
