# Thin: CMake does the building (CMakePresets.json), scripts in tools/ do the rest.
#   make            the command and the libraries, in build/release
#   make demo       installs what is missing, builds, runs an example, makes a page that shows it moving
#   make lab        the laboratory (plane_rod, sinew study), an optional component; needs SUNDIALS
#   make engine     the PETSc engine (--engine petsc), an optional component; needs PETSc and OpenMPI
#   make test       installs what is missing, builds in four ways, runs the whole suite and all checks
#   make check      the release build and its tests without the long ones, includes, comments, format: some minutes
#   make gallery    runs every example and writes docs/gallery: pages with pictures and plots
#   make viewer     builds the page that shows results (viewer/dist, checked in) from its sources; needs npm
#   make bench      the benchmark table; also build/bench.json (BENCH=long: larger models, alpha = 0, threads)
#   make bench-python  what Python adds to a step, what copies and states cost, and how many runs a second a sweep makes
#   make bench-peers   modes, buckling and statics of shells beside CalculiX, if it is installed (apt-get install calculix-ccx)
#   make bench-precision  CPU time against error of the tip; also build/precision.json and .svg (BENCH=long: smaller steps)
#   make count      instructions per body or element and step, by part (callgrind)
#   make fuzz       ten minutes of random input to every reader (FUZZ_SECONDS=600); findings go to build/fuzz
#   make kill-test  kill -9 at a hundred random moments, resumed and compared (five of them are in make test)
#   make valgrind   small runs and what reads them under valgrind; about two minutes
#   make install    PREFIX=/usr/local by default
#   make package    Debian packages in build/package, read by lintian, installed in a clean tree and used (as root)
#   make pictures   draws the pictures of the guide, docs/guide/pictures, and docs/crane.gif
#   make messages   writes docs/messages.md, the index of messages, from the sources
#   make examples-map  writes docs/examples.md: which example builds on which, and what each uses
#   make wheel      the Python module as a wheel in build/wheel, and what a machine needs to use it
#   make site       searchable web pages of all documents in build/site; needs cmark-gfm, and no network when read
#   make verification  runs the problems with known answers and writes docs/verification, a page for each
#   make reference  writes docs/reference.md from the tables of the program
#   make python-reference  writes docs/python-reference.md and python/sinew/__init__.pyi, from the tables and the module's help
#   make format     clang-format in place         make lint    format, clang-tidy, includes, comments
#   make clean      removes build/
PREFIX ?= /usr/local
JOBS ?= $(shell nproc)
DEMO = governor
# any python3 of the path that has what the module needs
PYTHON ?= $(shell for p in $$(which -a python3); do $$p -c 'import numpy, h5py' 2>/dev/null && echo $$p && break; done)
RELEASE = build/release
CMAKE = env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL cmake

.PHONY: wheel all demo lab engine test check gallery viewer bench bench-build bench-precision bench-peers count fuzz kill-test valgrind install \
  package pictures messages examples-map site verification reference python-reference bench-python format lint clean
.DEFAULT_GOAL := all

all: configure
	@$(CMAKE) --build --preset release -j $(JOBS) --target sinew sinew_static sinew_shared

.PHONY: configure
configure:
	@$(CMAKE) --preset release >/dev/null || \
	  { echo "Configuring failed; 'tools/install_packages.sh demo' installs what is missing." >&2; exit 1; }

demo:
	@tools/install_packages.sh demo
	@$(MAKE) --no-print-directory all
	@mkdir -p build/demo
	$(RELEASE)/sinew run examples/$(DEMO)/model.lua -o build/demo/$(DEMO).h5
	$(RELEASE)/sinew view build/demo/$(DEMO).h5 -o build/demo/$(DEMO).html
	@echo
	@echo "Open build/demo/$(DEMO).html in a browser and press space: it plays the run, and needs no network."
	@echo "  $(RELEASE)/sinew plot build/demo/$(DEMO).h5 s        a channel as a curve, here in the terminal"
	@echo "  $(RELEASE)/sinew info build/demo/$(DEMO).h5          what was run, and how well its energy balances"
	@echo "The model is examples/$(DEMO)/model.lua; its README says what to look for. More pictures: docs/gallery"

