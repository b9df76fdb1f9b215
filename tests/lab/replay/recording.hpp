// tests/lab/replay/recording.hpp -- records replays for a test and reads them back
#pragma once

#include "lab/replay/recorder.hpp"
#include "lab/replay/replay.hpp"
#include "lab/replay/replay_run.hpp"
#include "lab/stage/playing.hpp"
#include "scratch.hpp"

using timestep::Nanos;

/// A replay, and the state of its lane at the end of the recording.
struct Recorded
{
    std::string bytes;
    std::shared_ptr<const lab::Replay> replay;
    std::optional<std::uint64_t> hash;
    sim::EventCounts events;
    std::int64_t ticks = 0;
    std::string verdict; ///< verdict of the live lane at the end, in words
};

inline lab::Settings settings_of(std::string_view loop, const Turns& more = {})
{
    lab::Settings settings = settings_with({{"scene.name", "spring-and-ball"}, {"loop.preset", loop}});
    turn(settings, more);
    return settings;
}

inline std::shared_ptr<const lab::Replay> parsed(const std::string& bytes)
{
    return std::make_shared<const lab::Replay>(require_value<lab::Replay>(lab::parse_replay(bytes, "test.replay")));
}

class Recorder
{
public:
    Recorder(lab::Lab& lab, const lab::Settings& start, bool has_frame_times = true)
        : lab_{lab}
        , recorder_{path_, start.lane, has_frame_times}
    {
        lab.set_step_interceptor(&recorder_);
    }
    ~Recorder() { lab_.set_step_interceptor(nullptr); }

    Recorded recorded()
    {
        const lab::Lane& live = lab_.recorded_lane();
        recorder_.finish(live.world());
        REQUIRE(!recorder_.failure());
        const std::string bytes = text_of(path_);
        return {bytes,
                parsed(bytes),
                recorder_.end_state_hash(),
                live.world().events(),
                recorder_.tick_count(),
                verdict_text(live.judgement().verdict)};
    }

private:
    Scratch scratch_;
    std::string path_ = scratch_.path("a.replay").string();
    lab::Lab& lab_;
    lab::ReplayRecorder recorder_;
};

inline Recorded record(const lab::Settings& start, const std::string& script, Nanos length, bool has_frame_times = true)
{
    lab::Lab lab{start, std::make_unique<sim::VirtualPc>(start.lane.seed), false};
    lab.timed_commands = require_value<lab::TimedCommands>(lab::parse_script(script, "script", start));
    Recorder recorder{lab, start, has_frame_times};
    lab::run_without_window(lab, length);
    return recorder.recorded();
}

/// Runs the replay to its end, and checks that the end is that of the recording.
inline void check_same(const Recorded& recorded, lab::ReplayRun& run)
{
    run.run_to_end();
    if (run.first_difference()) FAIL_CHECK(lab::difference_text(*run.first_difference()));
    CHECK(run.tick() == recorded.ticks);
    CHECK(run.lane().world().state_hash() == recorded.hash);
    // A replay has the inputs of the steps, but not the times of the presses, which say whether a step has lost one.
    sim::EventCounts events = run.lane().world().events();
    for (const auto counter : {&sim::EventCounts::pressed, &sim::EventCounts::read_presses,
                               &sim::EventCounts::lost_presses, &sim::EventCounts::repeated_presses})
        events.*counter = recorded.events.*counter;
    CHECK(events == recorded.events);
}
inline void check_runs_again(const Recorded& recorded, lab::FrameTimeSource frames = lab::FrameTimeSource::recorded)
{
    lab::ReplayRun run{recorded.replay, frames};
    if (frames == lab::FrameTimeSource::recorded) run.compare_with_file(recorded.bytes);
    check_same(recorded, run);
}

/// Returns a script file with `count` random inputs at random times.
inline std::string random_script(std::uint64_t seed, double seconds, int count, bool turns_loops)
{
    std::mt19937_64 random{seed};
    const auto number = [&](int below) { return static_cast<int>(random() % static_cast<unsigned>(below)); };
    const char* const keys[]{"left", "right", "jump", "dash"};
    std::string script;
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
        script += fmt::format("at {:.6f} {}\n", at, what);
    }
    return script;
}
