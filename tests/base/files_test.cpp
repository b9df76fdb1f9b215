#include "base/console.hpp"
#include "base/mapped_file.hpp"
#include "base/system_files.hpp"
#include "scratch.hpp"
#include "writing.hpp"

namespace
{

Names matching(const Scratch& scratch, const std::string& pattern)
{
    const std::string front = base::path_to_utf8(scratch.path(""));
    Names found = base::expand_glob(front + pattern);
    for (std::string& path : found) path.erase(0, front.size());
    return found;
}

} // namespace

TEST_CASE_FIXTURE(WithScratch, "a file appears complete when it is finished, and no temporary file remains")
{
    base::AtomicFileWriter file{scratch.path("a")};
    file.add_line("{} {}", 1, 2);
    CHECK_FALSE(fs::exists(scratch.path("a")));
    CHECK_FALSE(file.finish().has_value());
    CHECK(text_of(scratch.path("a")) == "1 2\n");
    CHECK(scratch.names() == Names{"a"});
}

TEST_CASE_FIXTURE(WithScratch, "an unfinished or failed write leaves the old file unchanged, and no temporary file")
{
    scratch.file("a", "old");
    {
        base::AtomicFileWriter file{scratch.path("a")};
        file.add("new");
    }
    CHECK(write(scratch.path("no/such/folder"), "new") ==
          scratch.path("no/such/folder").string() + ": cannot be written: No such file or directory");
    CHECK(text_of(scratch.path("a")) == "old");
    CHECK(scratch.names() == Names{"a"});
}

TEST_CASE_FIXTURE(WithScratch, "writing to a folder is refused")
{
    fs::create_directories(scratch.path("folder"));
    for (const char* const name : {"folder", "folder/"})
        CHECK_MESSAGE(write(scratch.path(name), "text") ==
                          scratch.path(name).string() + ": cannot be written: it is a folder",
                      std::string{name});
    CHECK(fs::is_empty(scratch.path("folder")));
}

TEST_CASE_FIXTURE(WithScratch, "a growing file can be read while it is written, and reports its first error")
{
    base::LogFile file{scratch.path("a")};
    CHECK_FALSE(file.add("one\n").has_value());
    CHECK(text_of(scratch.path("a")) == "one\n");
    CHECK_FALSE(file.add("two\n").has_value());
    CHECK(text_of(scratch.path("a")) == "one\ntwo\n");
    CHECK_FALSE(file.verify_writes().has_value());

    base::LogFile nowhere{scratch.path("no/a")};
    CHECK(nowhere.failure().value_or("").ends_with("No such file or directory"));
    CHECK(nowhere.add("one").value_or("").ends_with("No such file or directory"));
}

TEST_CASE_FIXTURE(WithScratch, "a growing file that another object writes is not opened, and keeps its contents")
{
    const std::string refusal =
        scratch.path("a").string() + ": cannot be written: another program is writing this file; choose another name";
    {
        base::LogFile first{scratch.path("a")};
        CHECK_FALSE(first.add("one\n").has_value());
        base::LogFile second{scratch.path("a")};
        CHECK(second.add("two\n") == refusal);
        CHECK_FALSE(first.add("three\n").has_value());
    }
    CHECK(text_of(scratch.path("a")) == "one\nthree\n");
    base::LogFile next{scratch.path("a")};
    CHECK_FALSE(next.add("four\n").has_value());
    CHECK(text_of(scratch.path("a")) == "four\n");
}

TEST_CASE_FIXTURE(WithScratch, "a small file is read whole, and refused when it is longer than allowed")
{
    const std::string path = scratch.file("a", "12345");
    CHECK(std::get<std::string>(base::read_small_file(path, 5)) == "12345");
    CHECK(std::get<base::ReadFailure>(base::read_small_file(path, 4)).reason == "is longer than 4 bytes");
    CHECK(std::get<base::ReadFailure>(base::read_small_file(scratch.path("none"))).reason ==
          "cannot be read: No such file or directory");
}

