// lab/stage/experiment.hpp -- Experiment: the loops that the window shows, with their PCs, worlds and references
#pragma once

#include "lab/stage/driver.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lab
{

enum class TimeSource : std::uint8_t
{
    this_pc, ///< all lanes get one frame, measured or played back; the pacer of the selected lane waits
    virtual_pcs, ///< each lane has its own PC and frames; their wall time is the window's, scaled or paused
    driver, ///< a lesson or a replay decides when a lane has a frame
};

/// The PC that the user can set.
enum class PcChoice : std::uint8_t
{
    of_the_lanes, ///< that of the selected lane
    recorded_pc, ///< that of a replay, for a what-if
    of_the_driver, ///< none: the lesson sets them
};

/// What the settings choose to run: plain data.
struct ExperimentPlan
{
    /// An experiment with another one begins anew: all its lanes are replaced.
    struct Identity
    {
        TimeSource time_source = TimeSource::virtual_pcs;
        Mode mode{};
        std::size_t scene_index{}; ///< zero with a driver
        std::size_t lesson_index{}; ///< of the lesson that drives the experiment

        friend bool operator==(const Identity&, const Identity&) = default;
    };
    struct PlannedLane
    {
        int key = 0; ///< a lane whose key stays keeps its world; unique in a plan
        LaneSetup setup;
    };

    Identity identity{};
    std::vector<PlannedLane> lanes{}; ///< empty with a driver, which makes its own
    bool is_list = false; ///< true: the lanes are those of lanes_of(), and a replay can record one of them
    /// Index of the lane with this StageLane::id, also if a program runs it; empty if there is none.
    std::optional<std::size_t> index_of(int lane_id) const;
    PcChoice pc_choice = PcChoice::of_the_lanes;
};
/// The only function that decides which lanes run. `time_source` is that of the list of lanes, and `command` that of
/// the user's own loop.
ExperimentPlan plan_experiment(const Settings& settings, TimeSource time_source, const LoopCommand& command = {});

/// The loops that the window shows.
class Experiment
{
public:
    explicit Experiment(bool keeps_display_history)
        : keeps_display_history_{keeps_display_history}
    {
    }

    LaneRuns lanes;

    /// Replaces all lanes by those of the plan or of the driver, if there is one.
    void start(const ExperimentPlan& plan, std::shared_ptr<Driver> driver);
    /// True if the plan has another identity, no lane in common with the present one, or a lane that would take over a
    /// motion that is off course.
    bool must_start_anew(const ExperimentPlan& plan) const;
    /// The lane that has put the motion off course with a loop that the plan replaces; empty if there is none.
    std::optional<std::size_t> failed_lane(const ExperimentPlan& plan) const;
    /// True if the plan changes the loop's parameters, the PC or the scene of a lane that stays.
    bool changes_config(const ExperimentPlan& plan) const;
    /// Applies the plan between two frames. Lanes whose key stays keep their world, and new ones take over that of the
    /// first of them, as after a change of the loop. False: the list of lanes is the same.
    bool adjust(const ExperimentPlan& plan);

    /// Begins the frames that are due.
    void begin_frame(Session& session, ThisPc& this_pc, Requests& requests);
    /// On this PC: the lag, the presentation and the pacer of the frame that begin_frame() began.
    void end_frame(const Settings& settings, ThisPc& this_pc);
    /// Passes a press or release of a game key, such as jump, to all lanes, with the present time.
    void set_button(const ThisPc& this_pc, Button button, bool is_down);
    /// Makes the next frame of each lane longer, and adds `telemetry_event_bits` (bits of telemetry::Event) to it.
    void add_hitch(ThisPc& this_pc, Nanos duration, telemetry::EventBits telemetry_event_bits);
    /// Marks the next frame of each lane as one with a change by the user.
    void add_change_event();

    const ExperimentPlan& plan() const { return plan_; }
    /// Null if the settings alone decide what runs.
    Driver* driver() { return driver_.get(); }
    const Driver* driver() const { return driver_.get(); }
    /// Null if it has another driver or none.
    template <class DriverType>
    DriverType* driver_as()
    {
        return dynamic_cast<DriverType*>(driver_.get());
    }
    template <class DriverType>
    const DriverType* driver_as() const
    {
        return dynamic_cast<const DriverType*>(driver_.get());
    }
    TimeSource time_source() const { return driver_ ? TimeSource::driver : plan_.identity.time_source; }
    bool accepts_input() const { return driver_ == nullptr; }
    /// A replay contains too little data to judge its motion; only failures count.
    bool judges(const LaneVerdict& verdict) const { return !is_replay() || verdict.failure_kind != nullptr; }
    bool is_replay() const { return driver_ != nullptr && driver_->recorded_config() != nullptr; }
    /// The wall clock of the lanes.
    Nanos wall_time(const ThisPc& this_pc) const;
    /// What the display shows now, and which frames it has shown since the last call.
    DisplayContent advance_display(std::size_t lane_index);

private:
    bool has_same_lanes(const ExperimentPlan& plan) const;
    std::vector<std::optional<std::size_t>> kept_lanes(const ExperimentPlan& plan) const;
    void run_live_frame(const Session& session, ThisPc& this_pc, Requests& requests);
    void run_virtual_frames(const Session& session, ThisPc& this_pc);

    ExperimentPlan plan_{};
    std::shared_ptr<Driver> driver_{};
    bool keeps_display_history_;
    bool has_begun_ = false; ///< false: the next frame is the first one, and has no frame time
    telemetry::EventBits lag_events_ = 0; ///< hitches of this PC that make the frame longer that ends next
    Nanos displayed_wall_time_{};
};

} // namespace lab
