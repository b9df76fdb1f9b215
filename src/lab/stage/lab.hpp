// lab/stage/lab.hpp -- Lab: the program without its window. It owns the shared data (LabContext) and what the window
// shows (Stage), and executes the actions of keys and drive files
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
    /// If `has_window` is false, the loop of Mode::live uses less computing time and memory.
    Lab(const Settings& start, std::unique_ptr<sim::Pc> pc, bool has_window = true);
    /// Runs the loop of Mode::live on this machine (sim::LivePc).
    Lab(const Settings& start, sim::Clock& clock);
    Lab(const Lab&)            = delete;
    Lab& operator=(const Lab&) = delete;
    ~Lab();

    /// Calls LabContext::start_real_time(). Must be called before the first frame, and after set_playback().
    void start_real_time();
    /// True if the window shows loops of Mode::live with FrameTiming::even.
    bool shows_even_frames() const { return has_even_frames_ && settings.mode == Mode::live; }
    /// Sets the commands of a drive file (timed keys and assignments); execute_due_commands() executes them.
    void set_drive_commands(DriveCommands commands);
    /// Sets the settings that the first undo restores.
    void set_undo_start(const Settings& earlier) { undo_.record_changes(earlier, Nanos::zero()); }
    /// Applies a configuration string (set_up_text()) as one undo step. On failure, returns an error and changes
    /// nothing.
    base::Error apply_set_up(std::string_view text);

    /// Executes the action of a key, or adds it to `requests` if only the window can execute it.
    void handle_key(const Key& key);
    /// Passes a press or release of a key of the scene to all shown loops, at the present time.
    void set_button(Button button, bool is_down);
    void execute_due_commands();
    /// True while the user's inputs are written to a replay file.
    bool is_recording_replay = false;
    /// True while the user drags a slider: all changes until its release become one undo step.
    bool is_control_held = false;
    /// In the next frame, replaces the loop of Mode::live by a new one with the present settings, and shows it.
    void start_new_live_loop();
    /// The single loop of Mode::live. It exists even while the window shows something else.
    const Lane& live_lane() const;
    /// Calls `interceptor` before and after each step of the live loop; null removes it.
    void set_live_step_interceptor(StepInterceptor* interceptor);
    /// Returns the number of new frames of the selected loop: 1 for a loop on this PC, 0 or more on a virtual PC.
    std::size_t begin_frame();
    /// For loops on this PC, waits for the user-set frame delay, and then as long as the loop's pacer requires.
    void end_frame();

    Stage& stage() { return *stage_; }
    const Stage& stage() const { return *stage_; }
    /// Returns the stage as a `Kind`, or null if the stage has another type.
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
    /// Number of shown loops: at most RaceSettings::max_lanes, also for a lesson with more loops.
    std::size_t lane_count() const;
    const Lane& lane(std::size_t lane_index) const;
    const Lane& lane() const { return lane(selected_lane_index()); }
    /// Index of the loop whose data the plots and panels show.
    std::size_t selected_lane_index() const;
    const LaneSetup& lane_setup(std::size_t lane_index) const;
    /// The running tour; null if there is none.
    const Tour* tour() const { return tour_ ? &*tour_ : nullptr; }
    /// Shows all panels and the mode from before, or the simple first screen in Mode::live.
    void switch_all_panels(bool shows_all);
    /// Switches ViewSettings::presentation_mode and full screen on or off.
    void switch_presentation(bool on);
    /// Runs a demonstration for ten seconds from the next frame on. Does not change the settings.
    void queue_demonstration(const Demonstration& demonstration);
    /// The verdicts on the chosen loop at all positions of the delay slider of the first screen.
    DelayVerdicts delay_verdicts{};
    /// Starts the tour, which ends when the user leaves the first screen.
    void start_tour();
    /// Shows the next page of the tour (`card_offset` is 1) or the previous one (-1). Ends the tour after its last
    /// page.
    void turn_tour_page(int card_offset);
    /// Restores the settings from before the tour. Does nothing if the tour is not running.
    void end_tour();
    /// The settings without the changes by the tour or by a replay.
    Settings user_settings() const;
    /// The settings for the next start of the program: user_settings() without a lesson or a network game. If the user
    /// has opened a link, the settings from before it, but the present view.
    Settings settings_to_save() const;
    /// The extra loop of a lesson that behaves as the user's wrong answer predicts; empty without a wrong answer.
    std::optional<PredictedLane> predicted_lane(std::size_t lane_index);
    /// The evidence for the answer of the finished lesson; null unless the display is stopped at Proof::time.
    const Proof* shown_proof() const;
    /// Runs the loops of the finished lesson again, so that the user can change Lesson::trial_control.
    void start_trial();
    /// Shows a replay while the mode is Mode::replay. Then restores the settings that the user has not changed.
    void enter_replay(std::unique_ptr<ReplayStage> replay);
    /// Shows a lesson from a file from the next frame on, as long as the settings choose it.
    void show_lesson(Lesson lesson);
    /// The metrics of the shown loops, at most 0.25 s old; after a lesson's run, its final results.
    const std::vector<LaneResult>& update_results();
    /// Returns what the display shows, and the frames that reached it since the last call. Valid until the next frame.
    Screen advance_screen(std::size_t lane_index);
    /// The wall time of the loops that the stopped display shows; empty if the user has not stopped the display.
    std::optional<Nanos> frozen_at() const { return frozen_at_; }
    /// The wall time that the instant replay of this loop shows now; empty if none is running.
    std::optional<Nanos> instant_replay_time(std::size_t lane_index) const;
    /// Ends all instant replays. Returns true if at least one was running.
    bool end_instant_replays();
    /// The newest frame on the display of this loop; the newest computed frame before the first is displayed; the frame
    /// at frozen_at() while the display is stopped. Labels must describe this frame. Calls advance_screen(), so that
    /// its new_moments are lost.
    scenes::Moment shown_moment(std::size_t lane_index);
    /// Pauses, and makes the display show the loops' wall time `wall_time`.
    void freeze(Nanos wall_time);
    /// Pauses, and moves the shown time by `frame_offset` frames of the selected loop; a negative number moves it back.
    void freeze_at_frame_offset(std::int64_t frame_offset);
    void resume();