TEST_CASE_FIXTURE(WithScratch, "an output that is also an input is refused, also by other names of the same file")
{
    const std::string a = scratch.file("a", "precious");
    fs::create_directories(scratch.path("folder"));
    fs::create_hard_link(a, scratch.path("hard"));
    CHECK(overwrite_error(a, a) == "--out: " + a +
                                       " is also the file that --in reads, and would be overwritten; "
                                       "choose another name");
    for (const char* const name : {"hard", "./a", "folder/../a"})
    {
        const fs::path out = scratch.path(name);
        CAPTURE(out.string());
        CHECK(overwrite_error(a, out).has_value());
        CHECK(overwrite_error(out, a).has_value());
    }
    CHECK_FALSE(overwrite_error(a, scratch.path("b")).has_value());
    CHECK_FALSE(overwrite_error(a, "").has_value());
    CHECK_FALSE(overwrite_error("", "").has_value());
}

TEST_CASE_FIXTURE(WithScratch,
                  "two outputs to one file that does not exist are refused; the same flag may write it twice")
{
    std::vector<base::FileArgument> files{{"--a", base::path_to_utf8(scratch.path("new")), true},
                                          {"--b", base::path_to_utf8(scratch.path("./new")), true}};
    CHECK(base::file_conflict_error(files).value_or("").find("--b writes") != std::string::npos);
    files[1].flag = "--a";
    CHECK_FALSE(base::file_conflict_error(files).has_value());
}

TEST_CASE_FIXTURE(WithScratch, "an old file stays until the first text of a growing file has been written")
{
    scratch.file("a", "old");
    base::LogFile file{scratch.path("a"), "head\n"};
    CHECK_FALSE(file.verify_writes().has_value());
    CHECK_FALSE(file.has_written_text());
    CHECK(text_of(scratch.path("a")) == "old");
    CHECK_FALSE(file.add("one\n").has_value());
    CHECK(file.has_written_text());
    CHECK(text_of(scratch.path("a")) == "head\none\n");
    CHECK(scratch.names() == Names{"a"});
}

TEST_CASE_FIXTURE(WithScratch, "a check of an output's path names the reason and changes no file")
{
    scratch.file("a", "old");
    fs::create_directories(scratch.path("folder"));
    const auto why = [&](const char* name) { return base::unwritable_output_error(scratch.path(name)).value_or(""); };
    CHECK(why("a").empty());
    CHECK(why("b").empty());
    CHECK(why("folder").ends_with("cannot be written: it is a folder"));
    CHECK(why("no/b").ends_with("cannot be written: No such file or directory"));
    CHECK_FALSE(base::unwritable_output_error("-").has_value());
    CHECK(text_of(scratch.path("a")) == "old");
    CHECK(scratch.names() == Names{"a", "folder"});
}

TEST_CASE_FIXTURE(WithScratch, "an open held file is not removed as abandoned; a closed one is")
{
    const auto path = scratch.path("a");
    base::File file = base::create_locked_file(path);
    REQUIRE(file.is_open());
    const base::File again = base::create_locked_file(path);
    CHECK_FALSE(again.is_open());
    CHECK(again.error().empty());
    base::remove_unlocked_file(path);
    CHECK(scratch.names().size() == 1);
    file.close();
    base::remove_unlocked_file(path);
    CHECK(scratch.names().empty());
}

TEST_CASE_FIXTURE(WithScratch, "a held file takes the place of another file, and can be opened by others then")
{
    const auto temporary = scratch.path("temporary"), target = scratch.path("größe ü.csv");
    scratch.file("größe ü.csv", "old");
    base::File file = base::create_locked_file(temporary);
    REQUIRE(file.write("new").empty());
    CHECK(base::rename_file(file, temporary, target).empty());
    file.close();
    CHECK(text_of(target) == "new");
    CHECK(scratch.names() == std::vector<std::string>{"größe ü.csv"});
    CHECK(base::open_to_append(target).is_open());
}

TEST_CASE_FIXTURE(WithScratch,
                  "a folder, a file and a missing file are no pipe or device, and a folder is not removed as abandoned")
{
    scratch.file("a", "");
    for (const char* const name : {"", "a", "missing"}) CHECK_FALSE(base::is_special_file(scratch.path(name)));
    fs::create_directories(scratch.path("folder"));
    base::remove_unlocked_file(scratch.path("folder"));
    CHECK(scratch.names().size() == 2);
}

TEST_CASE_FIXTURE(WithScratch, "a file and a missing file have keys that differ from those of other files")
{
    scratch.file("a", "");
    scratch.file("b", "");
    CHECK(base::file_identity(scratch.path("a")) == base::file_identity(scratch.path("./a")));
    CHECK(base::file_identity(scratch.path("c")) == base::file_identity(scratch.path("./c")));
    for (const char* const name : {"a", "c"})
    {
        CHECK_FALSE(base::file_identity(scratch.path(name)).empty());
        CHECK(base::file_identity(scratch.path(name)) != base::file_identity(scratch.path("b")));
    }
    CHECK(base::file_identity(scratch.path("no/a")).empty());
}

