// lab/stage/lab.hpp -- Lab: the program without its window. Holds the shared data (LabContext) and the content that the
// window shows (Stage), and executes the actions of keys and drive files
#pragma once

#include "base/message.hpp"
#include "lab/lessons/tour.hpp"
#include "lab/metrics/scoreboard.hpp"
#include "lab/metrics/slowness.hpp"
#include "lab/settings/actions.hpp"
#include "lab/settings/history.hpp"
#include "lab/stage/stage.hpp"
#include "sim/machine/clock.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lab
{

class LiveStage;
class ReplayStage;
struct Demonstration;

class Lab : public LabContext
{
public:
    /// `has_window` is false if no window shows the live loop: the loop then uses less computing time and memory.
    Lab(const Settings& start, std::unique_ptr<sim::Pc> pc, bool has_window = true);
    /// Runs the live loop on this machine (sim::LivePc) with the clock `clock`.
    Lab(const Settings& start, sim::Clock& clock);
    Lab(const Lab&)            = delete;
    Lab& operator=(const Lab&) = delete;
    ~Lab();

    /// As LabContext::start_real_time(), which it calls. Call it before the first frame, and after set_playback().
    void start_real_time();
    /// True if the window shows loops of Mode::live with even frames.
    bool shows_even_frames() const { return has_even_frames_ && settings.mode == Mode::live; }
    /// Replaces the commands of the drive file; execute_due_commands() executes them.
    void set_drive_commands(DriveCommands commands);
    /// Sets the settings that the first undo restores.
    void set_undo_start(const Settings& earlier) { undo_.observe(earlier, Nanos::zero()); }
    /// Replaces the settings by those of a configuration string (set_up_text()), as one undo step, and ends the tour.
    /// If the string is invalid, returns an error and changes nothing.
    base::Error apply_set_up(std::string_view text);

    /// Executes the action of a key. Actions that only the window can execute are added to `requests`.
    void handle_key(const Key& key);
    /// Passes a press or release of a scene key to all shown loops, at the present time.
    void set_button(Button button, bool is_down);
    /// Executes all commands of the drive file that are due.
    void execute_due_commands();
    /// True while the user's inputs to the live loop are recorded in a replay file.
    bool is_recording_replay = false;
    /// True while the user holds a slider with the mouse: all its changes until the release become one undo step.
    bool is_control_held = false;
    /// Replaces the live loop in the next frame by a new one with the present settings, and shows it.
    void start_new_live_loop();
    /// The lane of the live loop, also while the window shows another content.
    const Lane& live_lane() const;
    /// Sets the object that observes each step of the live loop (Lane::set_step_interceptor); null removes it.
    void set_live_step_interceptor(StepInterceptor* interceptor);
    /// Begins a frame of the content that the settings choose. Returns the number of new frames of the selected loop
    /// since the last call: 1 for a loop on this PC, 0 or more for a virtual PC.
    std::size_t begin_frame();
    /// Ends a frame. For loops on this PC, waits for the user-set frame delay, and then until the pacer ends the wait.
    void end_frame();

    Stage& stage() { return *stage_; }
    const Stage& stage() const { return *stage_; }
    /// Returns null if the stage is not of type Kind.
    template <class Kind>
    Kind* stage_as()
    {
        return dynamic_cast<Kind*>(stage_);
    }
    template <class Kind>
    const Kind* stage_as() const
    {
        return dynamic_cast<const Kind*>(stage_);
    }
    /// Number of shown lanes: at most RaceSettings::max_lanes, also for a lesson with more loops.
    std::size_t lane_count() const;
    const Lane& lane(std::size_t i) const;
    /// The selected lane.
    const Lane& lane() const { return lane(selected()); }
    /// Index of the lane whose data the plots and panels show.
    std::size_t selected() const;
    const LaneSetup& lane_setup(std::size_t i) const;
    /// Returns null if the tour is not running.
    const Tour* tour() const { return tour_ ? &*tour_ : nullptr; }
    /// Shows all panels, or the first screen in Mode::live. A later call with true restores the mode from before.
    void switch_all_panels(bool shows_all);
    /// Switches the presentation mode (ViewSettings::presentation_mode) and full screen on or off.
    void switch_presentation(bool on);
    /// Runs a demonstration for ten seconds from the next frame on. No setting changes.
    void queue_demonstration(const Demonstration& demonstration);
    /// The verdicts on the chosen loop for all positions of the frame delay slider on the first screen.
    DelayVerdicts slowness{};
    /// Starts the tour on the first screen. It ends when the user leaves this screen.
    void start_tour();
    /// Shows the next card of the tour (`card_offset` is 1) or the previous card (-1). Ends the tour after its last
    /// card.
    void turn_tour(int card_offset);
    /// Ends the tour and restores the settings from before it. Does nothing if the tour is not running.
    void end_tour();
    /// The settings without changes by the tour or by a replay.
    Settings user_settings() const;
    /// The settings for the next start of the program: user_settings() without a lesson or a network game. After
    /// apply_set_up() with a link, the settings from before the link, but the present view.
    Settings settings_to_save() const;
    /// For a user's wrong answer in a lesson: the lane that the answer predicts for lane `i`, and its shown frame.
    std::optional<PredictedLane> predicted_lane(std::size_t i);
    /// The view that proves the answer of the finished lesson; null unless the display is stopped at Proof::time.
    const Proof* shown_proof() const;
    /// Runs the loops of the finished lesson again. The user can then change the control Lesson::trial_control.
    void start_trial();
    /// Shows a replay from the next frame until the mode is no longer Mode::replay. Then restores all settings that the
    /// replay has changed and the user has not.
    void enter_replay(std::unique_ptr<ReplayStage> replay);
    /// Shows a lesson loaded from a file from the next frame on, as long as the settings choose it.
    void show_lesson(Lesson lesson);
    /// Computes the results of the shown lanes again if they are older than 0.25 s. They cover the time since the last
    /// reset. After a run of a lesson, returns its final results.
    const std::vector<LaneResult>& update_results();
    /// What the display of lane `i` shows, and the frames that reached it since the last call; valid until the next
    /// frame.
    Screen on_screen(std::size_t i);
    /// The loops' wall time at which the user has stopped the display; empty if it is not stopped.
    std::optional<Nanos> frozen_at() const { return frozen_at_; }
    /// The loop's wall time that the instant replay of loop `i` shows now; empty if none is running. Lessons, network
    /// games and replays have no instant replays.
    std::optional<Nanos> instant_replay_time(std::size_t i) const;
    /// Returns true if at least one instant replay was running.
    bool end_instant_replays();
    /// The newest frame on the display of lane `i`, or the newest computed frame before the first displayed one. While
    /// the display is stopped, the frame at frozen_at(). Labels must describe this frame.
    scenes::Moment shown_moment(std::size_t i);
    /// Pauses, and stops the display of all loops at the loops' wall time `wall_time`.
    void freeze(Nanos wall_time);
    /// Pauses, and moves the display by `frame_offset` frames of the selected loop; backwards if negative.
    void freeze_relative_frame(std::int64_t frame_offset);
    /// Ends the pause, and shows the newest frame again.
    void resume();

private:
    std::size_t take_new_frame_count();
    void update_frame_timing();
    void update_stage();
    void make_live_stage(const Settings& start, bool has_window = true);
    void show_stage();
    std::unique_ptr<Stage> make_stage();
    void release_keys();
    void reset();
    void execute(const DriveCommand& command);
    void show_proof(const Proof& proof);
    void step_delay(int direction);
    void step_frame_or_tour(int direction);
    void close_topmost();
    void leave_replay();
    void update_mode();
    UndoNotice undo_change_or_tour();
    UndoNotice redo();
    void end_undo_step() { undo_.end_step(settings, pc().frame_start_time()); }

    std::unique_ptr<LiveStage> live_;           ///< the live loop; paused while the window shows another content
    std::unique_ptr<ReplayStage> replay_;       ///< the replay that was opened last; null if none
    std::unique_ptr<Stage> other_stage_;        ///< the shown stage if it is neither live_ nor replay_; otherwise null
    Stage* stage_ = nullptr;                    ///< the shown stage
    std::shared_ptr<const Lesson> file_lesson_; ///< the lesson of show_lesson(); null if none
    LaneResultCache result_cache_;
    bool has_even_frames_ = false; ///< true: the loops of Mode::live run with even frames
    UndoSteps undo_;
    Nanos undo_observed_at_{-1'000'000'000}; ///< time at which undo_ last compared the settings
    std::optional<Tour> tour_;
    std::optional<Settings> set_up_before_link_; ///< the user's settings from before a link; empty if no link is in use
    /// Mode and RaceSettings::side_by_side from before the first screen; empty if switch_all_panels() did not open it.
    std::optional<std::pair<Mode, bool>> mode_before_first_screen_;
    std::array<bool, button_names.size()> is_key_down_{}; ///< true for each scene key that is down; indexed by Button
    /// If set, the next frame makes a new live loop with these settings.
    std::optional<Settings> new_live_settings_;
    StepInterceptor* interceptor_            = nullptr;
    const Demonstration* next_demonstration_ = nullptr; ///< demonstration that starts in the next frame; null for none
    bool needs_new_stage_                    = false;   ///< true: the next frame makes a new stage
    DriveCommands drive_commands_;
    std::size_t next_command_ = 0;
    Nanos instant_replays_ended_at_{-1}; ///< the loops' wall time of the last end_instant_replays() with an effect
    std::optional<Nanos> frozen_at_;     ///< wall time of the stopped display; empty if it runs
};

inline constexpr double instant_replay_speed = 0.4; ///< playback speed: seconds of the loop's time per real second
/// Length of an instant replay on the loop's wall clock: 1.2 s, shown in 3 s.
inline constexpr Nanos instant_replay_span{1'200'000'000};

/// The loop's wall time that its instant replay shows now; empty if none is running. An instant replay begins when the
/// body is farther than 1e6 m away. It shows the last `instant_replay_span` before that frame once, but nothing from
/// before the last reset. Frames at wall time `ended_at` or earlier start no replay, because the user has ended it.
std::optional<Nanos> instant_replay_time_of(const Lane& lane, Nanos ended_at = Nanos{-1});

} // namespace lab
