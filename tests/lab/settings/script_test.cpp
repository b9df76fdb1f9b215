#include "lab/settings/keyboard.hpp"
#include "lab/settings/lag_text.hpp"
#include "lab/settings/lane_setup.hpp"
#include "lab/settings/script.hpp"
#include "lab/stage/playing.hpp"

namespace
{

std::string script_error(const char* text) { return error_in(parse_script(text, "d.txt", {})); }

// Returns the number of steps in a frame that see a press of the jump key.
int steps_that_hear(Keyboard& keyboard, KeyReading reading, Nanos now, std::int64_t steps, Nanos carried = {})
{
    keyboard.begin_frame(now, {.steps = steps, .dt = 10ms, .carried = carried});
    int heard = 0;
    for (std::int64_t i = 0; i < steps; ++i)
    {
        sim::Input input;
        keyboard.set_next_step_keys(reading, input);
        heard += input.pressed.jump ? 1 : 0;
    }
    return heard;
}

std::vector<sim::LagSource> parsed(std::string_view text)
{
    return require_value<std::vector<sim::LagSource>>(parse_lag(text));
}

template <class Kind>
Kind only(std::string_view text)
{
    const auto all = parsed(text);
    REQUIRE(all.size() == 1);
    return require_value<Kind>(all[0]);
}

std::string lag_error_of(std::string_view text) { return require_value<std::string>(parse_lag(text)); }

} // namespace

TEST_CASE("a script file is sorted by time; comments and empty lines are ignored")
{
    const auto script = require_value<TimedCommands>(
        parse_script("# a lesson\n\nat 2 set machine.delay_ms 40  # slow\r\nat 1.5 key 2\nat 500ms grab -0.5\n"
                     "at 4 screenshot a.png\nat 5 quit",
                     "d.txt", {}));
    REQUIRE(script.size() == 5);
    CHECK(script[0].kind == TimedCommand::Kind::grab_body);
    CHECK(script[0].time == Nanos{500'000'000});
    CHECK(script[0].drag_target_x == -0.5);
    CHECK(script[1].key_binding == find_key_binding("2"));
    CHECK(script[2].control_path == "machine.delay_ms");
    CHECK(script[2].new_value == "40");
    CHECK(script[3].screenshot_file == "a.png");
    CHECK(script[4].kind == TimedCommand::Kind::quit);
}

TEST_CASE("an unknown command, key, setting or value is refused with its line number")
{
    CHECK(script_error("at 1 key 2\nat 2 screenshat") ==
          "d.txt:2: unknown command 'screenshat'; did you mean 'screenshot'?");
    CHECK(script_error("at 1 key F13") == "d.txt:1: unknown key 'F13'; did you mean 'F10'?");
    CHECK(script_error("at 1 set machine.delay 4") ==
          "d.txt:1: unknown setting 'machine.delay'; did you mean 'machine.delay_ms'?");
    CHECK(script_error("\n\nat 1 set loop.hz 0") == "d.txt:3: step rate must be from 5 to 1000 Hz, not '0'");
    CHECK(script_error("at 1 set loop.hz") == "d.txt:1: 'set' needs 2 argument(s), not 1");
    CHECK(script_error("at noon quit") == "d.txt:1: 'noon' is not a time in seconds, such as 1.5");
    CHECK(script_error("key 2") == "d.txt:1: a command is 'at SECONDS COMMAND ...'");
    CHECK(script_error("at -1 quit") == "d.txt:1: '-1' is not a time in seconds, such as 1.5");
    CHECK(script_error("at 1 grab here") == "d.txt:1: grab needs a distance from rest in metres, not 'here'");
    // A scene's controls can be set after the scene was chosen.
    CHECK(script_error("at 1 set scene.speed 4") == "d.txt:1: the scene 'ball-with-part' has no setting 'scene.speed'");
    CHECK(script_error("at 1 set scene.name uniform-motion\nat 2 set scene.speed 4").empty());
}

TEST_CASE("a latched press reaches one step: of a frame with several, or after a frame with none; a polled one reaches "
          "both steps of a frame with two, and is lost in a frame with none")
{
    Keyboard keyboard;
    keyboard.add_event(5ms, Button::jump, true);
    CHECK(steps_that_hear(keyboard, KeyReading::latched, 10ms, 0, 10ms) == 0);
    CHECK(steps_that_hear(keyboard, KeyReading::latched, 40ms, 4) == 1);
    CHECK(steps_that_hear(keyboard, KeyReading::latched, 80ms, 4) == 0);
    Keyboard doubled;
    doubled.add_event(5ms, Button::jump, true);
    CHECK(steps_that_hear(doubled, KeyReading::polled, 20ms, 2) == 2);
    Keyboard lost;
    lost.add_event(5ms, Button::jump, true);
    CHECK(steps_that_hear(lost, KeyReading::polled, 5ms, 0, 5ms) == 0);
    CHECK(steps_that_hear(lost, KeyReading::polled, 10ms, 1) == 0);
}

