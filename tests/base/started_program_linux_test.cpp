#include "base/started_program.hpp"

#include "base/shared_memory.hpp"
#include "base/sleep.hpp"
#include "base/window_closing.hpp"
#include "scratch.hpp"

#include <unistd.h>

using namespace std::chrono_literals;

namespace
{

int code_of(base::StartedProgram& program)
{
    while (!program.poll_exit_code()) base::sleep_for(1ms);
    return *program.poll_exit_code();
}

base::LaunchOptions shell(const std::string& script) { return {.command_line = {"sh", "-c", script}}; }

} // namespace

TEST_CASE(
    "a started program and its orphans give their exit codes, or 128 and the number of the signal that ended them")
{
    base::StartedProgram ends{shell("exit 7")};
    CHECK(code_of(ends) == 7);
    base::StartedProgram waits{shell("while true; do sleep 1; done")};
    CHECK_FALSE(waits.poll_exit_code().has_value());
    waits.kill_process_tree();
    CHECK(code_of(waits) == 137);
    base::LaunchOptions launch = shell("sh -c 'sleep 0.1; exit 5' & echo $!");
    launch.stdout_target = base::OutputTarget::captured;
    base::StartedProgram launcher{launch};
    CHECK(code_of(launcher) == 0);
    const int orphan = std::stoi(launcher.read_new_output());
    while (!launcher.poll_process_tree().empty()) base::sleep_for(1ms);
    CHECK(launcher.reaped_exit_code(orphan) == 5);
}

TEST_CASE("a program that does not exist cannot be started, and the error says why")
{
    CHECK_THROWS_WITH((base::StartedProgram{{.command_line = {"/no/such/program"}}}),
                      "/no/such/program cannot be started: No such file or directory");
}

TEST_CASE("a started program gets the variables that are set, not those that are removed, and its output is kept")
{
    setenv("STARTED_REMOVED", "1", 1);
    setenv("STARTED_CHANGED", "1", 1);
    base::LaunchOptions start = shell("echo \"$STARTED_NEW $STARTED_CHANGED ${STARTED_REMOVED-none}\"; echo error >&2");
    start.environment_changes = {{"STARTED_NEW", "a b"}, {"STARTED_CHANGED", "2"}, {"STARTED_REMOVED", ""}};
    start.stdout_target = start.stderr_target = base::OutputTarget::captured;
    base::StartedProgram program{start};
    code_of(program);
    CHECK(program.read_new_output() == "a b 2 none\nerror\n");
    CHECK(program.read_new_output().empty());
}

TEST_CASE_FIXTURE(WithScratch,
                  "the processes of a program include those whose parents have ended, and its end ends them")
{
    const std::string file = scratch.path("pid").string();
    for (const std::string start : {"", "setsid "})
    {
        int orphan = 0;
        {
            const base::StartedProgram other{shell("sleep 1000")};
            base::StartedProgram program{shell(start + "sleep 1000 & echo $! > " + file)};
            CHECK(code_of(program) == 0);
            orphan = std::stoi(text_of(file));
            if (!start.empty())
                while (getsid(orphan) != orphan) base::sleep_for(1ms);
            CHECK(program.poll_process_tree() == std::vector<int>{orphan});
            CHECK_FALSE(base::executable_path_of(orphan).empty());
        }
        CHECK(base::executable_path_of(orphan).empty());
    }
}

TEST_CASE("shared memory begins with zeros, and another file on its path has the same bytes")
{
    const base::SharedMemory memory{100'000};
    CHECK(memory.bytes().size() == 100'000);
    CHECK(memory.bytes()[99'999] == std::byte{0});
    memory.bytes()[99'999] = std::byte{42};
    CHECK(text_of(memory.path()).back() == 42);
}

TEST_CASE("another process cannot change the size of shared memory")
{
    const base::SharedMemory memory{100'000};
    for (const std::uintmax_t size : {std::uintmax_t{0}, std::uintmax_t{99'999}, std::uintmax_t{200'000}})
    {
        std::error_code error;
        std::filesystem::resize_file(memory.path(), size, error);
        CHECK(error);
    }
    CHECK(memory.bytes()[99'999] == std::byte{0});
}

TEST_CASE("a shared text of a terabyte is returned in parts")
{
    base::SharedTextFile text;
    std::filesystem::resize_file(text.path(), 1'000'000'000'000);
    CHECK(text.read_new_text().size() < 2 * base::SharedTextFile::max_bytes_per_read);
    CHECK(text.read_new_text().size() >= base::SharedTextFile::max_bytes_per_read);
}

TEST_CASE("a shared text returns what other files on its path have appended since the last call")
{
    base::SharedTextFile text;
    CHECK(text.read_new_text().empty());
    std::ofstream first{text.path(), std::ios::app}, second{text.path(), std::ios::app};
    first << std::string(20'000, 'a') << std::flush;
    second << "b" << std::flush;
    CHECK(text.read_new_text() == std::string(20'000, 'a').append("b"));
    first << "c" << std::flush;
    CHECK(text.read_new_text() == "c");
    CHECK(text.read_new_text().empty());
}

TEST_CASE("without a display no window is asked to close")
{
    CHECK(base::ask_windows_to_close(std::vector<int>{1}, "no-such-display:1") == 0);
}
