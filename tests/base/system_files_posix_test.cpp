#include "base/mapped_file.hpp"
#include "base/system_files.hpp"
#include "scratch.hpp"

#include <thread>

#include <sys/stat.h>

TEST_CASE("a link and a named pipe are not removed as abandoned")
{
    const Scratch scratch;
    scratch.file("target", "");
    std::filesystem::create_symlink("target", scratch.path("link"));
    REQUIRE(mkfifo(scratch.path("pipe").c_str(), 0600) == 0);
    for (const char* const name : {"link", "pipe"}) base::remove_if_abandoned(scratch.path(name));
    CHECK(scratch.names().size() == 3);
}

TEST_CASE("named pipes and devices are recognised")
{
    const Scratch scratch;
    REQUIRE(mkfifo(scratch.path("pipe").c_str(), 0600) == 0);
    CHECK(base::is_pipe_or_device(scratch.path("pipe")));
    CHECK(base::is_pipe_or_device("/dev/null"));
}

TEST_CASE("a mapped file has the bytes of a named pipe")
{
    const Scratch scratch;
    const std::string text(100'000, 'x');
    REQUIRE(mkfifo(scratch.path("pipe").c_str(), 0600) == 0);
    std::thread writer{[&] { std::ofstream{scratch.path("pipe")} << text; }};
    const base::MappedFile pipe{scratch.path("pipe")};
    writer.join();
    CHECK(pipe.error().empty());
    CHECK(pipe.bytes() == text);
}
