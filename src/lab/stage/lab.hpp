// lab/stage/lab.hpp -- the laboratory: the desk (shared data), the stage, and the actions of keys and drive files
#pragma once

#include "lab/metrics/judge.hpp"
#include "lab/metrics/slowness.hpp"
#include "lab/settings/actions.hpp"
#include "lab/settings/drive.hpp"
#include "lab/settings/tempo.hpp"
#include "lab/stage/stage.hpp"
#include "sim/machine/clock.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

namespace lab
{

class Lab : public Desk
{
public:
    /// `looked_at` is false if no window shows the live loop; its lane then needs less time and memory (MeteredLane).
    Lab(const Settings& start, std::unique_ptr<sim::Pc> pc, bool looked_at = true);
    /// Runs on a sim::LivePc with that clock.
    Lab(const Settings& start, sim::Clock& clock);
    Lab(const Lab&)            = delete;
    Lab& operator=(const Lab&) = delete;

    void drive(Drive commands) { drive_ = std::move(commands); }

    /// Carries out the action of a key, or puts a request for it into the window's queue.
    void apply(const Key& key);
    /// Passes a press or release of a scene's button to all lanes, at the present time.
    void press(Button button, bool down);
    /// Carries out the commands of the drive file whose time has come.
    void follow_drive();
    /// True while a replay of the user's inputs to the live loop is recorded.
    bool records_replay = false;
    /// Replaces the live loop by a new one at the next frame and puts it on the stage.
    void start_over();
    /// Sets the object that observes the steps of the live loop (Lane::intercept_steps).
    void intercept_steps(StepInterceptor* interceptor);
    /// Begins a frame: measures it, or takes the recording's next frame time; then plans, steps and records it. Returns
    /// the number of new samples of lane() since the last call: 1 for a live loop, 0 or more in a race.
    std::size_t begin_frame();
    /// Ends a frame: spends the lag of a slow PC, then waits as the loop's pacer does.
    void end_frame();

    /// Returns the properties of the kind of stage.
    StageTraits stage_traits() const;
    /// Returns the number of lanes that the stage shows. If a lesson has more than RaceSettings::most_lanes, the stage
    /// shows the first ones.
    std::size_t lanes() const { return std::min(all_lanes().size(), RaceSettings::most_lanes); }
    const Lane& lane(std::size_t i) const { return all_lanes()[i].lane(); }
    /// Returns the selected lane, whose data the plots and figures show.
    const Lane& lane() const { return lane(selected()); }
    std::size_t selected() const { return std::min(settings.race.selected, lanes() - 1); }
    /// Returns the set-up of a lane: its name, loop and machine.
    const LaneSetup& setup(std::size_t i) const { return all_lanes()[i].setup(); }
    /// Returns the tour that the user takes now; null without a tour.
    const Tour* tour() const { return live_.tour(); }
    /// Shows all panels, or the first screen. Starts the tour when all panels are shown for the first time.
    void unfold(bool more);
    /// Sets up a scene that makes stutter visible: evenly moving bars at 50 steps a second, accumulator above
    /// interpolated, on a PC without lag and with VSYNC.
    void show_stutter();
    /// The verdicts for the slider of the first screen.
    Slowness slowness{};
    /// Starts the tour from its beginning. Resets all settings except the view.
    void start_tour();
    void skip_tour();
    /// Returns the stage if it is of that kind (LessonStage, ReplayStage, ...); otherwise null.
    template <class Kind>
    Kind* stage_as()
    {
        return std::get_if<Kind>(&stage_);
    }
    template <class Kind>
    const Kind* stage_as() const
    {
        return std::get_if<Kind>(&stage_);
    }
    /// Returns the lane and picture that the user's wrong answer predicts for lane `i`; empty without such an answer.
    std::optional<Believed> belief(std::size_t i);
    /// Returns the proof of the finished lesson while the stage is stopped at the proof's time; otherwise null.
    const Proof* shown_proof() const;
    /// Restarts the lanes of the finished lesson. The user can then change the lesson's free control.
    void try_it();
    /// Puts a replay on the stage from the next frame on. It stays there as long as the mode is Mode::replay.
    void show_replay(std::unique_ptr<ReplayPlayer> player);
    /// Returns the results of a run that is over. While lanes run, it returns their results since the last reset, which
    /// are computed four times a second.
    const std::vector<LaneResult>& results();
    /// Returns the pictures on the lane's display now, and the pictures that reached the display since the last call.
    /// The display of a live lane shows the newest frame. The returned moments are valid until the next frame.
    Screen on_screen(std::size_t i);
    /// Returns the time on the lanes' wall clock at which the user has stopped the stage; empty if it is not stopped.
    std::optional<Nanos> frozen() const { return frozen_; }
    /// Returns the time that the lane's instant replay shows now; empty without an instant replay. Lessons, network
    /// games and replays have no instant replays.
    std::optional<Nanos> instant_replay(std::size_t i) const;
    /// Returns the newest picture on the lane's display; before the first picture, the newest frame. If the stage is
    /// stopped, it returns the picture at frozen(). Texts beside the picture describe this moment.
    scenes::Moment shown(std::size_t i);
    /// Pauses, and shows the frames of all lanes at the time `wall`.
    void freeze(Nanos wall);
    /// Moves by `frames` frames of the selected lane, forwards or (if negative) backwards, and stops the stage there.
    /// It starts at the shown frame.
    void freeze_beside(std::int64_t frames);
    /// Ends the stop and the pause: the stage shows the newest frame again and continues.
    void go_on();

private:
    template <class Act>
    decltype(auto) on_stage(Act act)
    {
        return std::visit([&](auto& it) -> decltype(auto) { return act(of(it)); }, stage_);
    }
    template <class Act>
    decltype(auto) on_stage(Act act) const
    {
        return std::visit([&](const auto& it) -> decltype(auto) { return act(of(it)); }, stage_);
    }
    template <class S>
    static S& of(S& it)
    {
        return it;
    }
    static const Live& of(const Live* it) { return *it; }
    static Live& of(Live* it) { return *it; }

    const MeteredLanes& all_lanes() const;
    const Proof* proof() const;
    std::size_t take_fresh();
    void choose_stage();
    void put_on_stage();
    void let_all_go();
    void reset();
    void obey(const DriveCommand& command);
    void lose(Nanos duration, std::uint32_t event);
    void stand_at(const Proof& proof);
    void change_delay(bool longer);

    Live live_;
    std::unique_ptr<ReplayPlayer> replay_;
    std::variant<Live*, SideBySide, Race, LessonStage, ReplayStage> stage_{&live_};
    std::array<bool, button_names.size()> held_{}; ///< true for buttons that are down, indexed by Button
    bool new_live_                = false;         ///< the next frame makes a new live loop
    StepInterceptor* interceptor_ = nullptr;
    bool over_                    = false; ///< the next frame makes a new stage
    Judge judge_;
    Drive drive_;
    std::size_t next_command_ = 0;
    std::optional<Nanos> frozen_; ///< see frozen()
};

} // namespace lab
