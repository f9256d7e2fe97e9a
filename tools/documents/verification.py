#!/usr/bin/env python3
# tools/documents/verification.py -- the verification manual: runs problems with known answers and writes a page for each.
# Use:    make verification, or: tools/documents/verification.py SINEW [NAME...]   writes a page for each into docs/verification, and the index
#         tools/documents/verification.py --check SINEW [NAME...]                  runs, compares and writes nothing; without names: the cases that
#                                                                                  took less than a second, and whether every page is current
# What:   docs/verification/cases/NAME.txt is a case: lines `key = value`, a line ---, the statement; for a model of its own another --- and the model.
#           title, group, source, mesh        words for the page
#           example                           name of an example whose model.lua is run
#           do                                a command after `sinew`, whose result is r.h5; {m} stands for the model
#           check                             NAME | expression of our number | expression of the known one | allowed relative error [abs]
#           table                             FILE of examples/ or tests/data | columns | allowed error over the largest value [| first column up to]
#         Expressions see at("channel", t), last, first, largest, smallest ("channel"), row("channel", "other", value), hz(n), omega(n), factor(n),
#         printed("regular expression"), pi, sqrt, and the names that lines `let = NAME = expression` define.
# Tests:  ctest documents/verification.
import csv
import math
import os
import re
import subprocess
import sys
import tempfile
import time

import pages

FOLDER = os.path.join(pages.ROOT, "docs", "verification")
GROUPS = ["Rigid bodies and joints", "Springs, friction and contact", "Cables and bars", "Beams: statics", "Beams: motion", "Vibrations and buckling", "Shells", "Solids", "Contact between bodies"]


class Case:
    def __init__(self, name):
        self.name = name
        head, _, rest = pages.read("docs/verification/cases/%s.txt" % name).partition("\n---\n")
        self.statement, _, self.model = rest.partition("\n---\n")
        self.lines = [tuple(part.strip() for part in line.split(" = ", 1)) for line in head.split("\n") if " = " in line]
        self.results = []  # (what, ours, known, error, allowed, good)
        self.digits = ""

    def value(self, key):
        return next((value for k, value in self.lines if k == key), "")

    def values(self, key):
        return [value for k, value in self.lines if k == key]


