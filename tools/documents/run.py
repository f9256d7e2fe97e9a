#!/usr/bin/env python3
# tools/documents/run.py -- runs the blocks of documents as they are printed, and compares what they print.
# Use:    tools/documents/run.py [--update] SINEW PAGE...; SINEW is the command, PAGE a path from the root of the project.
#         --update writes what the commands print into the page, in place of what is there. Files go to scratch/documents next to SINEW.
# What:   ```lua        a model whose first line is `-- NAME.lua` is saved under that name for the commands of the page, and checked;
#                       any other is run, for a few steps if it does not say `run`.
#         ```sh         commands, one after the other in one folder; each must end with exit code 0.
#         ```console    `$ COMMAND` and what it prints, compared: numbers to the digits printed, but not beyond 1e-9 of them; two numbers
#                       below 1e-9 count as equal (round-off); times of the clock and memory are left out; a line `...` stands for any lines.
#         Any other block that looks like one of these must say so. The marks of pages.py give pieces their surroundings.
# Who:    ctest, label documents: tests/CMakeLists.txt.
import os
import re
import shutil
import subprocess
import sys

import pages

SECONDS = 120
NUMBER = re.compile(r"(?<![\w.])[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?(?![\w])")
VARIES = re.compile(r"^wall time|runs a second|token=|^peak memory|^run time|^made_by|^Installing|^creator")
ROUND_OFF = re.compile(r"residual \S+ N")
PROGRAMS = [(r"-o \S+\.svg", "gnuplot"), (r"\.(mp4|webm)", "ffmpeg"), (r"^gmsh\b", "gmsh"), (r"\bjq\b", "jq"), (r"^(cc|gcc)\b", "cc")]
# a model has these fences; other languages are read by people alone, or by tests of their own
KNOWN = ("lua", "sh", "console")


class Mistake(Exception):
    pass


def unit(text):
    """One unit of the last digit of a number as printed."""
    mantissa, _, exponent = text.lower().partition("e")
    digits = len(mantissa.partition(".")[2])
    return 10.0 ** (int(exponent or 0) - digits)


def same_number(expected, got):
    if expected == got:
        return True
    a, b = float(expected), float(got)
    largest = max(abs(a), abs(b))
    return largest < 1e-9 or abs(a - b) <= max(1.01 * unit(expected), 1e-9 * largest)


def same_line(expected, got, numbers_count):
    if expected == got or VARIES.search(expected):
        return expected == got or bool(VARIES.search(got))
    expected, got = ROUND_OFF.sub("", expected), ROUND_OFF.sub("", got)
    blank = [re.sub(r"\s+", " ", NUMBER.sub("#", line)).strip() for line in (expected, got)]
    numbers = [NUMBER.findall(line) for line in (expected, got)]
    return blank[0] == blank[1] and (not numbers_count or all(map(same_number, *numbers)))


def same(expected, got, numbers_count=True):
    """Whether lines agree; `...` stands for any number of lines."""
    if not expected:
        return not got
    if expected[0] == "...":
        return any(same(expected[1:], got[k:], numbers_count) for k in range(len(got) + 1))
    return bool(got) and same_line(expected[0], got[0], numbers_count) and same(expected[1:], got[1:], numbers_count)


