#include "lab/settings/drive.hpp"

#include <doctest/doctest.h>

using namespace lab;

namespace
{
std::string error_in(const char* text)
{
    const auto result = parse_drive(text, "d.txt", {});
    const auto* error = std::get_if<std::string>(&result);
    return error != nullptr ? *error : "accepted";
}
} // namespace

TEST_CASE("a drive file is sorted by time; comments and empty lines are ignored")
{
    const auto result =
        parse_drive("# a lesson\n\nat 2 set machine.delay_ms 40  # slow\r\nat 1.5 key 2\nat 500ms grab -0.5\n"
                    "at 4 screenshot a.png\nat 5 quit",
                    "d.txt", {});
    REQUIRE(std::holds_alternative<Drive>(result));
    const Drive& drive = std::get<Drive>(result);
    REQUIRE(drive.size() == 5);
    CHECK(drive[0].kind == DriveCommand::Kind::grab);
    CHECK(drive[0].at == Nanos{500'000'000});
    CHECK(drive[0].hand_x == -0.5);
    CHECK(drive[1].key == find_key("2"));
    CHECK(drive[2].path == "machine.delay_ms");
    CHECK(drive[2].text == "40");
    CHECK(drive[3].text == "a.png");
    CHECK(drive[4].kind == DriveCommand::Kind::quit);
}

TEST_CASE("an unknown command, key, setting or value is refused with its line number")
{
    CHECK(error_in("at 1 key 2\nat 2 screenshat") ==
          "d.txt:2: unknown command 'screenshat'; did you mean 'screenshot'?");
    CHECK(error_in("at 1 key F13") == "d.txt:1: unknown key 'F13'; did you mean 'F10'?");
    CHECK(error_in("at 1 set machine.delay 4") ==
          "d.txt:1: unknown setting 'machine.delay'; did you mean 'machine.delay_ms'?");
    CHECK(error_in("\n\nat 1 set loop.hz 0") == "d.txt:3: step rate must be from 5 to 1000 Hz, not '0'");
    CHECK(error_in("at 1 set loop.hz") == "d.txt:1: 'set' takes 2 word(s), not 1");
    CHECK(error_in("at noon quit") == "d.txt:1: 'noon' is no time in seconds");
    CHECK(error_in("key 2") == "d.txt:1: a command is 'at SECONDS COMMAND ...'");
    CHECK(error_in("at -1 quit") == "d.txt:1: '-1' is no time in seconds");
    CHECK(error_in("at 1 grab here") == "d.txt:1: grab takes metres from the spring's rest, not 'here'");
}

TEST_CASE("a scene's controls can be set after the scene was chosen")
{
    CHECK(error_in("at 1 set scene.speed 4").starts_with("d.txt:1: unknown setting"));
    CHECK(error_in("at 1 set scene.name uniform-motion\nat 2 set scene.speed 4") == "accepted");
}
