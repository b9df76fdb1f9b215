// lab/lane/lane_run.hpp -- LaneRun, a lane with its set-up, a virtual PC and the metrics of its frames; and Lanes,
// several of them on one clock. Runs them with or without a window
#pragma once

#include "lab/lane/lane.hpp"
#include "lab/settings/lane_setup.hpp"
#include "sim/machine/virtual_pc.hpp"
#include "telemetry/metrics.hpp"

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace lab
{

/// Limits of a run, which ends at the first that it reaches. Without limits, a run that plays a recording ends with the
/// recording, and any other run never ends.
struct RunLength
{
    std::optional<Nanos> time{};          ///< last wall time at which a frame may start; empty: no limit
    std::optional<std::int64_t> frames{}; ///< largest number of frames in the run; empty: no limit
    /// The run ends with the frame in which the number of physics steps reaches this number.
    std::optional<std::int64_t> ticks{};
};
std::string text_of(const RunLength& length);

/// Detects a virtual clock that does not advance, because frames cost no time and the loop does not wait.
class Standstill
{
public:
    /// Throws std::runtime_error if more than 100,000 successive frames begin at the same time. `at` is the start of
    /// the next frame.
    void check(Nanos at)
    {
        same_ = at == last_ ? same_ + 1 : 0;
        last_ = at;
        if (same_ > 100'000)
            throw std::runtime_error("time stands still: frames cost nothing, and nothing waits for the display; "
                                     "give the machine a render cost or VSYNC");
    }

private:
    Nanos last_{-1};
    int same_ = 0;
};

struct LaneResult
{
    LaneSetup setup{};
    telemetry::Metrics metrics{};
    sim::Events events{};
    FailuresByKind failures{};
    std::int64_t ticks = 0;                    ///< number of physics steps in the run
    std::optional<std::uint64_t> state_hash{}; ///< hash of the world's last state; empty if the state contains a NaN
    /// True: the states of the world do not depend on the frame times; empty: not computed.
    std::optional<bool> reproducible{};
    /// The verdict at the end of the run, such as "SLOW 0.33x"; empty if it was not asked for.
    std::string verdict{};
    /// For a game over a network: the values of network_numbers(); otherwise empty.
    std::vector<double> network{};
};

/// A lane whose frames simulate_frame() computes as fast as possible on the lane's own virtual PC. If the frames come
/// from elsewhere, such as from this PC, a network game or a replay, the caller begins and ends them on lane() instead,
/// and then calls count_frame().
class LaneRun
{
public:
    /// `is_shown` is true if the window shows the lane. Then the lane also simulates its world in very small steps and
    /// keeps past pictures; only then on_screen() returns pictures.
    explicit LaneRun(LaneSetup setup, bool is_shown = false);

    /// The caller may change it between frames and must then call apply().
    LaneSetup& setup() { return setup_; }
    const LaneSetup& setup() const { return setup_; }
    void apply() { lane_.apply(setup_.settings); }
    Lane& lane() { return lane_; }
    const Lane& lane() const { return lane_; }

    /// Simulates the next frame, up to the return of the call that presents its picture.
    const telemetry::FrameSample& simulate_frame();
    void hitch(Nanos duration) { pc_.hitch(duration); }
    /// The wall time at which the next frame starts; the clock starts at zero.
    Nanos next_frame_at() const;
    /// True if no limit of `length` is reached, and a recording has not ended.
    bool has_next_frame(const RunLength& length) const;
    /// The user's input for the next frame.
    sim::Input input{};

    /// Adds the newest frame, which must have ended, to the metrics. If the frame has the event `reset`, earlier frames
    /// no longer count.
    void count_frame();
    /// Of all frames counted since the last reset.
    telemetry::Metrics metrics() const { return meter_.result(lane_.start_energy()); }
    LaneResult result() const;

    /// The pictures on the virtual display at the time `at` on the virtual PC's wall clock. It must not decrease from
    /// call to call, because a call deletes pictures that the display no longer shows.
    Screen on_screen(Nanos at);

private:
    std::optional<Nanos> next_recorded();
    void add_picture();

    LaneSetup setup_;
    Lane lane_;
    sim::VirtualPc pc_;
    std::size_t exact_percentile_limit_; ///< number of frames up to which the percentiles are exact
    telemetry::Meter meter_;
    bool keeps_pictures_;
    std::deque<scenes::KeptMoment> pictures_; ///< kept pictures, in the order in which they reach the screen
    /// Index of the newest frame whose picture on_screen() has reported as arrived on the screen; -1 for none.
    std::int64_t last_arrived_frame_ = -1;
};

/// Several lanes in the order in which the window shows them. Slow motion does not change the frames that advance_to()
/// and simulate_single_frame() compute: these depend only on the virtual PCs' clock.
class Lanes
{
public:
    /// Makes one lane for each set-up, which runs up to the limits of `length`, and ends with the same frame as in
    /// run_lane().
    explicit Lanes(std::span<const LaneSetup> setups, const RunLength& length = {}, bool is_shown = true);

    std::size_t size() const { return lanes_.size(); }
    LaneRun& operator[](std::size_t i) { return lanes_[i]; }
    const LaneRun& operator[](std::size_t i) const { return lanes_[i]; }
    auto begin() { return lanes_.begin(); }
    auto end() { return lanes_.end(); }
    std::vector<LaneResult> results() const;

    /// Passes a press or release of a key to all lanes, at the time `at` on their common wall clock.
    void press(Nanos at, Button button, bool down);
    /// Adds event bits (telemetry::Event) to the record of each lane's next frame.
    void add_events(std::uint32_t events);

    /// Computes all frames that begin at wall time `to` or earlier. Returns false if a lane needs more than
    /// `max_frames` frames: call it again to continue.
    bool advance_to(Nanos to, std::int64_t max_frames = 20'000);
    /// Computes one frame of the lane whose next frame begins earliest; null if all lanes have ended.
    const telemetry::FrameSample* simulate_single_frame();
    bool done() const;
    /// The wall time up to which the frames of all lanes have been computed.
    Nanos time() const { return time_; }

private:
    std::deque<LaneRun> lanes_; // a deque, because a virtual PC cannot be moved
    RunLength length_;
    Nanos time_{};
};

using SampleSink = std::function<void(const telemetry::FrameSample&)>;
/// Judges a lane at the end of its run. The result is LaneResult::verdict.
using LaneJudge = std::function<std::string(const Lane&)>;

/// Runs a loop up to the limits of `length`, calls `each` with the record of every frame, and `judge` at the end.
/// Throws std::runtime_error if the virtual clock does not advance (Standstill).
LaneResult run_lane(LaneSetup setup, const RunLength& length, const SampleSink& each = {}, const LaneJudge& judge = {});
/// The same for each set-up, on all cores.
std::vector<LaneResult> run_lanes(std::span<const LaneSetup> setups, const RunLength& length,
                                  const LaneJudge& judge = {});

/// True if the states of a loop's world do not depend on the frame times: runs the loop on its machine and on a machine
/// with other frame times, and compares the states after every step, up to `ticks` steps or 10 s. Throws
/// std::runtime_error if the virtual clock does not advance.
bool reproducible(const LaneSetup& setup, std::size_t ticks = 300);

/// Runs one loop for each set-up, up to `ticks` steps or 10 s. Returns the number of the first step, from 1, after
/// which states differ or contain a NaN; nothing if there is no such step.
std::optional<std::size_t> first_differing_step(std::span<const LaneSetup> setups, std::size_t ticks = 300);

} // namespace lab
