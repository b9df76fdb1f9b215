// lab/stage/lab.hpp -- the laboratory: the program without its window. Holds the data that all kinds of content share
// (desk) and what the window shows (stage), and carries out the actions of keys and drive files
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

class Lab : public Desk
{
public:
    /// `has_window` is false if no window shows the live loop, which then needs less time and memory.
    Lab(const Settings& start, std::unique_ptr<sim::Pc> pc, bool has_window = true);
    /// The live loop runs on this machine (sim::LivePc), on the clock `clock`.
    Lab(const Settings& start, sim::Clock& clock);
    Lab(const Lab&)            = delete;
    Lab& operator=(const Lab&) = delete;
    ~Lab();

    /// As Desk::start_real_time(). Call it before the first frame, and after play().
    void start_real_time();
    /// True if the window shows loops of Mode::live with even frames.
    bool shows_even_frames() const { return has_even_frames_ && settings.mode == Mode::live; }
    void drive(Drive commands);
    /// Makes `earlier` the settings that the first undo restores.
    void set_undo_start(const Settings& earlier) { undo_.observe(earlier, Nanos::zero()); }
    /// Replaces the set-up by the one in the text (set_up_text()), as a step that is undone alone. Ends the tour first.
    /// If the text is no set-up, returns an error and changes nothing.
    base::Error apply_set_up(std::string_view text);

    /// Executes the action of a key. If only the window can do it, puts a request into the window's queue.
    void apply(const Key& key);
    /// Passes a press or release of a key of the scene to all shown loops, at the present time.
    void press(Button button, bool down);
    /// Executes the commands of the drive file that are due.
    void execute_due_commands();
    /// True while the user's inputs to the live loop are recorded in a replay file.
    bool records_replay = false;
    /// True while the user holds a slider with the mouse: its changes become one undo step when it is released.
    bool control_is_held = false;
    /// In the next frame, replaces the live loop by a new one with the present settings, and shows it.
    void start_over();
    /// Also while the window shows something else.
    const Lane& live_lane() const;
    /// Sets the object that observes each step of the live loop (Lane::intercept_steps); null removes it.
    void intercept_steps(StepInterceptor* interceptor);
    /// Begins a frame on the stage that the settings choose. Returns the number of frames of the selected loop that are
    /// new since the last call: 1 for a loop on this PC, 0 or more in a race.
    std::size_t begin_frame();
    /// Ends a frame: waits for the frame delay that the user has set, and then with the loop's pacer.
    void end_frame();

