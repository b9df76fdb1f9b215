// Tests common to all commands: exit codes, --quiet, no colours or progress without a terminal; a command never
// overwrites a file that it reads, and unfinished output leaves no file.
#include "lab_program.hpp"
#include "programs/command_line/options.hpp"
#include "programs/timestep_lab/command.hpp"

#include <CLI/App.hpp>
#include <fcntl.h>
#include <unistd.h>

#include <csignal>

using namespace std::string_literals;

namespace
{

namespace fs = std::filesystem;

constexpr const char* four_frames = "frame_ns\n16666667\n16666667\n33333333\n16666667\n";

struct Use
{
    std::string command;
    std::string rest; ///< IN stands for the file that is read, OUT for the file that is written
};

// One use of every command that both reads and writes a file.
const std::vector<Use> uses{{"convert", "IN --to presentmon -o OUT"},
                            {"report", "IN --hz 60 --loops fixed -o OUT"},
                            {"plan", "--frames IN --csv OUT"},
                            {"run", "--recording IN --csv OUT"},
#ifdef TIMESTEP_SLOW
                            {"slow", "--recording IN --csv OUT -- true"},
#endif
                            {"run", "--lane fixed,recording=IN --csv OUT"}};

std::string with(std::string text, const std::string& from, const std::string& to)
{
    const auto at = text.find(from);
    REQUIRE(at != text.npos);
    return text.replace(at, from.size(), to);
}

std::string line_of(const Use& use, const fs::path& in, const fs::path& out)
{
    return use.command + " " + with(with(use.rest, "IN", in.string()), "OUT", out.string());
}

bool writes_file(const CLI::Option& option) { return option.check_name("--output") || option.check_name("--csv"); }

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

TEST_CASE("the list of uses below has every command that reads and writes files")
{
    const auto program = timestep_lab::make_parser();
    std::set<std::string> wanted, tried;
    for (const CLI::App* command : program->get_subcommands([](const CLI::App*) { return true; }))
    {
        bool reads = false, writes = false;
        for (const CLI::Option* option : command->get_options())
            (writes_file(*option) ? writes : reads) |= command_line::accepts_file(*option);
        if (reads && writes) wanted.insert(command->get_name());
    }
    for (const Use& use : uses) tried.insert(use.command);
    for (const std::string& command : wanted)
        CHECK_MESSAGE(
            tried.contains(command), "add a row for the command '", command,
            "' to `uses` in tests/programs/timestep_lab/files_test.cpp, then run: ctest --preset release -R '^cli$'");
    for (const std::string& command : tried)
        CHECK_MESSAGE(wanted.contains(command), "'", command, "' is no command that reads and writes files; delete its",
                      " row of `uses` in tests/programs/timestep_lab/files_test.cpp, then run: ctest --preset release "
                      "-R '^cli$'");
}

TEST_CASE_FIXTURE(WithScratch,
                  "an output that is also the input is refused, also through links, and the input is unchanged")
{
    const std::string a = scratch.file("a.csv", four_frames);
    fs::create_symlink("a.csv", scratch.path("soft.csv"));
    fs::create_hard_link(a, scratch.path("hard.csv"));
    for (const Use& use : uses)
        for (const char* const out : {"a.csv", "soft.csv", "hard.csv"})
        {
            check_refused(line_of(use, a, scratch.path(out)), out + std::string{" is also the file that "});
            CHECK(text_of(a) == four_frames);
            CHECK(scratch.names() == std::vector<std::string>{"a.csv", "hard.csv", "soft.csv"});
        }
    check_refused("run --lane fixed,recording=" + a + " --lane name=a,recording=" + a + " --csv " +
                      scratch.path("x.csv").string() + " --csv " + scratch.path("y").string(),
                  "--csv");
}

TEST_CASE_FIXTURE(WithScratch, "standard output that is appended to the input is refused, too")
{
    const std::string a = scratch.file("a.csv", four_frames);
    const std::string line =
        "'" TIMESTEP_LAB "' convert '" + a + "' --to presentmon >>'" + a + "' 2>'" + scratch.path("err").string() + "'";
    CHECK(WEXITSTATUS(std::system(line.c_str())) == 2);
    CHECK(text_of(a) == four_frames);
}

TEST_CASE_FIXTURE(WithScratch,
                  "output through a link goes to its target, a folder is refused, and a device stays a device")
{
    const std::string a = scratch.file("a.csv", four_frames);
    fs::create_directories(scratch.path("folder"));
    fs::create_symlink("folder/b.csv", scratch.path("link"));
    for (const Use& use : uses)
    {
        CAPTURE(use.rest);
        check_refused(line_of(use, a, scratch.path("folder")), "it is a folder");
        if (use.command == "slow") continue; // `true` presents no frame, so nothing is written
        fs::remove(scratch.path("folder/b.csv"));
        CHECK(run_lab(line_of(use, a, scratch.path("link"))).code == 0);
        CHECK(fs::is_symlink(scratch.path("link")));
        CHECK(fs::file_size(scratch.path("folder/b.csv")) > 0);
        CHECK(run_lab(line_of(use, a, "/dev/null")).code == 0);
        CHECK(fs::is_character_file("/dev/null"));
        check_refused(line_of(use, a, "/dev/full"), "No space left on device");
    }
}

// Starts a command, sends it this signal when its temporary file exists, and returns its status.
int status_of_stopped(int signal, const Scratch& scratch)
{
    const std::string out = scratch.path("out.csv").string();
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0)
    {
        std::signal(signal, SIG_DFL);
        execl(TIMESTEP_LAB, TIMESTEP_LAB, "run", "--lane", "fixed", "--seconds", "1e6", "--csv", out.c_str(), nullptr);
        _exit(127);
    }
    int status = 0;
    while (scratch.names().empty())
    {
        REQUIRE(waitpid(child, &status, WNOHANG) == 0); // the command is still running
        usleep(100);
    }
    kill(child, signal);
    REQUIRE(waitpid(child, &status, 0) == child);
    return status;
}

