#include "base/files.hpp"

#include "scratch.hpp"

namespace
{

namespace fs = std::filesystem;
using Names  = std::vector<std::string>;

std::optional<std::string> write(const fs::path& path, std::string_view text)
{
    base::WholeFile file{path};
    file.add(text);
    return file.finish();
}

} // namespace

TEST_CASE("a file appears complete when it is finished, and no temporary file remains")
{
    const Scratch scratch;
    base::WholeFile file{scratch.path("a")};
    file.add_line("{} {}", 1, 2);
    CHECK_FALSE(fs::exists(scratch.path("a")));
    CHECK_FALSE(file.finish().has_value());
    CHECK(text_of(scratch.path("a")) == "1 2\n");
    CHECK(scratch.names() == Names{"a"});
}

TEST_CASE("an unfinished or failed write leaves the old file unchanged, and no temporary file")
{
    const Scratch scratch;
    scratch.file("a", "old");
    {
        base::WholeFile file{scratch.path("a")};
        file.add("new");
    }
    CHECK(write(scratch.path("no/such/folder"), "new") ==
          scratch.path("no/such/folder").string() + ": cannot be written: No such file or directory");
    CHECK(text_of(scratch.path("a")) == "old");
    CHECK(scratch.names() == Names{"a"});
}

TEST_CASE("writing to a folder is refused")
{
    const Scratch scratch;
    fs::create_directories(scratch.path("folder"));
    for (const char* const name : {"folder", "folder/"})
    {
        CAPTURE(std::string{name});
        CHECK(write(scratch.path(name), "text") == scratch.path(name).string() + ": cannot be written: it is a folder");
    }
    CHECK(fs::is_empty(scratch.path("folder")));
}

TEST_CASE("a growing file can be read while it is written, and reports its first error")
{
    const Scratch scratch;
    base::GrowingFile file{scratch.path("a")};
    CHECK_FALSE(file.add("one\n").has_value());
    CHECK(text_of(scratch.path("a")) == "one\n");
    CHECK_FALSE(file.add("two\n").has_value());
    CHECK(text_of(scratch.path("a")) == "one\ntwo\n");
    CHECK_FALSE(file.finish().has_value());

    base::GrowingFile nowhere{scratch.path("no/a")};
    CHECK(nowhere.failure().value_or("").ends_with("No such file or directory"));
    CHECK(nowhere.add("one").value_or("").ends_with("No such file or directory"));
}

TEST_CASE("a growing file that another object writes is not opened, and keeps its contents")
{
    const Scratch scratch;
    const std::string refusal =
        scratch.path("a").string() + ": cannot be written: another program is writing it; choose another name";
    {
        base::GrowingFile first{scratch.path("a")};
        CHECK_FALSE(first.add("one\n").has_value());
        base::GrowingFile second{scratch.path("a")};
        CHECK(second.add("two\n") == refusal);
        CHECK_FALSE(first.add("three\n").has_value());
    }
    CHECK(text_of(scratch.path("a")) == "one\nthree\n");
    base::GrowingFile next{scratch.path("a")};
    CHECK_FALSE(next.add("four\n").has_value());
    CHECK(text_of(scratch.path("a")) == "four\n");
}

TEST_CASE("a small file is read whole, and refused when it is longer than allowed")
{
    const Scratch scratch;
    const std::string path = scratch.file("a", "12345");
    CHECK(std::get<std::string>(base::read_small_file(path, 5)) == "12345");
    CHECK(std::get<base::Unread>(base::read_small_file(path, 4)).why == "is longer than 4 bytes");
    CHECK(std::get<base::Unread>(base::read_small_file(scratch.path("none"))).why ==
          "cannot be read: No such file or directory");
}

namespace
{
std::optional<std::string> read_and_written(const fs::path& in, const fs::path& out)
{
    const std::vector<base::NamedFile> files{{"--in", base::utf8_of(in)}, {"--out", base::utf8_of(out), true}};
    return base::error_if_same_file(files);
}
} // namespace

TEST_CASE("an output that is also an input is refused, also by other names of the same file")
{
    const Scratch scratch;
    const std::string a = scratch.file("a", "precious");
    fs::create_directories(scratch.path("folder"));
    fs::create_hard_link(a, scratch.path("hard"));
    CHECK(read_and_written(a, a) == "--out: " + a +
                                        " is the file that --in reads, and one would write over the other; "
                                        "choose another name");
    for (const char* const name : {"hard", "./a", "folder/../a"})
    {
        const fs::path out = scratch.path(name);
        CAPTURE(out.string());
        CHECK(read_and_written(a, out).has_value());
        CHECK(read_and_written(out, a).has_value());
    }
    CHECK_FALSE(read_and_written(a, scratch.path("b")).has_value());
    CHECK_FALSE(read_and_written(a, "").has_value());
    CHECK_FALSE(read_and_written("", "").has_value());
}

TEST_CASE("two outputs to one file that does not exist are refused; the same flag may write it twice")
{
    const Scratch scratch;
    std::vector<base::NamedFile> files{{"--a", base::utf8_of(scratch.path("new")), true},
                                       {"--b", base::utf8_of(scratch.path("./new")), true}};
    CHECK(base::error_if_same_file(files).value_or("").find("--b writes") != std::string::npos);
    files[1].flag = "--a";
    CHECK_FALSE(base::error_if_same_file(files).has_value());
}

TEST_CASE("an old file stays until the first text of a growing file has been written")
{
    const Scratch scratch;
    scratch.file("a", "old");
    base::GrowingFile file{scratch.path("a"), "head\n"};
    CHECK_FALSE(file.finish().has_value());
    CHECK_FALSE(file.has_text());
    CHECK(text_of(scratch.path("a")) == "old");
    CHECK_FALSE(file.add("one\n").has_value());
    CHECK(file.has_text());
    CHECK(text_of(scratch.path("a")) == "head\none\n");
    CHECK(scratch.names() == Names{"a"});
}

TEST_CASE("a check of an output's path names the reason and changes no file")
{
    const Scratch scratch;
    scratch.file("a", "old");
    fs::create_directories(scratch.path("folder"));
    const auto why = [&](const char* name) { return base::error_if_not_writable(scratch.path(name)).value_or(""); };
    CHECK(why("a").empty());
    CHECK(why("b").empty());
    CHECK(why("folder").ends_with("cannot be written: it is a folder"));
    CHECK(why("no/b").ends_with("cannot be written: No such file or directory"));
    CHECK_FALSE(base::error_if_not_writable("-").has_value());
    CHECK(text_of(scratch.path("a")) == "old");
    CHECK(scratch.names() == Names{"a", "folder"});
}
