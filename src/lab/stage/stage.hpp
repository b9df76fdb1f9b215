// lab/stage/stage.hpp -- the concept OnStage: the functions that all five kinds of stage have
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
    // True if the settings ask for this stage, so that no new stage must be made.
    {
        there.suits(quiet.settings)
        } -> std::same_as<bool>;
    // begin_frame() lets the lanes compute the frames that are due. end_frame() is called on the same stage, even if
    // the settings have changed after begin_frame().
    it.begin_frame(desk);
    it.end_frame(desk);
    // Carries out the key's action and returns true if the stage uses this key; otherwise the laboratory uses it.
    {
        it.takes(key, desk)
        } -> std::same_as<bool>;
    // Passes a press or release of a scene's button to all lanes, at the present time.
    it.press(quiet, Button::left, true);
    // Adds `time` as lag to the next frame of all lanes, and the event bits `events` to the samples of that frame.
    it.lose(desk, time, events);
    // Adds event bits to the next frame of every lane.
    it.note(events);
    // Puts the stage back to its start. Returns false if it cannot: the laboratory then makes a new stage.
    {
        it.restart()
        } -> std::same_as<bool>;
    // Returns the pictures on the lane's display now, and the pictures that reached the display since the last call.
    {
        it.on_screen(std::size_t{})
        } -> std::same_as<Screen>;
    // Returns the lane and picture that the user's wrong answer predicts for a lane, now or at the time `frozen`; empty
    // without such an answer.
    {
        it.belief(std::size_t{}, frozen)
        } -> std::same_as<std::optional<Believed>>;
    // Returns the view that shows the result of a lesson; null until the lesson is judged, and for other stages.
    {
        there.proof()
        } -> std::same_as<const Proof*>;
    // Returns the results of a run that is over; null if the laboratory must compute the results of the running lanes.
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
