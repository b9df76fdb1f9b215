#include "base/message.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

TEST_CASE("every text in a message is escaped and shortened: strings, views, pointers, buffers and paths")
{
    const std::string hostile = "\x1B[31m\n" + std::string(100, 'x');
    const std::string shown   = base::printable(hostile);
    CHECK(base::message("'{}'", hostile) == "'" + shown + "'");
    CHECK(base::message("'{}'", std::string_view{hostile}) == "'" + shown + "'");
    CHECK(base::message("'{}'", hostile.c_str()) == "'" + shown + "'");
    CHECK(base::message("'{}'", std::filesystem::path{hostile}) == "'" + shown + "'");
    char buffer[] = "a\nb";
    CHECK(base::message("{}", buffer) == "a?b");
}

TEST_CASE("literals, numbers and complete messages are shown unchanged")
{
    CHECK(base::message("{} of {:.1f} {}", 3, 2.25, "caf\xC3\xA9") == "3 of 2.2 caf\xC3\xA9");
    const std::string message = std::string(100, 'x') + "\n";
    CHECK(base::message("{}: {}", "file", base::Verbatim{message}) == "file: " + message);
    CHECK(base::message("{}", base::message("{}", "a\nb")) == "a?b"); // without Verbatim it is escaped again
}

TEST_CASE("alignment in a message counts characters") { CHECK(base::message("{:<4}|", std::string{"ab"}) == "ab  |"); }