lab:
	@tools/install_packages.sh lab
	@$(MAKE) --no-print-directory all
	@$(CMAKE) --build --preset release -j $(JOBS) --target sinew_lab

engine:
	@tools/install_packages.sh engine
	@$(MAKE) --no-print-directory all
	@$(CMAKE) --build --preset release -j $(JOBS) --target sinew_petsc

test:
	@JOBS=$(JOBS) tools/test.sh

check: configure
	@tools/check_includes.sh
	@tools/check_comments.sh
	@tools/lint.sh format
	@$(CMAKE) --build --preset release -j $(JOBS)
	@env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL ctest --preset release -LE long -j $(JOBS)

gallery:
	@tools/install_packages.sh gallery
	@$(MAKE) --no-print-directory lab
	@tools/gallery.sh

viewer:
	@tools/install_packages.sh viewer
	@tools/viewer_packages.sh
	@cd viewer && npm run build --silent

bench-build:
	@tools/install_packages.sh demo
	@$(MAKE) --no-print-directory configure
	@$(CMAKE) --build --preset release -j $(JOBS) --target sinew_bench sinew_bench_solid sinew_bench_shell

bench: bench-build
	$(RELEASE)/sinew_bench table build/bench.json $(BENCH)
	$(RELEASE)/tests/sinew_bench_solid build/solid.json
	$(RELEASE)/tests/sinew_bench_shell build/shell.json
	$(if $(filter long,$(BENCH)),$(RELEASE)/sinew_bench threads build/threads.json)
	@$(MAKE) --no-print-directory bench-python

bench-precision: bench-build
	$(RELEASE)/sinew_bench precision build/precision.json $(BENCH)
	@if command -v gnuplot >/dev/null; then tools/plot_precision.sh && echo build/precision.svg; fi

bench-peers: all
	@$(if $(PYTHON),$(PYTHON) bench/peers.py $(RELEASE)/sinew,echo "No python3: bench/peers.py left out")

bench-python: all
	@$(if $(PYTHON),PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=python $(PYTHON) bench/python.py,echo "No python3 with numpy and h5py: bench/python.py left out")

count: bench-build
	@tools/install_packages.sh valgrind
	@tools/count.sh $(RELEASE)/sinew_bench $(RELEASE)/tests/sinew_bench_shell

fuzz:
	@tools/install_packages.sh fuzz
	@JOBS=$(JOBS) tools/fuzz.sh

kill-test:
	@tools/install_packages.sh demo
	@$(MAKE) --no-print-directory configure
	@$(CMAKE) --build --preset release -j $(JOBS) --target sinew test_promises_resume
	SINEW_LONG=1 ctest --preset release -R '^promises/resume$$' --output-on-failure

valgrind:
	@tools/install_packages.sh valgrind
	@$(MAKE) --no-print-directory all
	@tools/valgrind.sh $(RELEASE)/sinew

install: all
	@$(CMAKE) --install $(RELEASE) --prefix $(PREFIX)

package:
	@tools/install_packages.sh package
	@JOBS=$(JOBS) tools/package.sh

pictures:
	@tools/install_packages.sh gallery
	@$(MAKE) --no-print-directory all
	@python3 tools/documents/pictures.py $(RELEASE)/sinew

messages examples-map:
	@python3 tools/documents/$(@:-map=).py

wheel:
	@$(PYTHON) python/build_backend.py build/wheel

site:
	@tools/install_packages.sh site
	@python3 tools/documents/site.py build/site

verification: all
	@python3 tools/documents/verification.py $(RELEASE)/sinew

reference: configure
	@$(CMAKE) --build --preset release -j $(JOBS) --target make_reference
	$(RELEASE)/make_reference docs/reference.md

python-reference: all
	@PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=python $(PYTHON) tools/make_python_stubs.py

format:
	@tools/lint.sh fix

lint:
	@tools/install_packages.sh test
	@$(CMAKE) --preset clang >/dev/null
	@tools/check_includes.sh
	@tools/check_comments.sh
	@tools/lint.sh format
	@tools/lint.sh tidy

clean:
	@rm -rf build
