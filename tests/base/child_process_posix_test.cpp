#include "base/child_process.hpp"

#include "scratch.hpp"

#include <stdexcept>

namespace
{

// Runs a shell script, writes `input` to its standard input, and returns how it ended.
base::ChildProcess::End end_of(const std::string& script, const std::string& input = "")
{
    base::ChildProcess shell{"sh", {"-c", script}};
    shell.write({reinterpret_cast<const unsigned char*>(input.data()), input.size()});
    return shell.finish();
}

} // namespace

TEST_CASE("a child process reads what is written to it until its input is closed")
{
    const Scratch scratch;
    const std::string text(200'000, 'x');
    CHECK(end_of("cat >'" + scratch.path("copy").string() + "'", text).succeeded);
    CHECK(text_of(scratch.path("copy")) == text);
}

TEST_CASE("a child process reports its exit status and the text of its standard error")
{
    CHECK(end_of("echo printed; exit 0").succeeded);
    CHECK(end_of("echo printed; exit 0").errors.empty());
    const auto failed = end_of("echo first >&2; echo second >&2; exit 3");
    CHECK_FALSE(failed.succeeded);
    CHECK(failed.errors == "first\nsecond\n");
    CHECK_FALSE(end_of("kill -9 $$").succeeded);
}

TEST_CASE("writing to a child process that no longer reads is neither an error nor a signal")
{
    const auto end = end_of("exec <&-; exit 5", std::string(1'000'000, 'x'));
    CHECK_FALSE(end.succeeded);
}

TEST_CASE("starting a program that does not exist fails with the reason")
{
    CHECK(base::ChildProcess::exists("sh"));
    CHECK_FALSE(base::ChildProcess::exists("no such program"));
    CHECK_THROWS_WITH_AS(base::ChildProcess("no such program", {}),
                         "no such program cannot be started: No such file or directory", std::runtime_error);
}
