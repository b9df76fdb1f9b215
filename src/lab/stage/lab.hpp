// lab/stage/lab.hpp -- the laboratory: a desk, and what is on the stage
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
    /// Without a window nobody asks for what a live loop shows: then it need not be `looked_at`, and costs less.
    Lab(const Settings& start, std::unique_ptr<sim::Pc> pc, bool looked_at = true);
    /// On the live PC, by that clock.
    Lab(const Settings& start, sim::Clock& clock);
    Lab(const Lab&)            = delete;
    Lab& operator=(const Lab&) = delete;

    void drive(Drive commands) { drive_ = std::move(commands); }

    /// A key was pressed: does what its row says, or asks the window for it.
    void apply(const Key& key);
    /// A key that the scene may listen to went down or up, just now, in all lanes.
    void press(Button button, bool down);
    /// Carries out the drive file's commands whose time has come.
    void follow_drive();
    /// What is done to the live loop is being recorded.
    bool records_replay = false;
    /// From the next frame on, a new live loop is on the stage: nothing of the frames before reaches it.
    void start_over();
    /// Intercepts the steps of the live loop (Lane::intercept_steps).
    void intercept_steps(StepInterceptor* interceptor);
    /// Begins a frame: measures it, or takes the recording's next one; plans it, steps it, records it. Returns how
    /// many of `lane()`'s newest samples are of frames since the last call: one when live, none or many in a race.
    std::size_t begin_frame();
    /// Ends a frame: loses the time that a slow PC loses, then waits as the loop's pacer does.
    void end_frame();

    /// What depends only on the kind of stage.
    StageTraits stage_traits() const;
    /// How many lanes are on the stage: of a lesson with more than fit on it, the first.
    std::size_t lanes() const { return std::min(all_lanes().size(), RaceSettings::most_lanes); }
    const Lane& lane(std::size_t i) const { return all_lanes()[i].lane(); }
    /// The one that the plots and figures are of.
    const Lane& lane() const { return lane(selected()); }
    std::size_t selected() const { return std::min(settings.race.selected, lanes() - 1); }
    /// The set-up of a lane: its name, its loop, its machine.
    const LaneSetup& setup(std::size_t i) const { return all_lanes()[i].setup(); }
    /// The tour that the user is on; null for none.
    const Tour* tour() const { return live_.tour(); }
    /// Shows all panels, or the first screen. Starts the tour when all panels are shown for the first time.
    void unfold(bool more);
    /// Shows bars that move evenly, at 50 steps a second on an even display: accumulator above interpolated.
    void show_stutter();
    /// For the first screen's slider.
    Slowness slowness{};
    /// Starts the tour from its beginning, with the defaults of everything but the looks.
    void start_tour();
    void skip_tour();
    /// What is on the stage, if it is of that kind (LessonStage, ReplayStage, ...); null otherwise.
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
    /// What the chosen wrong answer expects to see of a lane; empty where no answer says anything about it.
    std::optional<Believed> belief(std::size_t i);
    /// The proof of the lesson that is over, while the stage stands still at its moment; null at all other times.
    const Proof* shown_proof() const;
    /// The lanes of the lesson that is over run again from their start, and the user may turn its free control.
    void try_it();
    /// Puts a replay on the stage, from the next frame on, for as long as the mode is that of a replay.
    void show_replay(std::unique_ptr<ReplayPlayer> player);
    /// The results of a run that is over; otherwise how every lane is doing since the reset, judged four times a
    /// second.
    const std::vector<LaneResult>& results();
    /// What the lane's display shows now: the newest frame of a live one, and what has arrived there since the last
    /// call. Its moments are valid until the next frame.
    Screen on_screen(std::size_t i);
    /// The moment of the lanes' wall clock that the stage shows instead of the newest, while everything stands still.
    std::optional<Nanos> frozen() const { return frozen_; }
    /// The moment that the lane's instant replay shows now; nothing without one. Stages that say themselves what they
    /// show (lessons, the network, a replay) have none.
    std::optional<Nanos> instant_replay(std::size_t i) const;
    /// The newest picture that the lane's display shows, or the one at the standstill; before the first, the newest
    /// frame. What is said beside a picture is said of it.
    scenes::Moment shown(std::size_t i);
    /// Pauses, and shows the lanes as they were then.
    void freeze(Nanos wall);
    /// To a neighbouring frame of the selected lane: `frames` on, or back when negative. From the newest frame on if
    /// nothing was frozen.
    void freeze_beside(std::int64_t frames);
    /// Goes on from the newest frame.
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
    std::array<bool, button_names.size()> held_{}; ///< by Button
    bool new_live_                = false;         ///< the next frame begins with a new live loop
    StepInterceptor* interceptor_ = nullptr;
    bool over_                    = false; ///< the next frame begins the stage anew
    Judge judge_;
    Drive drive_;
    std::size_t next_command_ = 0;
    std::optional<Nanos> frozen_;
};

} // namespace lab