TEST_CASE("without a pressed key the buttons of the input are unchanged")
{
    Keyboard keyboard;
    keyboard.begin_frame(10ms, {.steps = 1, .dt = 10ms});
    sim::Input input;
    input.held.right = true;
    keyboard.set_next_step_keys(KeyReading::latched, input);
    CHECK(input.held.right);
}

TEST_CASE("a recording that starts again has not ended after its last frame; one that stops has")
{
    RecordingPlayback again{"a.csv", {16ms, 17ms}, PlaybackEndBehaviour::repeat};
    RecordingPlayback once{"a.csv", {16ms, 17ms}, PlaybackEndBehaviour::stop};
    for (RecordingPlayback* playback : {&again, &once})
    {
        CHECK(playback->take_next_frame_time() == 16ms);
        CHECK(playback->take_next_frame_time() == 17ms);
    }
    CHECK_FALSE(again.has_ended());
    CHECK(again.peek_next_frame_time() == 16ms);
    CHECK(again.restart_count() == 0);
    CHECK(again.take_next_frame_time() == 16ms);
    CHECK(again.restart_count() == 1);
    CHECK(once.has_ended());
    CHECK_FALSE(once.peek_next_frame_time());
    CHECK_FALSE(once.take_next_frame_time());
}

namespace lag = sim::lag;

TEST_CASE("every kind of lag can be written as text, and is written in the form in which it is read")
{
    CHECK(only<lag::Constant>("5ms").length == 5ms);
    CHECK(only<lag::Constant>("constant:250us").length == 250us);
    CHECK(only<lag::Random>("random:8ms").min_length == 0ms);
    CHECK(only<lag::Random>("random:2ms..8ms").min_length == 2ms);
    CHECK(only<lag::Random>("random:2ms..8ms").max_length == 8ms);
    CHECK(only<lag::EveryNthFrame>("every:60:250ms").interval_frames == 60);
    CHECK(only<lag::EveryNthFrame>("every:60:250ms").length == 250ms);
    CHECK(only<lag::SingleSpike>("spike:0:1s").frame_number == 0);
    CHECK(only<lag::DebuggerBreak>("break:2s").wall_time == 2s);
    CHECK(only<lag::DebuggerBreak>("break:2s").length == 3s);
    CHECK(only<lag::DebuggerBreak>("break:2s:500ms").length == 500ms);
    CHECK(only<lag::Pauses>("gc:2s:20ms").mean_interval == 2s);
    CHECK(only<lag::Pauses>("gc:2s:20ms:0").variation == 0.0);
    CHECK(only<lag::Wave>("wave:2ms..8ms:10s").max_length == 8ms);
    CHECK(only<lag::Wave>("wave:8ms:10s").period == 10s);
    CHECK(parsed("none").empty());
    CHECK(parsed("5ms+random:3ms+gc:1s:10ms").size() == 3);
    for (const char* text : {"none", "5ms", "random:2ms..8ms+every:60:250ms", "spike:120:1500001ns",
                             "break:2000ms:3000ms", "gc:2000ms:20ms:0.5", "wave:2ms..8ms:10000ms"})
        CHECK(parsable_lag_text(parsed(text)) == text);
}

TEST_CASE("an invalid lag is refused in one line with the correct form")
{
    CHECK(lag_error_of("rndom:5ms") == "unknown lag 'rndom'; did you mean 'random'?");
    CHECK(lag_error_of("every:60") == "'every:60' is not a valid lag; write every:60:250ms, every 60 frames");
    for (const char* text : {"", "-5ms", "random:8ms..2ms", "every:0:5ms", "every:1.5:5ms", "spike:-1:5ms",
                             "break:", "gc:0s:5ms", "gc:1s:5ms:2", "86401s", "gc:90000s:1s", "5ms+", "constant:5ms:6ms",
                             "wave:8ms", "wave:8ms:0s", "wave:8ms..2ms:1s"})
        CHECK(lag_error_of(text).find('\n') == std::string::npos);
    std::string fifty_one = "1s";
    for (int i = 1; i < 51; ++i) fifty_one += "+1s";
    CHECK(lag_error_of(fifty_one) == "there are more than 50 lags");
    CHECK(lag_error_of("recording:no-such-file.csv").find("no-such-file.csv") != std::string::npos);
}
