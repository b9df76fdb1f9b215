// lab/stage/stage.hpp -- what is on the stage: one of five kinds, each with its own data, all with the same functions
#pragma once

#include "lab/stage/lesson_stage.hpp"
#include "lab/stage/live.hpp"
#include "lab/stage/race.hpp"
#include "lab/stage/replay_stage.hpp"
#include "lab/stage/side_by_side.hpp"

#include <concepts>
#include <variant>

namespace lab
{

template <class S>
concept OnStage = requires(S it, const S there, Desk& desk, const Desk& quiet, const Key& key, Nanos time,
                           std::optional<Nanos> frozen, std::uint32_t events)
{
    // Whether it is what the settings ask for.
    {
        there.suits(quiet.settings)
        } -> std::same_as<bool>;
    // A frame of the laboratory: the lanes compute what is due. A frame ends on the stage on which it began, even if
    // the settings were changed in between.
    it.begin_frame(desk);
    it.end_frame(desk);
    // Whether the stage uses the key itself; then the laboratory does not.
    {
        it.takes(key, desk)
        } -> std::same_as<bool>;
    // A key that the scene may listen to went down or up, just now, in all lanes.
    it.press(quiet, Button::left, true);
    // All lanes lose that much time in their next frame, once, and record the event.
    it.lose(desk, time, events);
    // Adds events to the record of every lane's next frame.
    it.note(events);
    // Back to its start. Returns false where the laboratory has to begin the stage anew.
    {
        it.restart()
        } -> std::same_as<bool>;
    // What the lane's display shows now, and what has arrived there since the last call.
    {
        it.on_screen(std::size_t{})
        } -> std::same_as<Screen>;
    // What the chosen wrong answer expects to see of a lane, now or at a standstill; empty without such an answer.
    {
        it.belief(std::size_t{}, frozen)
        } -> std::same_as<std::optional<Believed>>;
    // Where the stage shows what its run has proved; null until the run is judged, and where nothing is proved.
    {
        there.proof()
        } -> std::same_as<const Proof*>;
    // The results of a run that is over; null where the laboratory judges the lanes as they run.
    {
        there.results()
        } -> std::same_as<const std::vector<LaneResult>*>;
    {
        there.lanes()
        } -> std::convertible_to<const MeteredLanes&>;
    {
        there.traits()
        } -> std::same_as<StageTraits>;
};

static_assert(OnStage<Live> && OnStage<SideBySide> && OnStage<Race> && OnStage<LessonStage> && OnStage<ReplayStage>);

} // namespace lab