TEST_CASE_FIXTURE(WithScratch,
                  "a mapped file has the bytes of a regular file or an empty file; a missing file is an error")
{
    const std::string text(100'000, 'x');
    const base::MappedFile file{scratch.file("a", text)};
    CHECK(file.bytes() == text);
    file.release_pages_overlapping(file.bytes().substr(10'000, 50'000));
    CHECK(file.bytes() == text);
    CHECK(base::MappedFile{scratch.file("empty", "")}.bytes().empty());
    CHECK(base::MappedFile{scratch.path("none")}.error() == "No such file or directory");
}

TEST_CASE("standard error is collected while it is captured, and printed again afterwards")
{
    base::StderrCapture outer;
    REQUIRE(outer.is_active());
    {
        base::StderrCapture inner;
        CHECK(base::File::standard(base::StandardStream::error).write("inside").empty());
        inner.restore_stderr();
        CHECK(inner.read_captured_text() == "inside");
    }
    CHECK(base::File::standard(base::StandardStream::error).write("outside").empty());
    outer.restore_stderr();
    CHECK(outer.read_captured_text() == "outside");
    CHECK_FALSE(outer.is_active());
}

TEST_CASE("a path keeps all characters when it is converted to UTF-8 and back")
{
    for (const std::string text : {"", ".", "a/b.csv", "Größe/Ωμέγα/日本語.csv", "a b/\U0001F3AE.toml"})
        CHECK_MESSAGE(base::path_to_utf8(base::path_from_utf8(text)) == text, text);
    CHECK(base::path_to_utf8(base::path_from_utf8("Größe/Ωμέγα.csv").filename()) == "Ωμέγα.csv");
    CHECK(base::path_to_utf8(base::path_from_utf8("Größe/Ωμέγα.csv").extension()) == ".csv");
}

TEST_CASE("a pattern matches the same names as a shell's pattern")
{
    for (const auto& [pattern, name, other] :
         {std::tuple{"*.csv", "a.csv", "a.csv2"},
          {"a*b*c", "a-b-b-c", "a-b-b"},
          {"**", "a", ".a"},
          {"a?c", "abc", "ac"},
          {"[a-c]x", "bx", "dx"},
          {"[!a-c]x", "dx", "bx"},
          {"[^a-c]x", "dx", "ax"},
          {"[]]", "]", "a"},
          {"[a-]", "-", "b"},
          {"[a-c-e]", "-", "d"},
          {"[", "[", "a"},
          {"a[b*", "a[bc", "ab"},
          {"[!]a]", "b", "]"},
          {".*", ".hidden", "shown"},
          {"*", "shown", ".hidden"},
          {"?", "\xE9", ""},
          {"*a*a*a*a*b", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaab", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}})
    {
        CAPTURE(std::string{pattern});
        CHECK(base::matches_glob(name, pattern));
        CHECK_FALSE(base::matches_glob(other, pattern));
    }
}

TEST_CASE_FIXTURE(WithScratch, "matching paths are sorted by their bytes; patterns in folder names match, too")
{
    for (const char* const folder : {"run 1", "run 2", "other"}) fs::create_directories(scratch.path(folder));
    for (const char* const file :
         {"b", "C", "a", ".hidden", "run 1/x.csv", "run 2/x.csv", "run 2/y.csv", "other/x.csv"})
        scratch.file(file, "");
    CHECK(matching(scratch, "?") == Names{"C", "a", "b"});
    CHECK(matching(scratch, "run*/*.csv") == Names{"run 1/x.csv", "run 2/x.csv", "run 2/y.csv"});
    CHECK(matching(scratch, "run*/y.csv") == Names{"run 2/y.csv"});
    CHECK(matching(scratch, "run*/") == Names{"run 1/", "run 2/"});
    CHECK(matching(scratch, "**/x.csv") == Names{"other/x.csv", "run 1/x.csv", "run 2/x.csv"});
    CHECK(matching(scratch, "run*/**/x.csv") == Names{"run 1/x.csv", "run 2/x.csv"});
    CHECK(matching(scratch, "**/b") == Names{"b"});
    CHECK(matching(scratch, "a/*") == Names{});
    CHECK(matching(scratch, "none/*") == Names{});
}
