#!/usr/bin/env python3
"""Checks on every file of src/ that it includes only from its own module and from those in its DEPENDS list (src/CMakeLists.txt), which
names only modules that stand above, so that no two modules depend on each other. Only the files of HOMES use the functions that compute
what a lane says of its motion, so that no view and no panel computes a second number."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)
ANGLED_INCLUDE = re.compile(r"^\s*#\s*include\s+<([^>]+)>", re.MULTILINE)
ARROWS = re.compile(r"^ *(?:module|describe)\((?P<module>[\w/]+)(?P<rest>.*?)ABOUT", re.MULTILINE | re.DOTALL)
HOMES = {  # where each of them may be used: the judge, means of whole runs, and values of single frames
    r"\bpictures_of\(": ("telemetry/pictures", "lab/lane/verdict.cpp"),
    r"\bScreenMotionMeter\b": ("telemetry/pictures", "lab/lane/lane.hpp", "lab/lane/verdict.cpp", "views/motion_strip.cpp"),
    r"\brecent_pictures\(": ("lab/lane/verdict", "lab/metrics/verdict_explanation.cpp", "views/motion_strip.cpp"),
    r"\bpicture_at\(": ("telemetry/pictures", "lab/metrics/metric_table.cpp", "views/plot_values.cpp"),
    r"\bFollowedBodyScreenJitterMeter\b": ("telemetry/metrics",),
    r"\bPictureTracker\b": ("telemetry/", "lab/metrics/step_rate_advice.cpp", "ranking/rank/candidate_runs.cpp"),
    r"\bjudge\(": ("lab/lane/", "lab/metrics/verdict_text.hpp"),
}


def arrows():
    """The modules that each module depends on, in the order of src/CMakeLists.txt."""
    depends = {}
    for match in ARROWS.finditer((ROOT / "src/CMakeLists.txt").read_text(encoding="utf-8")):
        words = match["rest"].split()
        start = words.index("DEPENDS") + 1 if "DEPENDS" in words else len(words)
        end = next((words.index(word) for word in ("LIBS", "SOURCES") if word in words), len(words))
        depends[match["module"]] = words[start:end]
    return depends


def module_of(path, modules):
    """The module of a file below src/: the nearest folder above the file that is a module; None if there is none."""
    return next((folder.as_posix() for folder in pathlib.PurePosixPath(path).parents if folder.as_posix() in modules), None)


def wrong_depends(depends):
    """Yields an error for each module that depends on a module below itself in src/CMakeLists.txt."""
    above = set()
    for module, others in depends.items():
        yield from (f"src/CMakeLists.txt: {module} depends on {other}, which must stand above it" for other in others if other not in above)
        above.add(module)
    if depends.get("timestep"):
        yield "src/CMakeLists.txt: timestep depends on nothing of ours"


def wrong_includes(name, text, depends):
    """Yields an error for each include line of a file below src/ that its module does not allow."""
    module = module_of(name, depends)
    if module is None:
        yield f"src/{name}: is in no module() of src/CMakeLists.txt"
        return
    for target in (module_of(include, depends) for include in INCLUDE.findall(text)):
        if target not in (None, module, *depends[module]):
            yield f"src/{name}: {module} may not include from {target}"
    if module == "timestep":
        yield from (f"src/{name}: the library includes only the standard library, not <{header}>" for header in ANGLED_INCLUDE.findall(text) if "." in header)


def wrong_homes(name, text):
    """Yields an error for each function of HOMES that another file uses. Comments count, too."""
    yield from (f"src/{name}: may not use {pattern}" for pattern, homes in HOMES.items() if re.search(pattern, text) and not name.startswith(homes))


def main():
    depends = arrows()
    files = sorted((ROOT / "src").rglob("*.[ch]pp"))
    texts = {path.relative_to(ROOT / "src").as_posix(): path.read_text(encoding="utf-8") for path in files}
    wrong = [*wrong_depends(depends), *(error for name, text in texts.items() for error in (*wrong_includes(name, text, depends), *wrong_homes(name, text)))]
    # An error that is not found would make all of this worthless.
    assert list(wrong_depends({"base": ["lab"], "lab": []})) and list(wrong_includes("lab/a.cpp", '#include "base/b.hpp"', {"lab": [], "base": []}))
    assert list(wrong_homes("views/a.cpp", "pictures_of(frames)")) and not list(wrong_homes("lab/lane/verdict.cpp", "pictures_of(frames)"))
    assert list(wrong_includes("timestep/a.hpp", "#include <fmt/core.h>", {"timestep": []}))
    print("\n".join(wrong) if wrong else f"{len(texts)} files keep to the arrows of {len(depends)} modules")
    return 1 if wrong or len(texts) < 20 or len(depends) < 20 else 0


if __name__ == "__main__":
    sys.exit(main())
