#!/usr/bin/env python3
"""bench/peers.py -- modes, buckling and statics of shells beside CalculiX (the Debian package calculix-ccx), on this machine.

Use:     make bench-peers, or bench/peers.py build/release/sinew [CASE ...]
What:    user CPU seconds of both whole commands with their result files, the least of three, run by turns, one thread; the answer of both;
         and the ratio (below 1: Sinew is ahead). Sinew has shells of nine nodes, CalculiX S8R of eight (which it expands to bricks).
Cases:   a clamped plate of n x n elements: equilibrium under its weight, large displacements; ten modes about it. A cylinder under an axial
         load, clamped at its foot: five buckling loads.
Limits:  other peers (Exudyn, MBDyn, Simbody, MuJoCo) are not in Debian; what was measured of them once is in docs/performance.md.
"""
import math
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile

PLATE = """param { n = 16 }
gravity { 0, 0, -9.81 }
local s = shell { name = "plate", corners = { {0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0} }, elements = { n, n }, thickness = 0.01,
  E = 7e10, nu = 0.3, density = 2700, u_first = { clamped = true } }
channel("corner", position(s:at(1, 1)))
run { dt = 1e-3, duration = 1 }
"""
CYLINDER = """param { n = 24 }
shell { name = "cylinder", cylinder = { radius = 1, axis = "z" }, u = { 0, 2*pi }, closed = "u", v = { 0, 2 }, elements = { 2*n, n },
  thickness = 0.01, E = 2.1e11, nu = 0.3, density = 7850, v_first = { clamped = true }, v_last = { load = { 0, 0, -1e5 } } }
run { dt = 1e-3, duration = 1 }
"""