class Page:
    def __init__(self, sinew, path, folder):
        self.path, self.folder = path, folder
        self.text = pages.read(path)
        self.counts = {"run": 0, "compared": 0, "not run": 0}
        self.edits = []  # (old text of a block, new text)
        self.tools = os.path.join(folder, ".programs")
        self.fresh()
        os.makedirs(self.tools)
        os.symlink(os.path.abspath(sinew), os.path.join(self.tools, "sinew"))
        browser = os.path.join(self.tools, "browser")
        with open(browser, "w") as f:
            f.write("#!/bin/sh\nexit 0\n")
        os.chmod(browser, 0o755)
        self.has_lab = os.path.exists(os.path.join(os.path.dirname(os.path.abspath(sinew)), "lib", "sinew", "lab.so"))
        self.environment = dict(os.environ, PATH=self.tools + os.pathsep + os.environ["PATH"], BROWSER=browser, LC_ALL="C.UTF-8", COLUMNS="100")

    def fresh(self):
        """An empty folder; for the README of an example a copy of the example."""
        for name in os.listdir(self.folder) if os.path.isdir(self.folder) else []:
            if name != ".programs":
                path = os.path.join(self.folder, name)
                shutil.rmtree(path) if os.path.isdir(path) else os.remove(path)
        os.makedirs(self.folder, exist_ok=True)
        if self.path.startswith("examples/"):
            shutil.copytree(os.path.dirname(os.path.join(pages.ROOT, self.path)), self.folder, dirs_exist_ok=True)
        else:  # commands with paths from the root of the checkout
            os.symlink(os.path.join(pages.ROOT, "examples"), os.path.join(self.folder, "examples"))

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as f:
            f.write(text)

    def run(self, line):
        return subprocess.run(["bash", "-c", line], cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, timeout=SECONDS)

    def lacks(self, line):
        """A program that the line needs and the machine does not have."""
        for pattern, program in PROGRAMS:
            if re.search(pattern, line) and not shutil.which(program):
                return program
        return None

    def give_files(self, block):
        for word, rest in block.marks:
            if word == "fresh":
                self.fresh()
            elif word == "first":
                shown = self.run(rest)
                if shown.returncode != 0:
                    raise Mistake("`%s` (first) ends with exit code %d:\n%s" % (rest, shown.returncode, shown.stdout))
            elif word == "file":
                there = re.match(r"([\w./-]+) from ([\w./-]+)$", rest)
                if there and not there[2].endswith(".md"):
                    shutil.copy(os.path.join(pages.ROOT, there[2]), os.path.join(self.folder, there[1]))
                elif there:
                    found = [b for b in pages.blocks(pages.read(there[2])) if b.name == there[1]]
                    if not found:
                        raise Mistake("%s prints no %s" % (there[2], there[1]))
                    self.write(there[1], found[-1].text)
                else:
                    name, _, text = rest.partition(":")
                    self.write(name.strip(), text.lstrip("\n") + "\n")

    def model(self, block):
        """A model, or a piece of one."""
        if block.name:
            self.write(block.name, block.text)
            if block.has("saved"):
                return
            shown = self.run("sinew check '%s'" % block.name)
        else:
            name = "line_%d.lua" % block.line
            whole = block.mark("before") + "\n" + block.text + block.mark("after") + "\n"
            if not re.search(r"^\s*run\b", whole, re.M):
                whole += "run { dt = 1e-3, duration = 0.005 }\n"
            self.write(name, whole)
            shown = self.run("sinew run '%s' -o line.h5 --quiet" % name)
        self.counts["run"] += 1
        if shown.returncode != 0:
            raise Mistake("the model is refused:\n" + shown.stdout)

    def commands(self, block):
        """All lines in one shell, which ends at the first that fails."""
        lines = []
        for line in re.sub(r"\\\n\s*", " ", block.text).split("\n"):
            lacking = self.lacks(line)
            if lacking:
                print("  line %d: %s is not installed, left out: %s" % (block.line, lacking, line))
            else:
                lines.append(line)
        shown = self.run("set -e\n" + "\n".join(lines))
        self.counts["run"] += 1
        if shown.returncode != 0:
            raise Mistake("the commands end with exit code %d; they print\n%s" % (shown.returncode, shown.stdout[-1500:]))

    def session(self, block, update):
        parts = re.split(r"^\$ ", block.text, flags=re.M)
        if parts[0].strip():
            raise Mistake("a block `console` begins with a command: $ COMMAND")
        new, complete = "", True
        for part in parts[1:]:
            line, _, printed = part.partition("\n")
            command = re.sub(r"\s+#.*", "", line)
            lacking = self.lacks(command)
            if lacking:
                print("  line %d: %s is not installed, left out: %s" % (block.line, lacking, command))
                new += "$ " + part
                continue
            shown = self.run(command)
            got = [text.rstrip() for text in shown.stdout.rstrip("\n").split("\n")]
            expected = [text.rstrip() for text in printed.rstrip("\n").split("\n")]
            self.counts["run"] += 1
            self.counts["compared"] += 1
            tail = printed[len(printed.rstrip("\n")) :] or "\n"
            agree = same(expected, got, not block.has("numbers vary"))
            if agree or (update and "..." in expected):
                new += "$ " + part
                complete = complete and agree
            else:
                new += "$ " + line + "\n" + "\n".join(got) + (tail if any(got) else "")
                complete = False
        if not complete and update and new != block.text:
            self.edits.append((block.text, new))
        elif not complete:
            raise Mistake("printed\n%s\nis now\n%s" % (block.text, new))

    def try_block(self, block, update):
        self.give_files(block)
        looks = re.match(r"\$ |sinew |make ", block.text)
        if block.has("not run") or (block.has("needs lab") and not self.has_lab):
            self.counts["not run"] += 1
        elif block.language == "lua":
            self.model(block)
        elif block.language == "sh":
            self.commands(block)
        elif block.language == "console":
            self.session(block, update)
        elif looks:
            raise Mistake("commands stand in a block `sh`, a session in a block `console`")

    def try_all(self, update):
        bad = 0
        for k, line in enumerate(self.text.split("\n")):
            if re.match(r"    (\$ |sinew |make )", line):
                print("%s:%d: commands stand in a fenced block" % (self.path, k + 1))
                bad += 1
        for block in pages.blocks(self.text):
            try:
                self.try_block(block, update)
            except (Mistake, subprocess.TimeoutExpired) as mistake:
                print("%s:%d: %s" % (self.path, block.line, mistake))
                bad += 1
        for old, new in self.edits:
            self.text = self.text.replace(old, new)
        if self.edits:
            with open(os.path.join(pages.ROOT, self.path), "w", encoding="utf-8") as f:
                f.write(self.text)
        print("%s: %s" % (self.path, ", ".join("%d %s" % (n, word) for word, n in self.counts.items())))
        return bad


def main(arguments):
    update = "--update" in arguments
    arguments = [a for a in arguments if a != "--update"]
    if len(arguments) < 2:
        print("usage: tools/documents/run.py [--update] SINEW PAGE...", file=sys.stderr)
        return 2
    scratch = os.path.join(os.path.dirname(os.path.abspath(arguments[0])), "scratch", "documents")
    bad = 0
    for path in arguments[1:]:
        folder = os.path.join(scratch, path.replace("/", "_").replace(".md", ""))
        shutil.rmtree(folder, ignore_errors=True)
        bad += Page(arguments[0], path, folder).try_all(update)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
