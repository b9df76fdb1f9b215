// Tests common to all commands: exit codes, --quiet, and no colours or progress without a terminal.
#include "terminal.hpp"
#include "thorough.hpp"

#include <vector>

namespace
{

// A valid use of each command that reads or computes something.
const std::vector<std::string> commands{"inspect " + a_recording,
                                        "rank " + a_recording + " --hz 60",
                                        "report " + a_recording + " --hz 60 -o -",
                                        "compare " + a_recording + " " + a_recording,
                                        "convert " + a_recording + " --to frame_ns",
                                        "plan --frames tests/recordings/formats/fixtures/frame_ns.csv",
                                        "run --lane fixed --frames 20",
                                        "lesson fifty-on-sixty",
                                        "export --loop fixed",
                                        "export --list",
                                        "list loops",
                                        "list metrics",
                                        "completion bash"};

} // namespace

TEST_CASE("in a pipe every command prints only to stdout, the same each time, without colours or progress")
{
    for (const std::string& use : commands)
    {
        CAPTURE(use);
        const Ran ran = run_lab(use), again = run_lab(use);
        CHECK(ran.code == 0);
        CHECK(ran.err.empty());
        CHECK_FALSE(ran.out.empty());
        CHECK(ran.out == again.out);
        CHECK(ran.out.find('\x1B') == ran.out.npos);
        CHECK(ran.out.find('\r') == ran.out.npos);
    }
}

TEST_CASE("--quiet is accepted before and after every command, and keeps the answer" * doctest::skip(is_sanitized))
{
    for (const std::string& use : commands)
    {
        CAPTURE(use);
        const Ran before = run_lab("--quiet " + use), after = run_lab(use + " --quiet");
        CHECK(before.code == 0);
        CHECK(before.out == after.out);
        CHECK_FALSE(before.out.empty());
        CHECK(before.out.size() <= run_lab(use).out.size());
    }
}

TEST_CASE("wrong usage of any command is exit code 2 with one line on stderr and nothing on stdout")
{
    for (const std::string& use : commands)
    {
        const std::string command = use.substr(0, use.find(' '));
        check_refused(command + " --no-such-flag", "--");
    }
    for (const char* const command : {"inspect", "rank", "convert --to frame_ns", "plan --frames", "run --recording"})
        check_refused(std::string{command} + " /no/such/file.csv", "/no/such/file.csv");
    check_refused("report /no/such/file.csv -o -", "/no/such/file.csv");
    check_refused("compare /no/such/file.csv " + a_recording, "/no/such/file.csv");
    check_refused("lesson /no/such/file.toml", "/no/such/file.toml");
    check_refused("export --loop fixed -o /no/such/file.hpp", "/no/such/file.hpp");
    check_refused("convert " + a_recording + " --to frame_ns -o /no/such/file.csv", "/no/such/file.csv");
    check_refused("", "subcommand");
    check_refused("no-such-command", "no-such-command");
}

TEST_CASE("a failed check is exit code 1")
{
    const Scratch scratch;
    const std::string wrong =
        scratch.file("wrong.toml", "title = \"t\"\nwatch = \"w\"\nquestion = \"q\"\n"
                                   "answers = [\"a\", \"b\"]\nright = 1\n"
                                   "explanation = \"e\"\nseconds = 1\nassert = [\"a.speed == 2\"]\n"
                                   "[[lane]]\nname = \"a\"\nloop = \"fixed\"\n");
    const Ran ran = run_lab("lesson '" + wrong + "'");
    CAPTURE(ran.err);
    CHECK(ran.code == 1);
    CHECK(ran.out.find("FAILED") != std::string::npos);
}

TEST_CASE("on a terminal progress is shown and erased; --quiet hides it, and NO_COLOR removes colours")
{
    if (!can_make_terminals()) return;
    const std::string rank = "rank " + a_recording + " --hz 60";
    CHECK(on_terminal("env -u NO_COLOR", rank).find("\rranking [") != std::string::npos);
    CHECK(on_terminal("env -u NO_COLOR", rank).find("\r\x1B[K") != std::string::npos);
    CHECK(on_terminal("env -u NO_COLOR", rank + " --quiet").find("ranking [") == std::string::npos);
    if (is_sanitized) return; // other tests run these commands with sanitizers
    for (const std::string& use : commands)
    {
        CAPTURE(use);
        CHECK(on_terminal("NO_COLOR=1", use + " --quiet").find('\x1B') == std::string::npos);
        CHECK(on_terminal("TERM=dumb env -u NO_COLOR", use).find('\x1B') == std::string::npos);
    }
}
