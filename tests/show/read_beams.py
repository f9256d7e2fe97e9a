# tests/show/read_beams.py -- beams in the VTK series of a result, as VTK itself reads them: where their stations are, what
# they enclose, and their fields, against the numbers in the result file.
# Usage: read_beams.py FILE.h5 DIR EVERY
#        FILE.h5: the result of tests/show/beams.lua; DIR: of `sinew export FILE.h5 --vtk DIR --every EVERY`
import os
import sys
import xml.etree.ElementTree as xml

import h5py
import numpy as np
import vtk
from vtk.util.numpy_support import vtk_to_numpy

file, folder, every = sys.argv[1], sys.argv[2], int(sys.argv[3])
f = h5py.File(file)
names = [x["name"].decode() for x in f["scene/item"][:]]
area = {"shelf": 0.1 * 0.02 * 2 + 0.16 * 0.01, "blade": 0.12 * 0.08 - 0.1 * 0.06}
length = {"shelf": 2, "blade": 1}
elements = {"shelf": (4, 2), "blade": (3, 3)}


def read(name):
    reader = vtk.vtkXMLPolyDataReader()
    reader.SetFileName(os.path.join(folder, name))
    reader.Update()
    return reader.GetOutput()


def files(name):
    return [s.get("file") for s in xml.parse(os.path.join(folder, name)).getroot().find("Collection").findall("DataSet")]


# rotation matrices of quaternions, scalar first
def matrix(q):
    w, x, y, z = q
    return np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
                     [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                     [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]])


# stations of a beam at a stored time: places and axes
def stations(line, k):
    row = f["scene/line_row"][line["first"]:line["first"] + line["count"]]
    spot = f["scene/line_spot"][line["first_spot"]:line["first_spot"] + line["count"]]
    x, q = f["nodes/position"][k], f["nodes/quaternion"][k]
    turn = [matrix(q[r]) for r in row]
    return (np.array([x[r] + t @ s[:3] for r, s, t in zip(row, spot, turn)]),
            np.array([t @ matrix(s[3:]) for s, t in zip(spot, turn)]))


worst = 0
for k, (shapes, nodes) in enumerate(zip(files("scene.pvd"), files("nodes.pvd"))):
    d, n = read(shapes), read(nodes)
    points = vtk_to_numpy(d.GetPoints().GetData()).astype(float)
    triangles = vtk_to_numpy(d.GetPolys().GetConnectivityArray()).reshape(-1, 3)
    item = vtk_to_numpy(d.GetCellData().GetArray("item"))
    node = vtk_to_numpy(n.GetPoints().GetData()).astype(float)
    ends = vtk_to_numpy(n.GetLines().GetOffsetsArray())
    through = vtk_to_numpy(n.GetLines().GetConnectivityArray())
    n_vertex = n.GetNumberOfVerts()
    cell = {name: vtk_to_numpy(n.GetCellData().GetArray(name)) for name in ("item", "strain_energy")}
    moment = vtk_to_numpy(n.GetPointData().GetArray("M3"))
    first_line = 0
    for line in f["scene/line"][:]:
        name = names[line["item"]]
        count, order = elements[name]
        x, axes = stations(line, k * every)
        assert line["order"] == order and line["count"] == count * (order + 1)
        # one line per element, through its stations
        for e in range(count):
            mine = through[ends[first_line + e]:ends[first_line + e + 1]]
            assert np.allclose(node[mine], x[e * (order + 1):(e + 1) * (order + 1)], atol=1e-6), (name, k, e)
            assert cell["item"][n_vertex + first_line + e] == line["item"]
            # moments are stored once per node, where elements meet for both
            at_nodes = f[f"parts/{name}/M3"][k * every]
            assert len(at_nodes) == count * order + 1
            assert np.allclose(moment[mine], at_nodes[e * order:(e + 1) * order + 1], rtol=1e-6, atol=1e-5), (name, k, e)
        stored = f[f"parts/{name}/strain_energy"][k * every]
        assert np.allclose(cell["strain_energy"][n_vertex + first_line:n_vertex + first_line + count], stored, rtol=1e-6)
        # triangles: energy of the element they are nearest to; moments between those of its ends
        shown = vtk_to_numpy(d.GetCellData().GetArray("strain_energy"))[item == line["item"]]
        assert set(np.unique(shown)) <= set(stored.astype(np.float32)), name
        along = vtk_to_numpy(d.GetPointData().GetArray("M3"))[np.unique(triangles[item == line["item"]])]
        room = 1e-6 * np.abs(at_nodes).max() + 1e-5
        assert along.min() >= at_nodes.min() - room and along.max() <= at_nodes.max() + room, name
        # rings need not stand on nodes: an extreme between the ends may be missed by a little, at rest (k = 0) by more: only the first element
        # has moments there, of what its clamped node holds
        assert k == 0 or np.allclose([along.min(), along.max()], [at_nodes.min(), at_nodes.max()], atol=0.02 * np.ptp(at_nodes) + room)
        first_line += count
        # what it encloses: area times length, but for strains and bends
        a, b, c = (points[triangles[item == line["item"]][:, i]] for i in range(3))
        volume = np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6
        assert abs(volume / (area[name] * length[name]) - 1) < (2e-6 if k == 0 else 0.02), (name, k, volume)
        # corners of the first and the last ring: the section in the axes of the first and last station
        mine = np.unique(triangles[item == line["item"]])
        for s in (0, -1):
            local = (points[mine] - x[s]) @ axes[s]
            ring = local[np.abs(local[:, 0]) < 1e-5]
            lo, hi = ((-0.05, -0.1), (0.05, 0.1)) if name == "shelf" else ((-0.06, -0.01), (0.06, 0.07))
            worst = max(worst, np.abs(ring[:, 1:].min(axis=0) - lo).max(), np.abs(ring[:, 1:].max(axis=0) - hi).max())
assert worst < 2e-6, worst
moved = np.linalg.norm(f["nodes/position"][-1] - f["nodes/position"][0], axis=1).max()
assert moved > 0.05, moved
print(f"ok {k + 1} times; sections at the ends off by {worst:.1e} m; largest motion {moved:.2f} m")