TEST_CASE_FIXTURE(WithScratch,
                  "a stopped command leaves no file; the file left by a killed one is removed by the next command")
{
    for (const int signal : {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE})
    {
        CAPTURE(signal);
        const Scratch unkilled;
        CHECK(WTERMSIG(status_of_stopped(signal, unkilled)) == signal);
        CHECK(unkilled.names().empty());
    }
    CHECK(WTERMSIG(status_of_stopped(SIGKILL, scratch)) == SIGKILL);
    CHECK(scratch.names().size() == 1);
    CHECK(run_lab("run --lane fixed --frames 2 --csv " + scratch.path("out.csv").string()).code == 0);
    CHECK(scratch.names() == std::vector<std::string>{"out.csv"});
}

TEST_CASE("in a pipe every command prints only to stdout, the same each time, without colours or progress")
{
    for (const std::string& use : commands)
    {
        CAPTURE(use);
        const Ran ran = printed(use), again = run_lab(use);
        CHECK(ran.err.empty());
        CHECK_FALSE(ran.out.empty());
        CHECK(ran.out == again.out);
        CHECK_FALSE(ran.says("\x1B"));
        CHECK_FALSE(ran.says("\r"));
    }
}

TEST_CASE("--quiet is accepted before and after every command, and keeps the answer" * doctest::skip(is_sanitized))
{
    for (const std::string& use : commands)
    {
        CAPTURE(use);
        const Ran before = printed("--quiet " + use), after = run_lab(use + " --quiet");
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
    for (const std::string& command : {"inspect"s, "rank"s, "convert --to frame_ns"s, "plan --frames"s,
                                       "run --recording"s, "report -o -"s, "compare " + a_recording})
    {
        check_refused(command + " /no/such/file.csv", "/no/such/file.csv");
        check_refused(command + " " + fixtures + "mangohud_sampled.csv", "log_interval=0");
    }
    check_refused("lesson /no/such/file.toml", "/no/such/file.toml");
    for (const std::string& command : {"export --loop fixed"s, "convert " + a_recording + " --to frame_ns"})
        check_refused(command + " -o /no/such/file", "/no/such/file: cannot be written: No such file or directory");
    check_refused("", "subcommand");
    check_refused("no-such-command", "no-such-command");
}

TEST_CASE("two formats in one stream are refused")
{
    for (const char* const command : {"run --seconds 1", "faults", "plan --seconds 1", "run --seconds 1 --starts 2"})
    {
        const Ran ran = run_lab(command + std::string{" --csv - --json"});
        CAPTURE(command);
        CHECK(ran.code == 2);
        CHECK(ran.out.empty());
    }
    check_refused("run --seconds 1 --csv - --json",
                  "--json and --csv - both write to the standard output: give --csv the name of a file");
    check_refused("rate --json --svg -", "--json and --svg - both write to the standard output");
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