def mesh(nx, ny, closed, place):
    """Nodes and elements of eight nodes on a grid, as lines of CalculiX, and the numbers of the nodes by their place in the grid."""
    wide = 2 * nx if closed else 2 * nx + 1
    number, lines = {}, ["*NODE"]
    for j in range(2 * ny + 1):
        for i in range(wide):
            if i % 2 == 0 or j % 2 == 0:
                number[i, j] = len(number) + 1
                lines.append("%d,%.12f,%.12f,%.12f" % ((number[i, j],) + place(i / (2 * nx), j / (2 * ny))))
    lines.append("*ELEMENT,TYPE=S8R,ELSET=E")
    around = ((0, 0), (2, 0), (2, 2), (0, 2), (1, 0), (2, 1), (1, 2), (0, 1))
    for e in range(nx * ny):
        a, b = 2 * (e % nx), 2 * (e // nx)
        lines.append("%d,%s" % (e + 1, ",".join(str(number[(a + i) % wide if closed else a + i, b + j]) for i, j in around)))
    return lines, number


def section(E, density, clamped):
    return (["*NSET,NSET=C"] + ["%d," % k for k in clamped] +
            ["*MATERIAL,NAME=M", "*ELASTIC", "%g,0.3" % E, "*DENSITY", "%g" % density, "*SHELL SECTION,ELSET=E,MATERIAL=M", "0.01",
             "*BOUNDARY", "C,1,6"])


def plate(n, modes):
    lines, number = mesh(n, n, False, lambda u, v: (u, v, 0))
    lines += section(7e10, 2700, [k for (i, j), k in number.items() if i == 0])
    lines += ["*NSET,NSET=CORNER", "%d" % number[2 * n, 2 * n]]
    lines += ["*STEP,NLGEOM", "*STATIC", "1,1", "*DLOAD", "E,GRAV,9.81,0,0,-1", "*NODE FILE", "U", "*EL FILE", "S", "*NODE PRINT,NSET=CORNER", "U",
              "*END STEP"]
    if modes:
        lines += ["*STEP,PERTURBATION", "*FREQUENCY", str(modes), "*NODE FILE", "U", "*EL FILE", "S", "*END STEP"]
    return "\n".join(lines) + "\n"


def cylinder(n):
    nx, ny = 2 * n, n
    lines, number = mesh(nx, ny, True, lambda u, v: (math.cos(2 * math.pi * u), math.sin(2 * math.pi * u), 2 * v))
    lines += section(2.1e11, 7850, [k for (i, j), k in number.items() if j == 0])
    whole = 1e5 * 2 * math.pi / nx  # of the edge of an element: a sixth at corners, two thirds in the middle
    load = ["*CLOAD"] + ["%d,3,%.9f" % (number[i, 2 * ny], -whole * (2 / 3 if i % 2 else 1 / 3)) for i in range(2 * nx)]
    lines += ["*STEP", "*BUCKLE", "5,1e-2"] + load + ["*NODE FILE", "U", "*EL FILE", "S", "*END STEP"]
    return "\n".join(lines) + "\n"


def user_seconds(command, folder):
    """Runs it there; user CPU seconds, and what it printed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run(command, cwd=folder, env=dict(os.environ, OMP_NUM_THREADS="1"), capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit("%s failed:\n%s%s" % (" ".join(command), done.stdout[-2000:], done.stderr[-2000:]))
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before, done.stdout


def numbers_behind(text, title, column):
    """A column of the first row of numbers behind a title."""
    rest = text[text.index(title):]
    for line in rest.splitlines()[1:]:
        words = line.split()
        if words and all(re.fullmatch(r"-?[\d.]+(E[+-]?\d+)?", w) for w in words):
            return float(words[column])
    return math.nan


def first_row(printed):
    return float(re.search(r"^ +1 +(\S+)", printed, re.M).group(1))


def corner(sinew, folder):
    """Height of the corner in the result of the statics."""
    return float(user_seconds([sinew, "csv", "out.h5", "corner"], folder)[1].split()[-1].split(",")[-1])


# name; model; its command; input of CalculiX; the answer of Sinew (from what it printed) and of CalculiX (from its .dat)
CASES = [
    ("plate_static_40", PLATE, ["static", "--set", "n=40"], lambda: plate(40, 0), None, lambda dat: numbers_behind(dat, "displacements", 3), "m"),
    ("plate_modes_16", PLATE, ["modes", "-n", "10", "--set", "n=16"], lambda: plate(16, 10), first_row,
     lambda dat: numbers_behind(dat, "E I G E N V A L U E   O U T P U T", 3), "Hz"),
    ("plate_modes_40", PLATE, ["modes", "-n", "10", "--set", "n=40"], lambda: plate(40, 10), first_row,
     lambda dat: numbers_behind(dat, "E I G E N V A L U E   O U T P U T", 3), "Hz"),
    ("cylinder_buckling", CYLINDER, ["modes", "--buckling", "-n", "5"], lambda: cylinder(24), first_row,
     lambda dat: numbers_behind(dat, "B U C K L I N G", 1), "load factor"),
]


def main():
    if len(sys.argv) < 2:
        sys.exit("usage: bench/peers.py SINEW [CASE ...]")
    sinew, wanted = os.path.abspath(sys.argv[1]), sys.argv[2:]
    if not shutil.which("ccx"):
        sys.exit("CalculiX is not installed: apt-get install calculix-ccx")
    print("%-18s %10s %10s %7s   %s" % ("case", "sinew s", "ccx s", "ratio", "answers"))
    for name, model, command, text, ours, theirs, unit in CASES:
        if wanted and name not in wanted:
            continue
        with tempfile.TemporaryDirectory() as folder:
            for file, content in (("model.lua", model), ("model.inp", text())):
                with open(os.path.join(folder, file), "w", encoding="utf-8") as f:
                    f.write(content)
            least, printed = [math.inf, math.inf], ""
            for _ in range(3):
                seconds, printed = user_seconds([sinew, command[0], "model.lua", *command[1:], "-o", "out.h5"], folder)
                least[0] = min(least[0], seconds)
                least[1] = min(least[1], user_seconds(["ccx", "model"], folder)[0])
            with open(os.path.join(folder, "model.dat"), encoding="utf-8") as f:
                answer = theirs(f.read())
            own = ours(printed) if ours else corner(sinew, folder)
            print("%-18s %10.2f %10.2f %7.2f   %.6g and %.6g %s" % (name, *least, least[0] / least[1], own, answer, unit), flush=True)


if __name__ == "__main__":
    main()