    Stage& stage() { return *stage_; }
    const Stage& stage() const { return *stage_; }
    /// Null if the stage has another type.
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
    /// At most RaceSettings::most_lanes. Of a lesson with more loops, the window shows the first ones.
    std::size_t lanes() const;
    const Lane& lane(std::size_t i) const;
    /// The lane whose data the plots and panels show.
    const Lane& lane() const { return lane(selected()); }
    std::size_t selected() const;
    const LaneSetup& setup(std::size_t i) const;
    /// Null if the tour is not running.
    const Tour* tour() const { return tour_ ? &*tour_ : nullptr; }
    /// Shows all panels (`more`), or the first screen. After the first screen, the panels show again what they showed
    /// before it, such as a race.
    void set_all_panels(bool more);
    /// Switches the presentation on or off (ViewSettings::present), and full screen with it.
    void set_presentation(bool on);
    /// Runs the demonstration of a loop for ten seconds from the next frame on. No setting changes.
    void start_demonstration(const Demonstration& shown);
    /// The verdicts on the chosen loop for all positions of the frame delay slider on the first screen.
    Slowness slowness{};
    /// Starts the tour on the first screen. It ends when the user leaves this screen.
    void start_tour();
    /// Shows the next card of the tour (`cards` is 1), or the previous one (-1). After the last card, ends the tour.
    void turn_tour(int cards);
    /// Restores the settings from before the tour. Does nothing if the tour is not running.
    void end_tour();
    /// Returns the user's own settings: during the tour those from before it, otherwise the present ones.
    Settings set_up() const;
    /// The settings for the next start of the program: set_up() without a lesson or a network game, and after
    /// apply_set_up() of a link the set-up from before the link.
    Settings settings_to_keep() const;
    /// For a user's wrong answer in a lesson: a lane that behaves as the answer predicts for lane `i`, and its picture.
    std::optional<PredictedLane> belief(std::size_t i);
    /// The view that proves the answer of the finished lesson, while the picture is stopped at its time (Proof::at);
    /// otherwise null.
    const Proof* shown_proof() const;
    /// Runs the loops of the finished lesson again. The user can then change the control Lesson::free.
    void start_trial();
    /// Shows a replay from the next frame on, until the mode is no longer Mode::replay. Then the settings that the
    /// replay has changed and the user has not have their old values again.
    void show_replay(std::unique_ptr<ReplayStage> replay);
    /// Shows a lesson of a file from the next frame on, as long as the settings choose it.
    void show_lesson(Lesson lesson);
    /// While loops run, the results cover the time since the last reset and are at most 0.25 s old. After a run of a
    /// lesson they are the final results.
    const std::vector<LaneResult>& results();
    /// The pictures on the display of lane `i`, and those that have reached it since the last call. Valid until the
    /// next frame.
    Screen on_screen(std::size_t i);
    /// The loops' wall time at which the user has stopped the picture; empty if it is not stopped.
    std::optional<Nanos> frozen() const { return frozen_; }
    /// The wall time of the past picture that the instant replay of loop `i` shows now; empty if none is running.
    /// Lessons, network games and replays have no instant replays.
    std::optional<Nanos> instant_replay(std::size_t i) const;
    /// Returns true if at least one was running.
    bool end_instant_replays();
    /// The newest picture on the display of lane `i`, or the newest frame before the first picture. If the user has
    /// stopped the picture, the one at frozen(). Labels beside the picture must describe this frame.
    scenes::Moment shown_moment(std::size_t i);
    /// Pauses, and stops the pictures of all loops at wall time `wall`.
    void freeze(Nanos wall);
    /// Pauses, and moves the shown picture by `frames` frames of the selected loop; backwards if negative.
    void freeze_relative_frame(std::int64_t frames);
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
    void apply(const DriveCommand& command);
    void show_proof(const Proof& proof);
    void change_delay(int by);
    void step_picture_or_tour(int by);
    void close();
    void leave_replay();
    void update_mode();
    std::string undo();
    std::string redo();
    void end_undo_step() { undo_.end_step(settings, pc().time()); }

    std::unique_ptr<LiveStage> live_;     ///< the live loop; it stands still while the window shows something else
    std::unique_ptr<ReplayStage> replay_; ///< the replay that was opened last; null if there is none
    std::unique_ptr<Stage> other_stage_;  ///< the shown stage, if it is neither live_ nor replay_; otherwise null
    Stage* stage_ = nullptr;              ///< the shown stage
    std::shared_ptr<const Lesson> lesson_of_file_;
    Judge judge_;
    bool has_even_frames_ = false; ///< true: the loops of Mode::live run with even frames
    UndoSteps undo_;
    Nanos undo_observed_at_{-1'000'000'000}; ///< time at which undo_ has seen the settings last
    std::optional<Tour> tour_;
    std::optional<Settings> set_up_before_link_; ///< the user's set-up from before a link; empty if no link is in use
    /// Mode and RaceSettings::side_by_side from before set_all_panels() has shown the first screen.
    std::optional<std::pair<Mode, bool>> mode_before_first_screen_;
    std::array<bool, button_names.size()> is_key_down_{}; ///< true for each scene's key that is down, indexed by Button
    /// If set: the next frame makes a new loop on this PC with these settings.
    std::optional<Settings> new_live_settings_;
    StepInterceptor* interceptor_            = nullptr;
    const Demonstration* next_demonstration_ = nullptr; ///< demonstration that the next frame begins; null for none
    bool needs_new_stage_                    = false;   ///< true: the next frame makes a new stage
    Drive drive_;
    std::size_t next_command_ = 0;
    Nanos last_dismissed_replay_{-1}; ///< wall time of the loops at which the user has ended instant replays last
    std::optional<Nanos> frozen_;     ///< time at which the user has stopped the picture; empty if not stopped
};

inline constexpr double instant_replay_speed = 0.4; ///< seconds of the loop's time per real second
/// Length of the repeated interval on the loop's wall clock: 1.2 s, which takes 3 s.
inline constexpr Nanos instant_replay_span{1'200'000'000};

/// The loop's wall time that the window must show for the instant replay; nothing if none is running. An instant replay
/// begins when the body is gone (farther than 1e6 m away). It shows the last `instant_replay_span` before that frame
/// once, at `instant_replay_speed`, but nothing from before the last reset. The user has ended the replays of bodies
/// that were gone at the wall time `ended` or earlier.
std::optional<Nanos> instant_replay_of(const Lane& lane, Nanos ended = Nanos{-1});

} // namespace lab
