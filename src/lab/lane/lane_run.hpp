// lab/lane/lane_run.hpp -- LaneRun: a run of one loop with its own scene, virtual PC and metrics. LaneRuns: several
#pragma once

#include "lab/lane/lane.hpp"
#include "lab/settings/lane_setup.hpp"
#include "sim/machine/virtual_pc.hpp"
#include "telemetry/metrics.hpp"

#include <algorithm>
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

/// A run ends at the first limit that it reaches, or at the end of its recorded frame times.
struct RunLimits
{
    std::optional<Nanos> max_wall_time{}; ///< latest wall time at which a frame may start; empty: no limit
    std::optional<std::int64_t> max_frames{}; ///< largest number of frames; empty: no limit
    /// Largest number of physics steps: the frame that reaches it is the last one; empty: no limit.
    std::optional<std::int64_t> max_steps{};
};
/// Returns the first limit that is set, in words, such as "10 s", "600 frames" or "480 steps".
std::string first_set_limit_text(const RunLimits& limits);

/// Wall time at which the loop's next frame starts. The loop runs on `pc`; its frame times may come from a recording.
Nanos next_frame_start_time(const LaneSetup& setup, const sim::Pc& pc);
/// False if the loop has reached one of `limits` or the end of its recording.
bool has_next_frame(const LaneSetup& setup, const sim::Pc& pc, const RunLimits& limits, std::int64_t frame_count,
                    std::int64_t step_count);

/// Starts the program of the setup's loop; null if it has none. Throws base::BadInput if the program is no loop, unless
/// it is to be polled.
std::shared_ptr<ForeignLoop> start_foreign_loop(const LaneSetup& setup, const sim::Pc& pc, bool is_polled = false);

/// Detects an endless loop: the simulated clock does not advance.
class ClockStandstillDetector
{
public:
    /// Throws std::runtime_error if over 100,000 successive frames start at the same time.
    void add_frame(Nanos frame_start)
    {
        same_start_count_ = frame_start == last_start_ ? same_start_count_ + 1 : 0;
        last_start_ = frame_start;
        if (same_start_count_ > 100'000)
            throw std::runtime_error(
                "the virtual clock does not advance: frames take no time, and the loop does not wait; "
                "set a render cost or VSYNC");
    }

private:
    Nanos last_start_{-1};
    int same_start_count_ = 0;
};

struct LaneResult
{
    LaneSetup setup{};
    telemetry::Metrics metrics{};
    sim::EventCounts events{}; ///< since the last reset or change of the loop, like `metrics` and `failures`
    FailuresByKind failures{};
    std::int64_t step_count = 0; ///< number of physics steps
    std::optional<std::uint64_t> state_hash{}; ///< hash of the last state; empty if it contains a NaN
    /// True if the world has the same state after each step on a PC with other frame times; empty if not tested.
    std::optional<bool> is_reproducible{};
    /// How good the motion was at the end of the run, such as "OK" or "SLOW 0.33x"; empty if not judged.
    std::string verdict{};
    std::string explanation{}; ///< of `verdict`, a sentence; may be empty
};

/// A horizontal band of the screen that shows one frame. It ends where the next band begins, or at the lower edge.
struct ScreenBand
{
    double top = 0.0; ///< upper edge: 0 at the top of the screen, 1 at the bottom
    scenes::Moment moment;
};

struct DisplayContent
{
    /// Ordered from top to bottom. After a tear there are several, before the first displayed frame none.
    std::vector<ScreenBand> screen_bands;
    /// Frames that have newly reached the screen, oldest first.
    std::vector<scenes::Moment> new_moments;
};

/// A run of one game loop with its own scene and its own virtual PC.
class LaneRun
{
public:
    /// A run that can be drawn never waits for a loop in another program: see poll_plan().
    explicit LaneRun(LaneSetup setup, bool can_be_drawn = false);

    /// A caller may change the config only between two frames, and must then call apply_setup().
    LaneSetup& setup() { return setup_; }
    const LaneSetup& setup() const { return setup_; }
    void apply_setup() { return lane_.apply(setup_.config); }
    Lane& lane() { return lane_; }
    const Lane& lane() const { return lane_; }

    /// Takes over the lane and the PC of `other`, and changes to the loop of its own setup, as the user can.
    void join(const LaneRun& other);

    /// False while a loop in another program has not planned the next frame, which has then begun; do not simulate it
    /// yet. Waits at most for `timeout`.
    bool poll_plan(Nanos timeout);
    /// True while the next frame has begun, and a program will plan it.
    bool awaits_plan() const
    {
        return begun_frame_ && lane_.foreign_loop() && lane_.foreign_loop()->stop_reason().empty();
    }
    /// Records a pause as the first frame of a loop in another program, so that there is one to draw.
    void record_start() { lane_.record_pause(pc_); }
    /// Simulates a frame of another PC, `pc`, except its end; while awaits_plan(), the frame that has begun. A frame
    /// that a program has not planned yet is a pause.
    void begin_live_frame(const timestep::FrameInput& frame_input, const InputTrack& input, sim::Pc& pc);
    /// Simulates a frame (steps, drawing, presentation, and the wait of the loop's pacer) and adds it to the metrics.
    const telemetry::FrameSample& simulate_frame(const InputTrack& input = no_input);
    void add_hitch(Nanos duration) { pc_.add_hitch(duration); }
    /// Start of the next frame on the virtual PC's wall clock, which is zero at the start of the run.
    Nanos next_frame_start_time() const
    {
        return begun_frame_ ? pc_.frame_start_time() : lab::next_frame_start_time(setup_, pc_);
    }
    bool has_next_frame(const RunLimits& limits) const
    {
        return lab::has_next_frame(setup_, pc_, limits, lane_.totals().frame_count, lane_.world().step_count());
    }
    /// Adds the newest frame, which must have ended. Not needed after simulate_frame().
    /// The metrics begin anew with a frame that begins a judged period.
    void measure_newest_frame();
    /// The metrics of all frames of the present judged period.
    telemetry::Metrics metrics() const;
    LaneResult result() const;
    /// Of the newest frame, which must exist. The pictures of the whole judged period say whether the motion is even.
    Judgement judgement() const;

