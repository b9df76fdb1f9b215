#include "base/output_files.hpp"

#include "scratch.hpp"

#include <unistd.h>

namespace
{
namespace fs = std::filesystem;

std::optional<std::string> read_and_written(const fs::path& in, const fs::path& out)
{
    const std::vector<base::NamedFile> files{{"--in", in}, {"--out", out, true}};
    return base::why_not_apart(files);
}
} // namespace

TEST_CASE("an output that is also an input is refused, also through links and other names of the same file")
{
    const Scratch scratch;
    const std::string a = scratch.file("a", "precious");
    fs::create_directories(scratch.path("folder"));
    fs::create_symlink("a", scratch.path("soft"));
    fs::create_hard_link(a, scratch.path("hard"));
    CHECK(read_and_written(a, a) == "--out: " + a +
                                        " is the file that --in reads, and one would write over the other; "
                                        "choose another name");
    for (const char* const name : {"soft", "hard", "./a", "folder/../a"})
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

TEST_CASE("two outputs to one file are refused, whether the file exists or not; the same flag may write it twice")
{
    const Scratch scratch;
    fs::create_symlink("new", scratch.path("link"));
    std::vector<base::NamedFile> files{{"--a", scratch.path("new"), true}, {"--b", scratch.path("link"), true}};
    CHECK(base::why_not_apart(files).value_or("").find("--b writes") != std::string::npos);
    files[1].flag = "--a";
    CHECK_FALSE(base::why_not_apart(files).has_value());
}

TEST_CASE("pipes and devices may be read and written at once")
{
    CHECK_FALSE(read_and_written("/dev/null", "/dev/null").has_value());
    CHECK_FALSE(read_and_written("/dev/zero", "-").has_value());
}
