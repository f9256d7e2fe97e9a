#!/usr/bin/env python3
"""Errors of shells over the size of their elements, four and nine nodes: docs/shell-convergence.svg and a table on stdout.

    tools/shell_convergence.py [NAME...]      (SINEW: the command, build/release/sinew)

The problems are examples of the project, linear where they are known so, and a plate whose frequency is known in closed form. Where no
exact answer is known the last two meshes of nine nodes are extrapolated, and their own errors say how far that can be trusted.
gnuplot draws.
"""
import csv
import math
import os
import subprocess
import sys
import tempfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
SINEW = os.environ.get("SINEW", os.path.join(ROOT, "build/release/sinew"))
PLATE = """param { n = 4, order = 2 }
shell { name = "s", corners = { { 0, 0, 0 }, { 1, 0, 0 }, { 1, 1, 0 }, { 0, 1, 0 } }, elements = { n, n }, order = order,
  thickness = 0.05, E = 7e10, nu = 0.3, density = 2700,
  u_first = { symmetry = "x" }, u_last = { symmetry = "x" }, v_first = { symmetry = "y" }, v_last = { symmetry = "y" } }
modes { count = 3, about = "start" }
"""


def mindlin():
    """Frequency (Hz) of cos(pi x) cos(pi y), shear and rotary inertia included."""
    E, nu, rho, h, K = 7e10, 0.3, 2700, 0.05, 2 * math.pi**2
    D, S, inertia = E * h**3 / 12 / (1 - nu**2), 5 / 6 * E / 2 / (1 + nu) * h, h**3 / 12
    a, b, c = rho * inertia * rho * h, (D * K + S) * rho * h + rho * inertia * S * K, D * K * S * K
    return math.sqrt(2 * c / (b + math.sqrt(b * b - 4 * a * c))) / (2 * math.pi)


def rolled():
    """Tip of the rolled strip along x: (S2) bends it with lambda^2 = 1 - h^2 k^2/6 and k = M/(E I lambda^2), theory-shells.md section 11."""
    h, length, stretch = 0.1, 12, 1.0
    for _ in range(50):
        k = 2 * math.pi / length / stretch
        stretch = 1 - h**2 * k**2 / 6
    return math.sqrt(stretch) * math.sin(k * length) / k - length


# name, words, meshes of nine nodes (four nodes: twice as many), sets of a mesh, channel, exact answer (None: extrapolated)
def square(n):
    return [f"elements={n}"]


PROBLEMS = [
    ("plate", "vibrating plate, exact", [2, 4, 8], lambda n: [f"n={n}"], None, mindlin()),
    ("roll_up_plate", "roll-up of a strip, tip along x, exact", [4, 8, 16], square, "tip_u", rolled()),
    ("scordelis_lo", "Scordelis-Lo roof", [2, 4, 8, 16], lambda n: square(n) + ["path=false"], "edge_z", None),
    ("hemisphere", "hemisphere, small load", [4, 8, 16], lambda n: square(n) + ["path=false", "load=1"], "outward", None),
    ("slit_plate", "slit plate, load 0.08", [1, 2, 4],
     lambda n: [f"along={n}", f"around={6 * n}", "path=false", "load=0.08", "tying=centre"], "outer", None),
    ("pinched_cylinder", "pinched cylinder (point load)", [4, 8, 16], lambda n: square(n) + ["path=false"], "w", None),
]


def answer(name, order, sets, channel, folder):
    """One number of one mesh."""
    words = [w for s in sets + [f"order={order}"] for w in ("--set", s)]
    result = os.path.join(folder, "it.h5")
    if channel is None:
        model = os.path.join(folder, "plate.lua")
        with open(model, "w", encoding="utf-8") as f:
            f.write(PLATE)
        command = [SINEW, "modes", model, "--csv", "--quiet", "-o", result] + words
        out = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        return float(list(csv.reader(out.splitlines()))[-1][1])
    model = os.path.join(ROOT, "examples", name, "model.lua")
    subprocess.run([SINEW, "static", model, "--quiet", "-o", result] + words, check=True, capture_output=True)
    out = subprocess.run([SINEW, "csv", result, channel], check=True, capture_output=True, text=True).stdout
    return float(out.splitlines()[-1].split(",")[1])


def study(problem, folder):
    """Relative errors: rows (intervals between nodes, error) of nine and of four nodes."""
    name, _, meshes, sets, channel, exact = problem
    nine = [answer(name, 2, sets(n), channel, folder) for n in meshes]
    four = [answer(name, 1, sets(2 * n), channel, folder) for n in meshes]
    if exact is None:
        a, b, c = nine[-3:]
        ratio = (a - b) / (b - c) if b != c else 0
        exact = c - (b - c) / (ratio - 1) if ratio > 1.5 else c
    rows = lambda found: [(2 * n, abs(x / exact - 1)) for n, x in zip(meshes, found)]
    return rows(nine), rows(four), exact


def order_of(rows):
    """Between the last two meshes that differ from the answer."""
    good = [r for r in rows if r[1] > 1e-9]
    if len(good) < 2:
        return math.nan
    (n, e), (m, f) = good[-2:]
    return math.log(e / f) / math.log(m / n)


def draw(found, file, folder):
    """One panel for each problem, both axes logarithmic."""
    columns = 3
    lines = ["set terminal svg size 960,600 font 'Helvetica,11' background rgb 'white'", f"set output '{file}'",
             "set logscale xy", "set xrange [1.6:50]", "set format y '10^{%L}'", "set grid lc rgb '#dddddd'", "set key bottom left",
             "set xlabel 'intervals between nodes along a side'", "set ylabel 'relative error'",
             f"set multiplot layout {(len(found) + columns - 1) // columns},{columns}"]
    for name, words, nine, four in found:
        for rows, nodes in ((nine, 9), (four, 4)):
            with open(os.path.join(folder, f"{name}{nodes}.txt"), "w", encoding="utf-8") as f:
                f.writelines(f"{n} {e}\n" for n, e in rows if e > 0)
        at = os.path.join(folder, name)
        lines += [f"set title '{words}'", f"plot '{at}9.txt' with linespoints lw 2 pt 7 lc rgb '#1f5fa8' title 'nine nodes', "
                  f"'{at}4.txt' with linespoints lw 2 pt 6 lc rgb '#c0504d' title 'four nodes'"]
    script = os.path.join(folder, "it.gp")
    with open(script, "w", encoding="utf-8") as f:
        f.write("\n".join(lines + ["unset multiplot"]) + "\n")
    subprocess.run(["gnuplot", script], check=True)


def main():
    """All problems, or those named."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        print("| problem | answer | nodes | error at " + " / ".join(["h", "h/2", "h/4, …"]) + " | order |\n|---|---|---|---|---|")
        for problem in PROBLEMS:
            name, words = problem[:2]
            if sys.argv[1:] and name not in sys.argv[1:]:
                continue
            nine, four, exact = study(problem, folder)
            for rows, nodes in ((nine, 9), (four, 4)):
                errors = ", ".join(f"{e:.1e}" for _, e in rows)
                print(f"| {words} | {exact:.6g} | {nodes} | {errors} | {order_of(rows):.1f} |", flush=True)
            found.append((name, words, nine, four))
        if not sys.argv[1:]:
            draw(found, os.path.join(ROOT, "docs", "shell-convergence.svg"), folder)


if __name__ == "__main__":
    main()