    /// What the display shows at `wall_time` on the virtual PC's clock. `wall_time` must never decrease.
    DisplayContent advance_display_to(Nanos wall_time);

private:
    struct BegunFrame
    {
        timestep::FrameInput input{};
        bool has_recorded_time = false;
    };

    BegunFrame begin_frame_on_pc();

    LaneSetup setup_;
    Lane lane_;
    sim::VirtualPc pc_;
    bool has_begun_ = false; ///< true: the first frame has begun on the PC
    std::optional<BegunFrame> begun_frame_{}; ///< a frame that poll_plan() has begun, until it is simulated
    std::size_t max_exact_percentile_frames_;
    telemetry::MetricsMeter meter_;
    std::size_t unmeasured_count_ = 0; ///< newest frames that are not in `meter_`, as they wait for their refresh
    bool can_be_drawn_;
    std::deque<scenes::StoredMoment> queued_moments_; ///< stored frames, in the order in which they reach the screen
    /// FrameSample::frame_number of the newest frame that has reached the screen; -1 before the first frame.
    std::int64_t newest_displayed_frame_number_ = -1;
};

/// Several loops in display order.
class LaneRuns
{
public:
    /// Makes one loop for each element of `setups`. A loop ends when it reaches one of `limits` or its recording's end.
    explicit LaneRuns(std::span<const LaneSetup> setups = {}, const RunLimits& limits = {}, bool can_be_drawn = true);

    /// Element i becomes the present element `kept[i]` with its world; if empty, a new one that joins the kept one
    /// above it, or the first kept one. At least one is kept.
    void replace(std::span<const LaneSetup> setups, std::span<const std::optional<std::size_t>> kept);
    std::size_t size() const { return runs_.size(); }
    LaneRun& operator[](std::size_t i) { return runs_[i]; }
    const LaneRun& operator[](std::size_t i) const { return runs_[i]; }
    auto begin() { return runs_.begin(); }
    auto end() { return runs_.end(); }
    std::vector<LaneResult> results() const;

    void set_button(Nanos wall_time, Button button, bool is_down);
    /// Adds bits of telemetry::Event to the next frame of each loop.
    void add_events(telemetry::EventBits events);

    /// True while a program has not planned a frame that is due: the wall time should not advance.
    bool awaits_plan() const
    {
        return std::ranges::any_of(runs_, [this](const LaneRun& run)
                                   { return run.awaits_plan() && run.next_frame_start_time() <= wall_time_; });
    }
    /// Simulates the frames that begin by `wall_time`, as far as loops in other programs have planned them within 4 ms.
    /// False: a loop has run `max_frames_per_lane` frames; call again.
    bool advance_to(Nanos wall_time, std::int64_t max_frames_per_lane = 20'000);
    /// Computes only the frame that begins earliest of all loops' next frames. Returns null if all loops have ended.
    const telemetry::FrameSample* simulate_earliest_next_frame();
    /// True if each loop has reached one of the RunLimits or the end of its recording.
    bool has_ended() const;
    /// Latest wall time to which advance_to() or simulate_earliest_next_frame() has advanced the loops.
    Nanos wall_time() const { return wall_time_; }
    InputTrack input; ///< the user's input, on this wall clock

private:
    std::vector<LaneRun> runs_;
    RunLimits limits_;
    bool can_be_drawn_;
    Nanos wall_time_{};
};

using SampleSink = std::function<void(const telemetry::FrameSample&)>;
/// Writes the verdict on a run to its result.
using VerdictWriter = std::function<void(const LaneRun&, LaneResult&)>;

/// Runs a loop to its end. Throws std::runtime_error if the virtual clock stands still.
LaneResult run_lane(LaneSetup setup, const RunLimits& limits, const SampleSink& on_frame = {},
                    const VerdictWriter& judge = {});
std::vector<LaneResult> run_lanes(std::span<const LaneSetup> setups, const RunLimits& limits,
                                  const VerdictWriter& judge = {});

/// True if a run with other frame times has the same states. Compares two runs of at most `max_steps` steps and 10 s.
/// Throws std::runtime_error if the virtual clock stands still.
bool test_reproducibility(const LaneSetup& setup, std::size_t max_steps = 300);

/// Runs the setups. Returns the number, from 1, of the first step with different states; empty if all are equal.
std::optional<std::size_t> find_differing_step(std::span<const LaneSetup> setups, std::size_t max_steps = 300);

} // namespace lab
