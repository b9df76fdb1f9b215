// tests/lab/replay/recording.hpp -- records replays for a test and reads them back
#pragma once

#include "lab/metrics/lane_verdict.hpp"
#include "lab/replay/recorder.hpp"
#include "lab/replay/replay.hpp"
#include "lab/replay/replay_run.hpp"
#include "lab/stage/playing.hpp"
#include "scratch.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <memory>
#include <random>
#include <string>

using timestep::Nanos;

/// A replay, and the state of its lane at the end of the recording.
struct Recorded
{
    std::string bytes;
    std::shared_ptr<const lab::Replay> replay;
    std::optional<std::uint64_t> hash;
    sim::Events events;
    std::int64_t ticks = 0;
    std::string verdict; ///< verdict of the live lane at the end, in words
};

inline lab::Settings settings_of(std::string_view loop,
                                 std::initializer_list<std::pair<const char*, const char*>> more = {})
{
    lab::Settings settings;
    REQUIRE(!lab::set(settings, "scene.name", "spring-and-ball"));
    REQUIRE(!lab::set(settings, "loop.preset", loop));
    for (const auto& [path, text] : more) REQUIRE_MESSAGE(!lab::set(settings, path, text), path);
    return settings;
}

inline std::shared_ptr<const lab::Replay> parsed(const std::string& bytes)
{
    auto read = lab::parse_replay(bytes, "test.replay");
    if (const auto* error = std::get_if<std::string>(&read)) FAIL(*error);
    return std::make_shared<const lab::Replay>(std::move(std::get<lab::Replay>(read)));
}

inline Recorded record(const lab::Settings& start, const std::string& drive, Nanos length, bool has_frame_times = true)
{
    const Scratch scratch;
    const std::string path = scratch.path("a.replay").string();
    Recorded recorded;
    {
        auto commands = lab::parse_drive(drive, "drive", start);
        if (const auto* error = std::get_if<std::string>(&commands)) FAIL(*error);
        lab::Lab lab{start, std::make_unique<sim::VirtualPc>(start.machine, start.seed), false};
        lab.set_drive_commands(std::move(std::get<lab::DriveCommands>(commands)));
        lab::ReplayRecorder recorder{path, start, has_frame_times};
        lab.set_live_step_interceptor(&recorder);
        lab::run_for(lab, length);
        recorder.finish(lab.live_lane().world());
        REQUIRE(!recorder.failure());
        recorded.hash         = lab.live_lane().world().state_hash();
        recorded.events       = lab.live_lane().world().events();
        recorded.ticks        = recorder.tick_count();
        const lab::Lane& live = lab.live_lane();
        recorded.verdict      = verdict_text(verdict_of(live, live.samples().back(), live.world().events()));
    }
    recorded.bytes  = text_of(path);
    recorded.replay = parsed(recorded.bytes);
    return recorded;
}

/// Runs the replay to its end, and checks that the end is that of the recording.
inline void check_same(const Recorded& recorded, lab::ReplayRun& run)
{
    run.run_to_end();
    if (run.first_difference()) FAIL_CHECK(lab::text_of(*run.first_difference()));
    CHECK(run.tick() == recorded.ticks);
    CHECK(run.lane().world().state_hash() == recorded.hash);
    CHECK(run.lane().world().events() == recorded.events);
}

/// Returns a drive file with `count` random inputs at random times.
inline std::string random_drive(std::uint64_t seed, double seconds, int count, bool turns_loops)
{
    std::mt19937_64 random{seed};
    const auto number = [&](int below) { return static_cast<int>(random() % static_cast<unsigned>(below)); };
    const char* const keys[]{"left", "right", "jump", "dash"};
    std::string drive;
    for (int i = 0; i < count; ++i)
    {
        const double at = seconds * static_cast<double>(random() >> 11) * 0x1p-53;
        std::string what;
        switch (number(turns_loops ? 8 : 7))
        {
        case 0: what = fmt::format("press {}", keys[number(4)]); break;
        case 1: what = fmt::format("let-go {}", keys[number(4)]); break;
        case 2: what = fmt::format("grab {}", 0.1 * (number(20) - 10)); break;
        case 3: what = "release"; break;
        case 4: what = fmt::format("set machine.delay_ms {}", number(12)); break;
        case 5: what = fmt::format("set scene.stiffness {}", 100 + number(900)); break;
        case 6: what = fmt::format("key {}", number(8) == 0 ? "R" : "H"); break;
        default: what = fmt::format("set loop.hz {}", 30 + 10 * number(10)); break;
        }
        drive += fmt::format("at {:.6f} {}\n", at, what);
    }
    return drive;
}
