#include "base/system_files.hpp"

#include "base/console.hpp"
#include "base/mapped_file.hpp"
#include "scratch.hpp"

#include <thread>
#include <variant>

#include <sys/stat.h>
#include <unistd.h>

TEST_CASE("an open held file is not removed as abandoned; a closed one is")
{
    const Scratch scratch;
    const auto path = scratch.path("a");
    base::File file = base::create_held(path);
    REQUIRE(file.is_open());
    const base::File again = base::create_held(path);
    CHECK_FALSE(again.is_open());
    CHECK(again.error().empty());
    base::remove_if_abandoned(path);
    CHECK(scratch.names().size() == 1);
    file.close();
    base::remove_if_abandoned(path);
    CHECK(scratch.names().empty());
}

TEST_CASE("only regular files are removed as abandoned")
{
    const Scratch scratch;
    std::filesystem::create_directories(scratch.path("folder"));
    scratch.file("target", "");
    std::filesystem::create_symlink("target", scratch.path("link"));
    REQUIRE(mkfifo(scratch.path("pipe").c_str(), 0600) == 0);
    for (const char* const name : {"folder", "link", "pipe"}) base::remove_if_abandoned(scratch.path(name));
    CHECK(scratch.names().size() == 4);
}

TEST_CASE("a mapped file has the bytes of a regular file, an empty file or a pipe; a missing file is an error")
{
    const Scratch scratch;
    const std::string text(100'000, 'x');
    const base::MappedFile file{scratch.file("a", text)};
    CHECK(file.bytes() == text);
    file.release_pages(file.bytes().substr(10'000, 50'000));
    CHECK(file.bytes() == text);
    CHECK(base::MappedFile{scratch.file("empty", "")}.bytes().empty());
    CHECK(base::MappedFile{scratch.path("none")}.error() == "No such file or directory");

    REQUIRE(mkfifo(scratch.path("pipe").c_str(), 0600) == 0);
    std::thread writer{[&] { std::ofstream{scratch.path("pipe")} << text; }};
    const base::MappedFile pipe{scratch.path("pipe")};
    writer.join();
    CHECK(pipe.error().empty());
    CHECK(pipe.bytes() == text);
}

TEST_CASE("standard error is collected while it is captured, and printed again afterwards")
{
    base::ErrorCapture outer;
    REQUIRE(outer.is_capturing());
    {
        base::ErrorCapture inner;
        CHECK(base::File::standard(base::StandardStream::error).write("inside").empty());
        inner.end();
        CHECK(inner.text() == "inside");
    }
    CHECK(base::File::standard(base::StandardStream::error).write("outside").empty());
    outer.end();
    CHECK(outer.text() == "outside");
    CHECK_FALSE(outer.is_capturing());
}
