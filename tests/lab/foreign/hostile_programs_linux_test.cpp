// 200 programs that are no loops: each gives one line, and none is left running.
#include "loop_programs_linux.hpp"

#include "lab/diagnosis/diagnosis.hpp"

#include <chrono>
#include <csignal>

using namespace loop_programs;

namespace
{

int tried_count = 0;

// The program must fail with one printable line that contains `part`.
void check_refused(const lab::LoopCommand& command, const std::string& part = "")
{
    CAPTURE(command.back() == marker() ? command[2] : command.back());
    const std::string error = error_of(command);
    CHECK(error != "");
    CHECK(error.size() < 700);
    CHECK(std::ranges::none_of(error, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 127; }));
    CHECK_MESSAGE(error.find(part) != error.npos, error);
    CHECK_THROWS_AS(lab::diagnose_program(command, {}), base::BadInput); // conform refuses it, too
    ++tried_count;
}

// printf turns \0, \r and so on into bytes.
std::string printing(const std::string& text) { return "printf '" + text + "\\n'"; }

} // namespace

TEST_CASE("hostile programs")
{
    // Greetings.
    for (const std::string greeting : {"",
                                       " ",
                                       "hello",
                                       "hello 1",
                                       "hello 2 x",
                                       "hello 0 x",
                                       "hello -1 x",
                                       "hello one x",
                                       "hello 1.0 x",
                                       "Hello 1 x",
                                       "HELLO 1 x",
                                       "plan 1 0.01 1",
                                       "ready",
                                       "hello\\0001\\000x",
                                       "\\033[31mhello 1 x",
                                       "\\377\\376",
                                       "reset",
                                       "error",
                                       "frame 1",
                                       "hello 99999999999999999999 x",
                                       "{\"hello\": 1}",
                                       "hello1 x",
                                       "\\357\\273\\277hello 1 x"})
        check_refused(shell("read line; " + printing(greeting) + "; sleep 9"));

    // Each value of a plan, and whole lines.
    const std::vector<std::string> no_numbers{
        "nan",   "NaN", "-nan", "inf",   "-inf", "Infinity", "12,5", "0x10", "1e999",     "1e",
        "abc",   "--1", "1-",   "1.2.3", "+",    "-",        "null", "None", "undefined", "true",
        "1_000", "1d0", "1f",   "$1",    "１",   "1/60",     "0b1",  "e",    "1\\0002"};
    for (const std::string& text : no_numbers)
    {
        check_refused(answering(printing("plan " + text + " 0.01 1")), "line 2 of its output");
        check_refused(answering(printing("plan 1 " + text + " 1")), "line 2 of its output");
        check_refused(answering(printing("plan 1 0.01 " + text)), "line 2 of its output");
        check_refused(answering(printing("plan 1 0.01 1 tail=" + text)), "line 2 of its output");
    }
    for (const std::string text : {"-1", "1.5", "1000001", "99999999999999999999", "1e3"})
        check_refused(answering(printing("plan " + text + " 0.01 1")), "STEPS");
    for (const std::string text : {"-0.01", "1e10", "1e300"})
        check_refused(answering(printing("plan 1 " + text + " 1")), "SECONDS");
    for (const std::string values : {"0.016 1e300", "0.016 -1e300", "1e9 1e9", "1e-300 -1e306", "86400 1.01"})
        check_refused(answering(printing("plan 1 " + values)), "ALPHA x SECONDS");
    for (const std::string word :
         {"tail=-1", "tail=", "wait=-1", "wait=10000000001", "wait=1.5", "stepped=", "stepped=1.0", "carried=x",
          "dropped=9999999999999999999", "draw=", "draw=Latest", "draw=blend"})
        check_refused(answering(printing("plan 1 0.01 1 " + word)), word.substr(0, word.find('=') + 1));
    for (const std::string line :
         {"", " ", "plan", "plan 1", "plan 1 0.01", "Plan 1 0.01 1", "PLAN 1 0.01 1", "plan=1 0.01 1", "plan1 0.01 1",
          "1 0.01 1", "debug: dt=0.016", "hello 1 x", "reset", "frame 16666667", "\\000", "\\000plan 1 0.01 1",
          "plan\\0001 0.01 1", "\\033]0;title\\007", "<plan/>"})
        check_refused(answering(printing(line)), "line 2 of its output");
    check_refused(answering("echo error my own words"), "my own words");
    check_refused(answering("echo error"), "reports");
    check_refused(answering("echo plan 1000000 1e9 1"), "36 years");
    check_refused(answering("echo plan 1 1152921504 0"), "73 years");
    check_refused(answering(printing("plan 1 0.01 1\\nplan 1 0.01 1")), "before it was asked");
    check_refused(answering("echo plan 1 0.01 1; echo debug; sleep 0.05"), "");

    // Before it is asked, without a line end, without end, never.
    check_refused(shell(printing("hello 1 x\\nplan 1 0.01 1") + "; read line; sleep 9"), "before it was asked");
    check_refused(shell("yes plan 1 0.01 1"));
    check_refused(shell("yes hello 1 x"), "before it was asked");
    check_refused(answering("head -c 1001 /dev/zero | tr '\\000' x; sleep 9"), "no line end within 1000 bytes");
    check_refused(answering("head -c 10000000000 /dev/zero"), "no line end within 1000 bytes");
    check_refused(answering("cat /dev/urandom"), "");
    check_refused(answering("head -c 999 /dev/zero | tr '\\000' x; echo"), "line 2 of its output");
    check_refused(answering("sleep 9"), "no answer to frame 1 within 1 s");
    check_refused(answering("while :; do :; done"), "no answer to frame 1 within 1 s");
    check_refused(answering("while :; do echo endless >&2; done"), "no answer to frame 1 within 1 s");
    check_refused(answering("printf 'plan 1 0.01 1'"), "no answer to frame 1 within 1 s");

    // It ends, closes its streams, or cannot be started.
    check_refused(shell(""), "ended with exit code 0 before its first frame");
    check_refused(shell("exit 3"), "exit code 3");
    check_refused(answering("echo 'SyntaxError: line 7' >&2; exit 1"), "exit code 1 at frame 1: SyntaxError: line 7");
    check_refused(answering("printf '\\033[31mred\\n\\n' >&2; exit 1"), "red");
    check_refused(answering("kill -9 $$"), "exit code 137");
    check_refused(answering("kill -SEGV $$"), "exit code 139");
    check_refused(answering("exec >&-; sleep 9"), "closed its standard input or output");
    check_refused(shell("read line; echo hello 1 x; exec <&-; sleep 0.3; echo plan 1 0.01 1; sleep 9"), "");
    check_refused({"/no/such/program"}, "cannot be started");
    check_refused({"."}, "cannot be started");
    check_refused({"/dev/null"}, "cannot be started");
    check_refused({"no-such-program\x1b[31m"}, "cannot be started");

    // It does not want to end: descendants, other sessions, ignored signals.
    const std::string ignoring = "trap '' TERM HUP INT PIPE; ";
    check_refused(shell(ignoring + "read line; echo hello 1 x; while :; do sleep 1; done"), "no answer");
    check_refused(shell(ignoring + "(while :; do sleep 1; done) & (while :; do sleep 1; done) & exit 0"), "");
    check_refused(shell("sh -c 'while :; do sleep 1; done' " + marker() + " & exit 4"), "");
    check_refused(shell("setsid sh -c 'trap \"\" TERM; while :; do sleep 1; done' " + marker() + " & exit 4"), "");
    check_refused(
        shell("for i in 1 2 3 4 5 6 7 8 9; do setsid sh -c '(sleep 60) & sleep 60' " + marker() + " & done; exit 4"),
        "");
    check_refused(answering("f() { sleep 60 & }; for i in 1 2 3 4 5 6 7 8; do f; done; echo no"), "no");
    CHECK(left_running() == "");
    CHECK_MESSAGE(tried_count >= 200, tried_count);
}

TEST_CASE("lines of odd but valid form are accepted")
{
    for (const std::string script :
         {"printf 'plan 1 0.01 1\\r\\n'", "printf 'plan   1\\t0.01  1\\n'", "echo plan 1 0.01 1 unknown=5 x=y z",
          "echo plan 0 0 1", "echo plan 1 1e-2 -7.5e3", "echo plan 01 .01 1.",
          "echo plan 1 0.01 1 stepped=-5 carried=-5 dropped=-5", "echo 'a line' >&2; echo plan 1 0.01 1",
          "head -c 200000 /dev/zero >&2; echo plan 1 0.01 1",
          "printf pl; sleep 0.01; printf 'an 1 0.'; sleep 0.01; echo 01 1"})
    {
        CAPTURE(script);
        CHECK(error_of(answering(script)) == "");
    }
    CHECK(left_running() == "");
}
