#include "base/system_files.hpp"

#include "base/console.hpp"
#include "base/mapped_file.hpp"
#include "scratch.hpp"

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

TEST_CASE("a held file takes the place of another file, and can be opened by others then")
{
    const Scratch scratch;
    const auto temporary = scratch.path("temporary"), target = scratch.path("größe ü.csv");
    scratch.file("größe ü.csv", "old");
    base::File file = base::create_held(temporary);
    REQUIRE(file.write("new").empty());
    CHECK(base::move_held(file, temporary, target).empty());
    file.close();
    CHECK(text_of(target) == "new");
    CHECK(scratch.names() == std::vector<std::string>{"größe ü.csv"});
    CHECK(base::open_to_append_alone(target).is_open());
}

TEST_CASE("a folder, a file and a missing file are no pipe or device")
{
    const Scratch scratch;
    scratch.file("a", "");
    for (const char* const name : {"", "a", "missing"}) CHECK_FALSE(base::is_pipe_or_device(scratch.path(name)));
}

TEST_CASE("a folder is not removed as abandoned")
{
    const Scratch scratch;
    std::filesystem::create_directories(scratch.path("folder"));
    base::remove_if_abandoned(scratch.path("folder"));
    CHECK(scratch.names().size() == 1);
}

TEST_CASE("a file and a missing file have keys that differ from those of other files")
{
    const Scratch scratch;
    scratch.file("a", "");
    scratch.file("b", "");
    CHECK(base::identity_of(scratch.path("a")) == base::identity_of(scratch.path("./a")));
    CHECK(base::identity_of(scratch.path("c")) == base::identity_of(scratch.path("./c")));
    for (const char* const name : {"a", "c"})
    {
        CHECK_FALSE(base::identity_of(scratch.path(name)).empty());
        CHECK(base::identity_of(scratch.path(name)) != base::identity_of(scratch.path("b")));
    }
    CHECK(base::identity_of(scratch.path("no/a")).empty());
}

TEST_CASE("a mapped file has the bytes of a regular file or an empty file; a missing file is an error")
{
    const Scratch scratch;
    const std::string text(100'000, 'x');
    const base::MappedFile file{scratch.file("a", text)};
    CHECK(file.bytes() == text);
    file.release_pages(file.bytes().substr(10'000, 50'000));
    CHECK(file.bytes() == text);
    CHECK(base::MappedFile{scratch.file("empty", "")}.bytes().empty());
    CHECK(base::MappedFile{scratch.path("none")}.error() == "No such file or directory");
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