class Result:
    """What a command left: its text, and the file r.h5."""

    def __init__(self, sinew, folder, printed):
        self.sinew, self.folder, self.text, self.series = sinew, folder, printed, {}

    def read(self, *arguments):
        done = subprocess.run([self.sinew, "csv", "r.h5", *arguments], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        if done.returncode != 0:
            raise ValueError(done.stderr.strip())
        rows = list(csv.reader(done.stdout.splitlines()))
        for k, column in enumerate(rows[0]):
            self.series[column] = [float(row[k]) for row in rows[1:]]

    def column(self, name):
        if name not in self.series:
            self.read() if "/" not in name else self.read(name)
        if name not in self.series:
            raise ValueError("there is no channel %s; there are %s" % (name, ", ".join(self.series)))
        return self.series[name]

    def row(self, name, other, value):
        """The value where another series passes `value`, linear between rows."""
        x, y = self.column(other), self.column(name)
        for k in range(len(x)):
            if abs(x[k] - value) <= 1e-9 * (1 + abs(value)):
                return y[k]
            if k and (x[k - 1] - value) * (x[k] - value) < 0:
                return y[k - 1] + (y[k] - y[k - 1]) * (value - x[k - 1]) / (x[k] - x[k - 1])
        raise ValueError("%s never passes %g" % (other, value))

    def mode(self, path, n):
        self.read("modes/" + path)
        key = next(k for k in self.series if k.endswith(path))
        return self.series[key][n - 1]

    def names(self):
        def printed(pattern):
            found = re.search(pattern, self.text)
            if not found:
                raise ValueError("nothing printed agrees with %s:\n%s" % (pattern, self.text))
            return float(found[1])

        first = lambda name: self.column(name)[0]
        last = lambda name: self.column(name)[-1]
        return {"at": lambda name, t: self.row(name, self.time(), t), "last": last, "first": first, "row": self.row, "printed": printed,
                "largest": lambda name: max(self.column(name)), "smallest": lambda name: min(self.column(name)),
                "hz": lambda n: self.mode("frequency", n), "omega": lambda n: 2 * math.pi * self.mode("frequency", n),
                "factor": lambda n: self.mode("load_factor", n)}

    def time(self):
        if not self.series:
            self.read()
        return next(iter(self.series))


def compare_table(result, value):
    """(column, largest difference, largest value) for the columns of a table."""
    parts = [part.strip() for part in value.split("|")]
    rows = list(csv.reader(pages.read(parts[0]).splitlines()))
    head, body = rows[0], [[float(x) for x in row] for row in rows[1:]]
    if len(parts) > 3:
        body = [row for row in body if row[0] <= float(parts[3]) * (1 + 1e-12)]
    for pair in parts[1].split():
        ours, _, theirs = pair.partition(":")
        k = head.index(theirs or ours)
        worst = max(abs(result.row(ours, result.time(), row[0]) - row[k]) for row in body)
        largest = max(abs(row[k]) for row in body)
        yield ours, worst, largest, len(body), float(parts[2])


def run(case, sinew):
    """Runs the commands of a case and fills its results; the CPU seconds of the commands."""
    names = {"pi": math.pi, "sqrt": math.sqrt, "sin": math.sin, "cos": math.cos, "tan": math.tan, "exp": math.exp, "log": math.log, "abs": abs, "asin": math.asin, "atan": math.atan}
    spent = 0.0
    with tempfile.TemporaryDirectory() as folder:
        if case.model:
            model = "model.lua"
            with open(os.path.join(folder, model), "w", encoding="utf-8") as f:
                f.write(case.model)
        else:
            model = os.path.join(pages.ROOT, "examples", case.value("example"), "model.lua")
        result = None
        for key, value in case.lines:
            if key == "let":
                name, _, formula = value.partition(" = ")
                names[name.strip()] = eval(formula, {"__builtins__": {}}, names)
            elif key == "do":
                before = time.process_time() + os.times().children_user
                words = [model if w == "{m}" else w for w in value.split()] + (["-o", "r.h5"] if not value.startswith("check") else [])
                done = subprocess.run([sinew, *words], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
                spent += time.process_time() + os.times().children_user - before
                if done.returncode != 0:
                    raise ValueError("sinew %s: exit code %d\n%s" % (value, done.returncode, done.stdout))
                result = Result(sinew, folder, done.stdout)
            elif key == "check":
                what, ours, known, allowed = [part.strip() for part in value.split(" | ")]
                all_ = {**names, **result.names()}
                a, b = (eval(text, {"__builtins__": {}}, all_) for text in (ours, known))
                absolute = allowed.endswith(" abs")
                limit = float(allowed.removesuffix(" abs"))
                error = abs(a - b) if absolute or b == 0 else abs(a - b) / abs(b)
                case.results.append((what, "%.9g" % b, "%.9g" % a, error, limit, error <= limit))
            elif key == "table":
                for column, worst, largest, n, limit in compare_table(result, value):
                    error = worst / largest
                    case.results.append(("`%s`, largest difference at %d times" % (column, n), "up to %.4g" % largest, "within %.1e" % worst, error, limit, error <= limit))
    return spent


def known_text(case):
    """What a page says besides the numbers of a run."""
    out = ["**Statement.** " + case.statement.strip(), "", "**Known answer.** " + case.value("source").rstrip(".") + ".", "", "**Mesh and step.** " + case.value("mesh").rstrip(".") + ".", ""]
    if case.value("example"):
        name = case.value("example")
        out += ["**Model.** [examples/%s](../../examples/%s), with pictures in the [gallery](../gallery/%s/README.md)." % (name, name, name), ""]
        model = "examples/%s/model.lua" % name
    else:
        model = case.name + ".lua"
        out += ["**Model.** Save it as `%s`:" % model, "", "```lua", case.model.strip(), "```", ""]
    out += ["**Commands.**", "", "```sh"] + ["sinew " + value.replace("{m}", model) for value in case.values("do")] + ["```", ""]
    return "\n".join(out)


def page(case, seconds):
    good = all(row[5] for row in case.results)
    out = ["# " + case.value("title"), "", "Made by `make verification`: do not edit. Result: **%s**. %s" % ("pass" if good else "FAIL", "[All cases](README.md)"), "", known_text(case),
           "| quantity | known | Sinew | error | allowed | |", "|---|---|---|---|---|---|"]
    out += ["| %s | %s | %s | %.1e | %g | %s |" % (what, known, ours, error, limit, "pass" if fine else "**FAIL**") for what, known, ours, error, limit, fine in case.results]
    return "\n".join(out) + "\n\nProcessor time: %s.\n" % ("less than a second" if seconds < 1 else "%.0f s" % seconds)


def cases():
    return sorted(name[:-4] for name in os.listdir(os.path.join(FOLDER, "cases")) if name.endswith(".txt"))


def index():
    rows = {group: [] for group in GROUPS}
    for name in cases():
        case, text = Case(name), pages.read("docs/verification/%s.md" % name)
        errors = [tuple(map(float, found)) for found in re.findall(r"\| ([\d.e+-]+) \| ([\d.e+-]+) \| (?:pass|\*\*FAIL)", text)]
        worst = max(errors, key=lambda e: e[0] / e[1])
        rows[case.value("group")].append("| [%s](%s.md) | %s | %.1e | %g | %s |" % (case.value("title"), name, case.value("source").split(";")[0].split(". ")[0].rstrip("."), *worst,
                                                                                    "pass" if "**pass**" in text else "**FAIL**"))
    n = sum(len(r) for r in rows.values())
    out = ["# Verification manual", "",
           "Made by `make verification`: do not edit. %d problems with known answers. Each page has the statement, the source of the known answer, our number, its error, mesh and step, "
           "the model and the commands. The table shows the error that comes closest to what is allowed." % n, "",
           "The known answers are closed forms, values of papers, or independent computations that share no code with Sinew; those of the latter are in `tests/data` and in the folders of the examples. "
           "More measurements are in [reliability](../reliability.md), orders of convergence in [theory](../theory.md).", ""]
    for group in GROUPS:
        if rows[group]:
            out += ["## " + group, "", "| problem | known answer | error | allowed | |", "|---|---|---|---|---|", *rows[group], ""]
    return "\n".join(out)


def write(path, text):
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)


def check(sinew, names):
    bad = 0
    for name in names or cases():
        case = Case(name)
        path = "docs/verification/%s.md" % name
        if not os.path.exists(os.path.join(pages.ROOT, path)) or known_text(case) not in pages.read(path) or "FAIL" in pages.read(path):
            print("%s is stale or fails: make verification" % path)
            bad += 1
        elif names or "less than a second" in pages.read(path):
            run(case, sinew)
            for what, known, ours, error, limit, good in case.results:
                if not good:
                    print("%s: %s is %s, known %s, error %.1e, allowed %g" % (name, what, ours, known, error, limit))
                    bad += 1
    if pages.read("docs/verification/README.md") != index():
        print("docs/verification/README.md is stale: make verification")
        bad += 1
    return 1 if bad else 0


def main(arguments):
    checking = arguments[:1] == ["--check"]
    arguments = arguments[1:] if checking else arguments
    if not arguments:
        print("usage: tools/documents/verification.py [--check] SINEW [NAME...]", file=sys.stderr)
        return 2
    sinew = os.path.abspath(arguments[0])
    if checking:
        return check(sinew, arguments[1:])
    failed = 0
    for name in arguments[1:] or cases():
        case = Case(name)
        try:
            seconds = run(case, sinew)
        except (ValueError, KeyError, SyntaxError, NameError, TypeError, IndexError) as mistake:
            print("%s: %s" % (name, mistake))
            failed += 1
            continue
        write(os.path.join(FOLDER, name + ".md"), page(case, seconds))
        good = all(row[5] for row in case.results)
        failed += not good
        print("%-24s %s  %.1f s  worst %.1e" % (name, "pass" if good else "FAIL", seconds, max(row[3] for row in case.results)))
        if not good:
            for row in case.results:
                print("   ", row)
    if all(os.path.exists(os.path.join(FOLDER, name + ".md")) for name in cases()):
        write(os.path.join(FOLDER, "README.md"), index())
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
