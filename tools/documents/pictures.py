#!/usr/bin/env python3
# tools/documents/pictures.py -- makes the pictures of the guide: docs/guide/pictures.
# Use:    make pictures, or: tools/documents/pictures.py SINEW [NAME...]
# What:   docs/crane.gif, the pictures of tutorials, and those of the guide. NAME.lua is a model whose first line says how it is run and drawn, `-- VERB OPTIONS, view OPTIONS` (a PNG) or
#         `-- VERB OPTIONS, plot CHANNELS` (an SVG, by gnuplot). The other SVG files are drawings.py, without the program.
# Tests:  ctest documents/pictures: every picture of the folder has a source, every source its picture, and the drawings are current.
import os
import shlex
import subprocess
import sys
import tempfile

import drawings
import pages

# films of examples: file, model, how it is shown
FILMS = {"docs/crane.gif": ("examples/tower_crane/model.lua", ["view", "--gif", "--size", "640x400", "--speed", "3", "--rate", "10", "--no-labels"])}
# pictures of models that tutorials print: file, (page, model), commands after which it is there
TUTORIALS = {
    "crane.png": ("2-rigid-crane.md", ["run crane.lua", "view crane.h5 --png --size 720x400 --time 0 3 6 9 --overlay --view front --no-labels -o crane.png"]),
    "swing.svg": ("4-controller.md", ["run controlled.lua", "run controlled.lua --set gain=0 -o free.h5", "plot free.h5 controlled.h5 swing -o swing.svg"]),
    "gains.svg": ("4-controller.md", ["sweep controlled.lua --set luff_time=4,8,12 --set gain=0,0.25,0.5,1 --collect rms(swing) -o gains",
                                      "plot gains.h5 rms(swing) --against gain -o gains.svg"]),
}
FOLDER = os.path.join(pages.ROOT, "docs", "guide", "pictures")


def models():
    return sorted(name[:-4] for name in os.listdir(FOLDER) if name.endswith(".lua"))


def recipe(name):
    """How a model is run and how it is drawn, as lists of words."""
    with open(os.path.join(FOLDER, name + ".lua"), encoding="utf-8") as f:
        line = f.readline()
    run, _, show = line.removeprefix("-- ").rstrip("\n").rpartition(", ")
    return shlex.split(run.replace("(", "\\(").replace(")", "\\)")), shlex.split(show)


def picture_of(name):
    return name + (".svg" if recipe(name)[1][0] == "plot" else ".png")


def draw_model(sinew, name):
    run, show = recipe(name)
    model, out = os.path.join(FOLDER, name + ".lua"), os.path.join(FOLDER, picture_of(name))
    with tempfile.TemporaryDirectory() as scratch:
        result = os.path.join(scratch, name if run[0] == "sweep" else name + ".h5")
        subprocess.run([sinew, run[0], model, *run[1:], "-o", result, "--quiet"], check=True, stdout=subprocess.DEVNULL)
        if run[0] == "sweep":
            result += ".h5"
        made = os.path.join(scratch, os.path.basename(out))
        subprocess.run([sinew, show[0], result, *show[1:], "-o", made], check=True, stdout=subprocess.DEVNULL)
        copy(made, out)  # the folders may be on two disks


def draw_film(sinew, out):
    model, show = FILMS[out]
    with tempfile.TemporaryDirectory() as scratch:
        result, made = os.path.join(scratch, "film.h5"), os.path.join(scratch, "film.gif")
        subprocess.run([sinew, "run", os.path.join(pages.ROOT, model), "-o", result, "--quiet"], check=True, stdout=subprocess.DEVNULL)
        subprocess.run([sinew, show[0], result, *show[1:], "-o", made, "--quiet"], check=True, stdout=subprocess.DEVNULL)
        copy(made, os.path.join(pages.ROOT, out))


def draw_tutorial(sinew, name):
    page, commands = TUTORIALS[name]
    with tempfile.TemporaryDirectory() as scratch:
        for block in pages.blocks(pages.read("docs/tutorials/" + page)):
            if block.name:
                with open(os.path.join(scratch, block.name), "w", encoding="utf-8") as f:
                    f.write(block.text)
        for command in commands:
            subprocess.run([sinew, *command.split()], cwd=scratch, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        copy(os.path.join(scratch, name), os.path.join(pages.ROOT, "docs", "tutorials", name))


def copy(made, out):
    with open(made, "rb") as f, open(out, "wb") as g:
        g.write(f.read())


def check():
    """What is missing, left over or stale."""
    wanted = {picture_of(name): name for name in models()}
    bad = ["%s is missing" % name for name in wanted if not os.path.exists(os.path.join(FOLDER, name))]
    for name, draw in drawings.ALL.items():
        path = os.path.join(FOLDER, name + ".svg")
        if not os.path.exists(path) or open(path, encoding="utf-8").read() != draw():
            bad.append("%s.svg is stale" % name)
    for name in os.listdir(FOLDER):
        if not name.endswith(".lua") and name not in wanted and name[:-4] not in drawings.ALL:
            bad.append("%s has no source" % name)
    bad += ["docs/tutorials/%s is missing" % name for name in TUTORIALS if not os.path.exists(os.path.join(pages.ROOT, "docs", "tutorials", name))]
    for name in FILMS:
        if not 0 < os.path.getsize(os.path.join(pages.ROOT, name)) < 1000000:
            bad.append("%s is larger than 1 MB" % name)
    for line in bad:
        print("pictures of the documents: %s; `make pictures` makes them" % line)
    return 1 if bad else 0


def main(arguments):
    if arguments == ["--check"]:
        return check()
    if not arguments:
        print("usage: tools/documents/pictures.py SINEW [NAME...], or --check", file=sys.stderr)
        return 2
    sinew = os.path.abspath(arguments[0])
    for name in arguments[1:] or [*models(), *drawings.ALL, *FILMS, *TUTORIALS]:
        if name in FILMS:
            draw_film(sinew, name)
        elif name in TUTORIALS:
            draw_tutorial(sinew, name)
        elif name in drawings.ALL:
            with open(os.path.join(FOLDER, name + ".svg"), "w", encoding="utf-8") as f:
                f.write(drawings.ALL[name]())
        else:
            draw_model(sinew, name)
        print(name)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
