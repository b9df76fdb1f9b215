#!/usr/bin/env bash
# Checks the form of the sources and looks for common mistakes, with clang-format and clang-tidy, both version 14, and for calls that are
# not the same on every system.
#   scripts/lint.sh             everything: 4 to 5 minutes of processor time
#   scripts/lint.sh --changed   only files that differ from the last commit, or from COMMIT: --changed=COMMIT
#   scripts/lint.sh --calls     only the calls, in a second: the test `calls`
# Any finding is an error.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/setup.sh

since="" only_calls=""
case ${1:-} in
"") ;;
--calls) only_calls=1 ;;
--changed) since=HEAD ;;
--changed=?*) since=${1#--changed=} ;;
--help | -h)
    sed -n '2,7s/^# \{0,1\}//p' scripts/lint.sh
    exit 0
    ;;
*)
    echo "scripts/lint.sh: unknown argument $1; --changed, --changed=COMMIT, --calls or --help" >&2
    exit 2
    ;;
esac
[ $# -le 1 ] || {
    echo "scripts/lint.sh: at most one argument" >&2
    exit 2
}

# files PATTERNS...: the files to check, with a zero byte after each name.
files() {
    if [ -n "$since" ]; then
        { git diff -z --name-only --diff-filter=d "$since" -- "$@" && git ls-files -z --others --exclude-standard -- "$@"; } | sort -zu
    else
        git ls-files -z -- "$@"
    fi
}

# The only sources that call the operating system, and those that may use the standard library's functions below.
system='^src/base/\w+_(posix|linux|windows|web)\.[ch]pp$|^src/programs/slow/\w+_linux\.cpp$'
seams='^src/base/(number\.[ch]pp|threads\.hpp)$|^src/timestep/steady_clock\.hpp$'
found=0

# sources: the C++ files below src/ to check, with a zero byte after each name.
sources() { [ -n "$since" ] && files 'src/*.cpp' 'src/*.hpp' || find src -name '*.[ch]pp' -print0; }

# forbid INSTEAD PATTERN [EXCEPT]: reports each line of code outside comments that matches the pattern, in a file whose path does not match
# $system, $seams or EXCEPT.
forbid() {
    sources | grep -zvP "$system|$seams|${3:-^$}" | xargs -0 --no-run-if-empty grep -nHP "^(?:(?!//).)*?(?:$2)" || return 0
    echo "^ not the same on every system: use $1" >&2
    found=1
}

say "calls"
forbid base/system_files.hpp '#\s*include\s*<(unistd|fcntl|poll|io|direct|dirent|sys/(stat|types|file|statvfs))\.h>'
forbid base/mapped_file.hpp '#\s*include\s*<sys/mman\.h>'
forbid base/stopping.hpp '#\s*include\s*<(csignal|signal\.h|sys/signal\.h)>|\bSIG(INT|TERM|PIPE|HUP|QUIT|KILL|USR[12])\b'
forbid base/child_process.hpp '#\s*include\s*<(spawn|process|sys/wait)\.h>|\b(popen|pclose|system)\s*\('
forbid base/console.hpp '#\s*include\s*<(termios|conio|langinfo|sys/ioctl)\.h>|\b(isatty|setenv|unsetenv)\s*\('
forbid base/console.hpp '\b(environ|program_invocation(_short)?_name|(STDIN|STDOUT|STDERR)_FILENO)\b'
forbid base/path.hpp '#\s*include\s*<(glob|fnmatch)\.h>|\.native\(\)|\.string\(\)|\bu8path\b|\b(std::filesystem|fs)::path\{(?!"|\})'
forbid 'a function of src/base, declared for all systems and written once per system' \
    '#\s*include\s*<(pthread|sched|dlfcn|windows|pwd|netdb|sys/\w+|arpa/\w+|netinet/\w+|linux/\w+|mach/\w+)\.h>'
forbid base/system_files.hpp '\b(fileno|mkstemp|mkdtemp|realpath|_exit)\s*\('
forbid base/number.hpp '#\s*include\s*<charconv>|\b(from_chars|stoul|stoi|stod|strtod|strtol)\b'
forbid base/threads.hpp '#\s*include\s*<future>|\bstd::(jthread|async|future)\b'
forbid base/sleep.hpp '\bthis_thread::sleep_(for|until)\b|\b(nanosleep|usleep)\b'
forbid std::lgamma '\blgamma_r\b'
forbid 'a source *_web.cpp for the browser' 'emscripten|__EMSCRIPTEN__|\bEM_(JS|ASM)\b' '_web\.[ch]pp$'
sources | grep -z 'hpp$' | grep -zv '^src/timestep/' | xargs -0 --no-run-if-empty grep -L '^#pragma once$' | grep . &&
    echo "^ a header without #pragma once" >&2 && found=1
# Macros, so that a game may include a header of the library from the folder, from timestep.hpp and from a copy.
for header in $(sources | tr '\0' '\n' | grep '^src/timestep/.*hpp$'); do
    guard=TIMESTEP_$(echo "${header#src/timestep/}" | tr 'a-z/.' 'A-Z__')
    tr '\n' ' ' <"$header" | grep -q "#ifndef $guard #define $guard .*#endif \$" || { echo "$header: the include guard is not $guard" >&2 && found=1; }
done
sources | grep -zv '^src/export/exporter/' | # the exporter quotes its own templates
    xargs -0 --no-run-if-empty grep -lzP "fmt::format\([^;]*?'\{\}'" && echo "^ a text is quoted unescaped: use base::message" >&2 && found=1
# base::number_text() writes no exponent; base/number.cpp reads one from fmt, and generated code may have one.
sources | grep -zvP '^src/(base/number\.[ch]pp|export/exporter/)' |
    xargs -0 --no-run-if-empty grep -nHP '\{\w*:[-+ #<>^0-9.]*(\{\w*\})?[eEgG]\}|%[-+ #0-9.*]*[eEgG]"' | grep -vP '// (CSV|without an exponent)$' &&
    echo "^ users read no number with an exponent: use base::number_text" >&2 && found=1
[ -z "$only_calls" ] || exit $found

need "$build_packages $demo_packages clang-format-14 clang-tidy-14"
say "clang-format"
files '*.cpp' '*.hpp' | xargs -0 --no-run-if-empty clang-format-14 --dry-run --Werror
if [ -z "$(files 'src/*.cpp' | tr -d '\0')" ]; then
    say "no source below src/ to check with clang-tidy"
    exit 0
fi
build dev generated
say "clang-tidy"
files 'src/*.cpp' | grep -zvE '_(windows|web)\.cpp$' | # their headers are not on this system
    xargs -0 --no-run-if-empty -P "$(nproc)" -n 4 clang-tidy-14 -p build/dev --quiet --extra-arg=-Wno-unused-command-line-argument 2>/dev/null
exit $found
