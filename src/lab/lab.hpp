// lab/lab.hpp -- the laboratory: settings, a machine, and the lanes that are on the stage
#pragma once

#include "lab/actions.hpp"
#include "lab/drive.hpp"
#include "lab/journal.hpp"
#include "lab/lane.hpp"
#include "lab/lesson.hpp"
#include "lab/playback.hpp"
#include "lab/race.hpp"
#include "lab/settings.hpp"
#include "lab/tour.hpp"
#include "machine/clock.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lab
{

/// What only the window can do, asked for by a key or by the drive file.
struct WindowRequests
{
    bool quit        = false;
    bool full_screen = false;
    bool film        = false;      ///< begin or end one
    bool screenshot  = false;      ///< with a name of the window's choice
    std::string screenshot_file{}; ///< or with this one
};

/// VSYNC as three things that need not agree.
struct DisplayReport
{
    bool accepted      = false; ///< by the driver
    double refresh_hz  = 0.0;   ///< what the display says of itself; 0 when it says nothing
    double measured_hz = 0.0;   ///< frames presented in the last second
    bool settled       = false; ///< and all of them under the VSYNC that is asked for now
};

class Lab
{
public:
    Lab(const Settings& start, std::unique_ptr<machine::Pc> pc);
    /// On the live PC, by that clock.
    Lab(const Settings& start, machine::Clock& clock);

    Settings settings;     ///< turned in place by the panels; the next frame obeys
    DisplayReport display; ///< filled in by the window
    physics::Input input;  ///< what the hand does in the next frame
    Progress progress;     ///< what was learnt so far

    void play(Playback playback) { playback_ = std::move(playback); }
    void drive(Drive commands) { drive_ = std::move(commands); }

    /// A key was pressed. Returns false when only the window can do it.
    bool apply(const Key& key);
    /// A key that the scene may listen to went down or up, just now, in all lanes.
    void press(Button button, bool down);
    /// Carries out the drive file's commands whose time has come.
    WindowRequests follow_drive();
    /// Begins a frame: measures it, or waits for the recording's next one; plans it, steps it, records it. Returns how
    /// many of `lane()`'s newest samples are of frames since the last call: one when live, none or many in a race.
    std::size_t advance();
    /// Ends a frame: loses the time that a slow PC loses, then waits as the loop's pacer does.
    void lose_time();

    /// How many lanes are on the stage: of an experiment with more than fit on it, the first.
    std::size_t lanes() const { return race() != nullptr ? std::min(race()->size(), RaceSettings::most_lanes) : 1; }
    const Lane& lane(std::size_t i) const { return race() != nullptr ? race()->lane(i).lane() : lane_; }
    /// The one that the plots and figures are of.
    const Lane& lane() const { return lane(selected()); }
    std::size_t selected() const { return std::min(settings.race.selected, lanes() - 1); }
    /// The set-up of a lane of the race: its name, its loop, its machine.
    const LaneSetup* setup(std::size_t i) const { return race() != nullptr ? &race()->lane(i).setup() : nullptr; }
    /// The race, or the lanes of the experiment, while there are any.
    Race* race() { return const_cast<Race*>(std::as_const(*this).race()); }
    const Race* race() const { return lesson_ ? &lesson_->race() : race_ ? &*race_ : nullptr; }
    /// The tour that somebody is on.
    const Tour* tour() const { return tour_ ? &*tour_ : nullptr; }
    /// From its beginning, with the defaults of everything but the looks.
    void start_tour();
    void skip_tour();
    /// The experiment that is open.
    Lesson* lesson() { return lesson_.get(); }
    const Lesson* lesson() const { return lesson_.get(); }
    /// How every lane is doing since the reset, judged four times a second.
    const std::vector<LaneResult>& results();
    /// What the lane's display shows now: the newest frame of a live one, and what has arrived there since the last
    /// call. Its moments are valid until the next frame.
    Screen on_screen(std::size_t i);
    /// The moment of the lanes' wall clock that the stage shows instead of the newest, while everything stands still.
    std::optional<Nanos> frozen() const { return frozen_; }
    /// What the stage shows of a lane: its newest frame, or the one at the standstill.
    Moment shown(std::size_t i) const { return frozen_ ? lane(i).moment_at(*frozen_) : lane(i).newest(); }
    /// Pauses, and shows the lanes as they were then.
    void freeze(Nanos wall);
    /// To a neighbouring frame of the selected lane: `frames` on, or back when negative. From the newest frame on if
    /// nothing was frozen.
    void freeze_beside(std::int64_t frames);
    /// Goes on from the newest frame.
    void go_on();
    /// What was turned since the lanes' clock began.
    const Journal& journal() const { return journal_; }
    machine::Pc& pc() { return *pc_; }
    const machine::Pc& pc() const { return *pc_; }
    const Playback* playback() const { return playback_ ? &*playback_ : nullptr; }
    bool drive_done() const { return next_command_ == drive_.size(); }

    bool recording() const { return recording_; }
    /// Frame times since the recording was started.
    const std::vector<Nanos>& recorded() const { return recorded_; }
    void record(bool on);

private:
    Nanos begin_frame();
    void advance_lanes();
    std::size_t take_fresh();
    void begin_anew();
    void reset();
    std::vector<LaneSetup> setups() const;
    bool same_lanes() const;
    void start_race();
    void turn_lanes();
    void advance_race(Nanos watched);
    void advance_beside(Nanos frame);
    void advance_alone(Nanos frame);
    std::optional<Nanos> live_frame(Nanos frame);
    void judge();
    void judge_reproducibility();
    void end_live();
    void go_on_with_tour();
    void advance_lesson(Nanos watched);
    void open_experiments();
    bool apply_to_lesson(const Key& key);
    Nanos refresh_period() const;
    void obey(const DriveCommand& command, WindowRequests& requests);
    void lose(Nanos duration, std::uint32_t event);
    void change_delay(Nanos by);

    std::unique_ptr<machine::Pc> pc_;
    Lane lane_;
    telemetry::Meter meter_{looked_at_exact_to}; ///< of `lane_`
    std::vector<LaneResult> results_;
    std::vector<std::optional<bool>> reproducible_; ///< of the first lanes, as far as they have been judged
    Nanos judged_at_{};
    std::size_t judged_loop_ = 0;
    std::optional<Race> race_;
    std::unique_ptr<Lesson> lesson_;
    std::optional<Tour> tour_;
    Mode begun_as_ = Mode::live; ///< the frame that is being made: a panel may choose another one in the middle of it
    Settings raced_;             ///< what the race was started with
    Nanos race_time_{};
    Nanos looked_at_{}; ///< the race's time on the stage; ahead while single frames are taken
    std::optional<Playback> playback_;
    Drive drive_;
    std::size_t next_command_ = 0;
    bool step_one_            = false;
    std::optional<Nanos> frozen_;
    Journal journal_;
    bool recording_ = false;
    std::vector<Nanos> recorded_;
};

} // namespace lab
