// lab/stage/lab.hpp -- Lab: the program without its window; owns loops and lessons, executes keys and timed commands
#pragma once

#include "base/message.hpp"
#include "lab/metrics/delay_verdicts.hpp"
#include "lab/metrics/metric_table.hpp"
#include "lab/settings/key_bindings.hpp"
#include "lab/settings/script.hpp"
#include "lab/stage/experiment.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace lab
{

struct Demonstration;

/// How time passes on the stage. While *Show me* or the opening runs, the user's pause, speed and zoom have no effect.
struct StageClock
{
    double speed = 1.0; ///< seconds of the lanes per real second
    bool is_paused = false;
    bool is_demonstration = false;
};

class Lab
{
public:
    /// If `keeps_display_history` is false, the initial loop stores no past frames, which saves time and memory.
    Lab(const Settings& initial_settings, std::unique_ptr<sim::Pc> pc, bool keeps_display_history = true);
    Lab(const Lab&) = delete;
    Lab& operator=(const Lab&) = delete;

    Session session;
    ThisPc this_pc;
    Requests requests; ///< requests that the window has not handled yet
    Experiment experiment;

    /// The user's own loop: the command that settings.lane.loop.is_foreign runs. No file and no link has it.
    struct OwnLoop
    {
        LoopCommand command{};
        std::string file{}; ///< path of the file that the user edits; empty for a command of the user's
    };
    OwnLoop own_loop{};
    /// Runs `loop` as the chosen loop from the next frame on, from the start.
    void run_own_loop(OwnLoop loop);

    /// Starts the timing of this PC, and chooses the source of the frame times.
    void start_timing();
    TimedCommands timed_commands; ///< timed keys and assignments, which execute_newly_due_commands() executes
    /// Replaces the settings by those of a configuration string, in one undo step. Ends a replay. On
    /// failure, returns an error and changes nothing.
    base::OptionalError open_configuration(std::string_view text);

    /// Executes the action of a key, or adds it to `requests` if only the window can execute it.
    void handle_key(const KeyBinding& key);
    void execute(Action action);
    /// Passes a press or release of a game key, such as jump, to all shown loops, with the present time.
    void set_button(Button button, bool is_down);
    void execute_newly_due_commands();
    bool is_recording_replay = false;
    /// Ends a lesson or a replay, and leaves the first screen. The next frame starts the list of lanes anew.
    void restart_list();
    /// Calls `interceptor` before and after each step of the lane that is selected now, until the stage does not show
    /// it any more; null removes it.
    void set_step_interceptor(StepInterceptor* interceptor);
    /// The lane of set_step_interceptor(); the first one if the stage does not show it.
    const Lane& recorded_lane() const;
    /// Begins a frame of the experiment. Returns the number of new frames of the selected lane.
    std::size_t begin_frame();
    void end_frame();

    /// True while the stage shows the list of lanes: no lesson, replay, demonstration or first screen.
    bool shows_list() const { return experiment.driver() == nullptr && experiment.plan().is_list; }
    /// Stays the same while a lane of the list is shown, also at another index.
    int lane_key(std::size_t lane_index) const
    {
        return experiment.driver() == nullptr ? experiment.plan().lanes[lane_index].key : static_cast<int>(lane_index);
    }
    /// Selects a shown lane.
    void select_lane(std::size_t lane_index);
    /// At most StageSettings::max_lanes, also for a lesson with more loops.
    std::size_t shown_lane_count() const { return std::min(experiment.lanes.size(), StageSettings::max_lanes); }
    const Lane& lane(std::size_t lane_index) const { return experiment.lanes[lane_index].lane(); }
    const Lane& lane() const { return lane(selected_lane_index()); }
    /// Index of the lane whose data the plots and panels show.
    std::size_t selected_lane_index() const
    {
        const Settings& settings = session.settings;
        return std::min(shows_list() ? settings.stage.selected : settings.view.selected_lane, shown_lane_count() - 1);
    }
    StageClock stage_clock() const;
    /// Also switches full screen on or off.
    void set_audience_view(bool is_on);
    /// The demonstration to start in the next frame; null if none.
    const Demonstration* requested_demonstration = nullptr;
    /// The verdict on the chosen loop, such as "SLOW", for each position of the slider for the frame delay.
    DelayVerdicts delay_verdicts{};
    /// What the window shows as proof of a lesson's right answer; null if it shows no proof now.
    const EvidenceView* shown_evidence_view() const;
    /// Runs the loops of the finished lesson again, without end, so that the user can try other values of one setting.
    void start_endless_trial();
    /// Shows `replay`. Afterwards, restores the earlier settings, except settings that the user has changed meanwhile.
    void enter_replay(std::shared_ptr<Driver> replay);
    /// Opens a lesson that was read from a file. The window shows it from the next frame on.
    void open_file_lesson(Lesson lesson);
    /// Returns metrics of the shown loops, at most 0.25 s old. After a lesson's run, returns the run's final metrics.
    const std::vector<LaneResult>& update_results();
    /// Returns the picture on the display, and the frames displayed since the last call. Valid until the next frame.
    DisplayContent advance_display_to_now(std::size_t lane_index);
    std::optional<Nanos> frozen_at() const { return frozen_at_; }
    /// The wall time of the past frame that this loop's instant replay shows now; empty if no instant replay runs.
    std::optional<Nanos> instant_replay_time(std::size_t lane_index) const;
    /// The lane that moves as the user's wrong answer to a lesson predicts; empty if there is none.
    std::optional<MisconceptionLane> misconception(std::size_t lane_index);
    bool end_instant_replays();
    /// Why the lanes have started anew without the user's asking, in the first two seconds until something happens;
    /// else empty. `sample` is the drawn frame.
    std::string restart_note(std::size_t lane_index, const telemetry::FrameSample& sample) const;
    /// The frame at the bottom of the display, which advances to now.
    scenes::Moment take_shown_moment(std::size_t lane_index);
    /// Pauses the loops. Each loop's display then shows its newest frame that began at `wall_time` or earlier.
    void freeze_at(Nanos wall_time);
    /// Pauses the loops and shows a frame `frame_offset` frames later, or earlier if `frame_offset` is negative.
    void move_frozen_frame(std::int64_t frame_offset);
    void resume();

private:
    /// True if a lane shows a failure again, in slow motion: the user's own lanes, and those of a demonstration.
    bool has_instant_replays() const;
    /// Starts or adjusts the experiment if the settings or the user require it. A world that is not shown does not go
    /// on.
    void update_experiment();
    void start_experiment(const ExperimentPlan& plan, std::optional<std::size_t> failed_lane);
    void note_restart(std::size_t lane_index);
    /// Starts the selected lane alone. The first frame then starts what the settings choose.
    void start_selected_lane();
    TimeSource time_source_of_list() const;
    /// Leaves a replay if the settings have another mode. Shows the list of lanes in place of a replay or a lesson
    /// whose file is not open.
    void enter_mode();
    /// Ends the recording if `plan` does not show its lane.
    void end_recording_without_lane(const ExperimentPlan& plan);
    /// Passes the steps of the recorded lane to the interceptor.
    void intercept_steps();
    std::shared_ptr<Driver> make_driver(const ExperimentPlan& plan);
    void restart_lanes();
    /// Closes the topmost of help page, frozen frame and audience view; without one, shows live loops again.
    void close_topmost();
    bool change_course_of_time(Action action);
    void execute(const TimedCommand& command);

    std::optional<Settings> planned_settings_; ///< settings of the experiment's plan; empty: plan again
    std::shared_ptr<Driver> replay_; ///< the replay that was opened last; null if none
    std::shared_ptr<const Lesson> lesson_from_file_; ///< the lesson of open_file_lesson(); null if none
    LaneResultCache result_cache_;
    bool has_even_frame_times_ = false; ///< true: the list runs with LiveFrameSource::even
    StepInterceptor* step_interceptor_ = nullptr;
    int recorded_lane_id_ = 0; ///< StageLane::id of the lane that calls `step_interceptor_`
    bool intercepts_steps_ = false; ///< true: this lane calls it
    bool needs_new_lanes_ = false; ///< true: the next frame starts the experiment anew
    bool restarts_at_rest_ = false; ///< true: all lanes start anew when the user leaves the changed control alone
    Nanos config_changed_at_{}; ///< wall time of this PC at the last change of a loop or PC
    std::string restart_note_; ///< why the lanes have started anew; empty if the user has asked for it
    bool is_reset_ = false; ///< true: the new lanes are the present ones after a reset
    std::size_t next_command_index_ = 0; ///< in timed_commands
    Nanos instant_replays_ended_at_{-1}; ///< wall time when instant replays were last ended; -1 ns if never
    std::optional<Nanos> frozen_at_; ///< wall time of the stopped display; empty if it runs
};

inline constexpr double instant_replay_speed = 0.4; ///< seconds of the loop's time per real second
inline constexpr Nanos instant_replay_span{1'200'000'000};

std::optional<Nanos> instant_replay_time_of(const Lane& lane, Nanos ended_at = Nanos{-1});

} // namespace lab