private:
    std::size_t take_new_frame_count();
    void update_frame_timing();
    void replace_stage_if_changed();
    void replace_live_stage(const Settings& start, bool has_window = true);
    void show_chosen_stage();
    std::unique_ptr<Stage> make_stage();
    void release_keys();
    void reset_lanes();
    void execute(const DriveCommand& command);
    void show_proof(const Proof& proof);
    void change_delay(int direction);
    void show_adjacent_frame_or_card(int direction);
    void close_topmost();
    void leave_replay();
    void apply_mode_change();
    UndoNotice undo_change_or_tour();
    UndoNotice redo();
    void end_undo_step() { undo_.end_step(settings, pc().frame_start_time()); }

    std::unique_ptr<LiveStage> live_; ///< the loop of Mode::live; it is paused while the window shows something else
    std::unique_ptr<ReplayStage> replay_;       ///< the replay that was opened last; null if none
    std::unique_ptr<Stage> other_stage_;        ///< the shown stage if it is neither live_ nor replay_; otherwise null
    Stage* stage_ = nullptr;                    ///< the shown stage; not owned
    std::shared_ptr<const Lesson> file_lesson_; ///< the lesson of show_lesson(); null if none
    LaneResultCache result_cache_;
    bool has_even_frames_ = false; ///< true: the loops of Mode::live run with FrameTiming::even
    UndoSteps undo_;
    Nanos undo_observed_at_{-1'000'000'000}; ///< time of the last comparison of the settings by undo_
    std::optional<Tour> tour_;
    /// The settings from before the user opened a link; empty if no link is open.
    std::optional<Settings> set_up_before_link_;
    /// Mode and RaceSettings::side_by_side from before the first screen; empty if switch_all_panels() did not open it.
    std::optional<std::pair<Mode, bool>> mode_before_first_screen_;
    std::array<bool, button_names.size()> is_key_down_{}; ///< indexed by Button
    /// If set, the next frame makes a new live_ with these settings.
    std::optional<Settings> new_live_settings_;
    StepInterceptor* interceptor_            = nullptr;
    const Demonstration* next_demonstration_ = nullptr; ///< starts in the next frame; null for none
    bool needs_new_stage_                    = false;   ///< true: the next frame makes a new stage
    DriveCommands drive_commands_;
    std::size_t next_command_ = 0;
    Nanos instant_replays_ended_at_{-1}; ///< the loops' wall time of the last end_instant_replays() with an effect
    std::optional<Nanos> frozen_at_;     ///< wall time of the stopped display; empty if it runs
};

inline constexpr double instant_replay_speed = 0.4; ///< seconds of the loop's time per real second
/// An instant replay shows the last 1.2 s of the loop's wall clock, in 3 s.
inline constexpr Nanos instant_replay_span{1'200'000'000};

/// The loop's wall time that its instant replay shows now; empty if none is running. When the body is farther than 1e6
/// m away, an instant replay shows the last `instant_replay_span` before that frame once, but nothing from before the
/// last reset. If that frame is at wall time `ended_at` or earlier, the user has ended the replay.
std::optional<Nanos> instant_replay_time_of(const Lane& lane, Nanos ended_at = Nanos{-1});

} // namespace lab
