// Files whose behaviour is that of Windows.
#include "base/child_process.hpp"
#include "base/files.hpp"
#include "scratch.hpp"

namespace
{

// Runs the words as a command of the shell, writes `input` to its standard input, and returns how it ended.
base::JoiningChildProcess::ExitReport end_of(std::vector<std::string> words, const std::string& input = "")
{
    words.insert(words.begin(), "/c");
    base::JoiningChildProcess shell{"cmd", words};
    shell.write_to_stdin({reinterpret_cast<const unsigned char*>(input.data()), input.size()});
    return shell.await_exit();
}

} // namespace

TEST_CASE("the device NUL is written in place")
{
    CHECK(base::is_special_file("NUL"));
    base::AtomicFileWriter file{"NUL"};
    file.add("text");
    CHECK_FALSE(file.finish().has_value());
    CHECK_FALSE(base::LogFile{"nul"}.add("text").has_value());
}

TEST_CASE_FIXTURE(WithScratch, "a file that another file object has open is not replaced, and the error says so")
{
    const base::File reader = base::open_to_read(scratch.file("a", "old"));
    REQUIRE(reader.is_open());
    {
        base::AtomicFileWriter file{scratch.path("a")};
        file.add("new");
        CHECK(file.finish().value_or("").ends_with("access is denied, or another program has this file open"));
    }
    CHECK(text_of(scratch.path("a")) == "old");
    CHECK(scratch.names() == std::vector<std::string>{"a"});
}

TEST_CASE_FIXTURE(WithScratch, "names that differ only in capital letters are one file")
{
    CHECK(base::file_identity(scratch.path("Größe.csv")) == base::file_identity(scratch.path("gRÖßE.CSV")));
}

TEST_CASE_FIXTURE(WithScratch, "folders in a pattern are separated by backslashes or slashes")
{
    std::filesystem::create_directories(scratch.path("run 1"));
    scratch.file("run 1/x.csv", "");
    const std::string front = base::path_to_utf8(scratch.path(""));
    CHECK(base::expand_glob(front + "run*\\*.csv") == std::vector{front + "run 1\\x.csv"});
    CHECK(base::expand_glob(front + "run*/*.csv") == std::vector{front + "run 1/x.csv"});
}

TEST_CASE("a child process gets its arguments and its input, and reports its exit status and the text of its errors")
{
    CHECK(end_of({"exit", "0"}).succeeded);
    CHECK_FALSE(end_of({"exit", "3"}).succeeded);
    CHECK_FALSE(end_of({"exit", "5"}, std::string(1'000'000, 'x')).succeeded); // it does not read its input
    CHECK(end_of({"echo", "wrong>&2"}).stderr_text.starts_with("wrong"));
    CHECK(base::JoiningChildProcess::is_installed("cmd"));
    CHECK_FALSE(base::JoiningChildProcess::is_installed("no such program"));
    CHECK_THROWS_WITH_AS(base::JoiningChildProcess("no such program", {}),
                         "no such program cannot be started: No such file or directory", std::runtime_error);
}
