#!/usr/bin/env python3
"""Checks the rules of docs/architecture.md on every file of src/.

A file includes only from its own module and from those in its DEPENDS list (src/CMakeLists.txt), which names only modules that stand above.
Every header has #pragma once. A source includes its own header first, which proves that the header compiles alone; for headers without a
source, tests/CMakeLists.txt does the same. The files in LONGEST stay within their number of lines. Only sources of src/base named
*_posix.cpp, *_linux.cpp and *_windows.cpp call the operating system, and those of the shim (src/programs/slow) named *_linux.cpp, because
the shim is code between a game and its system. What only the browser has is in whole files, *_web.*, of BROWSER's folders, at most
LINES_FOR_BROWSER lines in all. A message that quotes a text escapes it."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)
LONGEST = {"src/timestep/presets.hpp": 90}  # lines, of a file or of each below a folder
SYSTEM = re.compile(r"src/base/\w+_(posix|linux|windows|web)\.cpp|src/programs/slow/\w+_linux\.cpp")  # the only sources that call the operating system
FORBIDDEN = {  # the most lines of a file, or of each file below a folder
    r"#\s*include\s*<(unistd|fcntl|poll|io|direct|dirent|sys/(stat|types|file|statvfs))\.h>": "base/system_files.hpp",
    r"#\s*include\s*<sys/mman\.h>": "base/mapped_file.hpp",  # pattern: header to use instead; for all sources that SYSTEM does not match
    r"#\s*include\s*<(csignal|signal\.h|sys/signal\.h)>": "base/stopping.hpp",
    r"#\s*include\s*<(spawn|process|sys/wait)\.h>": "base/child_process.hpp",
    r"#\s*include\s*<(termios|conio|langinfo|sys/ioctl)\.h>": "base/console.hpp",
    r"#\s*include\s*<(glob|fnmatch)\.h>": "base/path.hpp",
    r"#\s*include\s*<(pthread|sched|dlfcn|windows|pwd|netdb|sys/\w+|arpa/\w+|netinet/\w+|linux/\w+|mach/\w+)\.h>":
        "a function of src/base, declared for all systems and written once per system",
    r"\b(popen|pclose|system)\s*\(": "base/child_process.hpp",
    r"\b(fileno|mkstemp|mkdtemp|realpath|_exit)\s*\(": "base/system_files.hpp",
    r"\b(isatty|setenv|unsetenv)\s*\(": "base/console.hpp",
    r"\bSIG(INT|TERM|PIPE|HUP|QUIT|KILL|USR[12])\b": "base/stopping.hpp",
    r"\b(environ|program_invocation(_short)?_name|(STDIN|STDOUT|STDERR)_FILENO)\b": "base/console.hpp or base/system_files.hpp",
    r"#\s*include\s*<charconv>|\b(from_chars|stoul|stoi|stod|strtod|strtol)\b": "base/number.hpp",
    r"#\s*include\s*<future>|\bstd::(jthread|async|future)\b": "base/threads.hpp",
    r"\bthis_thread::sleep_(for|until)\b|\b(nanosleep|usleep)\b": "base/sleep.hpp",
    r"\blgamma_r\b": "std::lgamma",
    r"\.native\(\)|\.string\(\)|\bu8path\b": "base/path.hpp",
    r"\b(std::filesystem|fs)::path\{(?!\"|\})": "base/path.hpp",
}
BROWSER = ("src/base", "src/draw/gl", "src/programs")
LINES_FOR_BROWSER = 400
SEAMS = {  # sources that may use the standard library's functions above
    "src/base/number.hpp", "src/base/number.cpp", "src/base/threads.hpp", "src/timestep/steady_clock.hpp"}
ARROWS = re.compile(r"^ *(?:module\((?P<module>[\w/]+)|(?:program|shim)\(\w+(?: O1)? FROM (?P<program>[\w/]+))(?P<rest>.*?)ABOUT", re.MULTILINE | re.DOTALL)


def arrows():
    """Returns the modules that each module depends on, in the order of src/CMakeLists.txt."""
    depends = {}
    for match in ARROWS.finditer((ROOT / "src/CMakeLists.txt").read_text()):
        words = match["rest"].split()
        start = words.index("DEPENDS") + 1 if "DEPENDS" in words else len(words)
        end = next((words.index(word) for word in ("LIBS", "SOURCES") if word in words), len(words))
        depends[match["module"] or match["program"]] = words[start:end]
    return depends


def left_out():
    """Yields an error for each description of a module that does not stand whole in docs/architecture.md."""
    page = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    for about in re.findall(r'ABOUT "([^"]+)"', (ROOT / "src/CMakeLists.txt").read_text(encoding="utf-8")):
        if about not in page:
            yield f'docs/architecture.md lacks "{about}"; run: cmake --build --preset release --target docs'


def upward(depends):
    """Yields an error for each module that depends on a module below itself in src/CMakeLists.txt; so no two modules depend on each
    other."""
    above = set()
    for module, others in depends.items():
        yield from (f"src/CMakeLists.txt: {module} depends on {other}, which must stand above it" for other in others if other not in above)
        above.add(module)


def module_of(path, modules):
    """Returns the module of a file below src/: the nearest folder above the file that is a module."""
    return next((folder.as_posix() for folder in pathlib.PurePosixPath(path).parents if folder.as_posix() in modules), None)


def form(path, text):
    """Returns the errors in the first lines of a file: a missing #pragma once, or a source that does not include its
    own header first."""
    if path.suffix == ".hpp":
        return [] if "\n#pragma once\n" in f"\n{text}" else ["no #pragma once"]
    own = path.with_name(re.sub(r"(_posix|_linux|_windows|_web|_desktop)?\.cpp$", ".hpp", path.name))
    first = next((line for line in text.splitlines() if line.startswith("#include")), "")
    if not own.exists() or first == f'#include "{own.relative_to(ROOT / "src")}"':
        return []
    return [f"its own header must be the first that it includes, before {first}"]


def without_comments(text):
    return re.sub(r"//[^\n]*", "", text)


def forbidden(name, text):
    """Returns an error for each use of the operating system in the file `name`, such as
    src/programs/timestep_lab/main.cpp."""
    if SYSTEM.fullmatch(name) or name in SEAMS:
        return []
    found = {}
    for pattern, instead in FORBIDDEN.items():
        for match in re.finditer(pattern, without_comments(text)):
            found.setdefault(match.start(), f"{match[0]} is not the same on every system: use {instead}")
    return list(found.values())


def too_long():
    """Yields an error for each file that is longer than LONGEST allows; such a file holds more than one thing."""
    for place, most in LONGEST.items():
        for path in sorted((ROOT / place).rglob("*.[ch]pp")) if (ROOT / place).is_dir() else [ROOT / place]:
            lines = len(path.read_text().splitlines())
            if lines > most:
                yield f"{path.relative_to(ROOT)}: {lines} lines, {most} at most"


def for_browser():
    """Yields an error for browser code outside its files, for such a file in another folder, and if they have too many lines."""
    lines = 0
    for path in sorted((ROOT / "src").rglob("*.*")):
        name, text = path.relative_to(ROOT).as_posix(), path.read_text()
        if path.stem.endswith("_web"):
            lines += len(text.splitlines())
            if not name.startswith(BROWSER):
                yield f"{name}: code of the browser belongs below {', '.join(BROWSER)}"
        elif re.search(r"emscripten|__EMSCRIPTEN__|\bEM_(JS|ASM)\b", without_comments(text)) and path.name != "CMakeLists.txt":
            yield f"{name}: code of the browser belongs in a file *_web.cpp"
    if lines > LINES_FOR_BROWSER:
        yield f"src/: {lines} lines for the browser, {LINES_FOR_BROWSER} at most"


def unescaped(path, text):
    """Returns an error for each message that quotes a text without escaping it."""
    if path.relative_to(ROOT / "src").parts[:2] == ("export", "exporter"):
        return []  # the exporter quotes its own recipes
    return [f"a text is quoted unescaped, use base::message: {quote}" for quote in re.findall(r"fmt::format\([^;]*?'{}'", text)]


def main():
    depends = arrows()
    wrong = list(upward(depends))
    checked = 0
    for path in sorted((ROOT / "src").rglob("*.[ch]pp")):
        checked += 1
        text = path.read_text()
        name = path.relative_to(ROOT).as_posix()
        module = module_of(path.relative_to(ROOT / "src").as_posix(), depends)
        if module is None:
            wrong.append(f"{name}: is in no room() and no program() of src/CMakeLists.txt")
            continue
        wrong += [f"{name}: {what}" for what in form(path, text) + forbidden(name, text) + unescaped(path, text)]
        for target in (module_of(include, depends) for include in INCLUDE.findall(text)):
            if target not in (None, module, *depends[module]):
                wrong.append(f"{name}: {module} may not include from {target}")
    wrong += [*too_long(), *for_browser(), *left_out()]
    if depends.get("timestep"):
        wrong.append("src/CMakeLists.txt: timestep depends on nothing of ours")
    print("\n".join(wrong) if wrong else f"{checked} files keep to the arrows of {len(depends)} modules")
    return 1 if wrong or checked < 20 else 0


if __name__ == "__main__":
    sys.exit(main())
