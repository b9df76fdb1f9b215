#include "base/line_program.hpp"

#include "base/sleep.hpp"
#include "base/started_program.hpp"
#include "scratch.hpp"

#include <csignal>

#include <sys/wait.h>
#include <unistd.h>

using namespace std::chrono_literals;

TEST_CASE_FIXTURE(WithScratch, "a program that reads nothing, its child, and processes in another session end when "
                               "SIGKILL ends the process that started them")
{
    const std::string pid_file = scratch.path("pids").string();
    const std::string script = "sleep 1000 & a=$!; setsid sh -c 'sleep 1000 & echo $$ $!; wait' > " + pid_file +
                               ".child & while [ ! -s " + pid_file +
                               ".child ]; do sleep 0.01; done; echo $$ $a $(cat " + pid_file + ".child) > " + pid_file +
                               "; echo ready; while :; do sleep 1; done";
    const pid_t owner = fork();
    REQUIRE(owner >= 0);
    if (owner == 0)
    {
        const auto program = base::LineProgram::start({"sh", "-c", script});
        if (program->read_line(10s).line == "ready") kill(getpid(), SIGKILL);
        _exit(1);
    }
    int status = 0;
    REQUIRE(waitpid(owner, &status, 0) == owner);
    REQUIRE(WIFSIGNALED(status));
    std::istringstream pids{text_of(pid_file)};
    for (int pid = 0; pids >> pid;)
    {
        for (int wait = 0; wait < 5000 && !base::executable_path_of(pid).empty(); ++wait) base::sleep_for(1ms);
        CHECK(base::executable_path_of(pid).empty());
        if (!base::executable_path_of(pid).empty()) kill(pid, SIGKILL);
    }
}
