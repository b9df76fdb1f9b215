// lab/stage/stage.hpp -- the concept OnStage: the functions of a stage, which is one kind of content of the window
#pragma once

#include "lab/stage/demonstration_stage.hpp"
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
    // Returns true if this object shows the kind of content (lesson, race and so on) that the settings choose;
    // otherwise a new object must be made.
    {
        there.suits(quiet.settings)
        } -> std::same_as<bool>;
    // begin_frame() simulates all frames that are due. end_frame() is called on the same object as begin_frame(), even
    // if the settings have changed in between.
    it.begin_frame(desk);
    it.end_frame(desk);
    // If this content of the window (such as a lesson) uses the key, carries out its action and returns true. If not,
    // the class Lab carries out the action.
    {
        it.takes(key, desk)
        } -> std::same_as<bool>;
    // Passes a press (true) or release (false) of a key of the scene to all loops, at the present time.
    it.press(quiet, Button::left, true);
    // Makes the next frame of all loops longer by `time`, and marks this frame's record with `events`, bits of
    // telemetry::Event.
    it.lose(desk, time, events);
    // Marks the record of the next frame of every loop with `events`, bits of telemetry::Event.
    it.note(events);
    // Puts the loops back to their start. Returns false if this content of the window cannot do this; then the class
    // Lab makes a new object.
    {
        it.restart()
        } -> std::same_as<bool>;
    // Returns what a loop's display shows now (parts of several pictures if the display tears), and all pictures that
    // have reached the display since the last call.
    {
        it.on_screen(std::size_t{})
        } -> std::same_as<Screen>;
    // For a user's wrong answer in a lesson: returns a lane (a loop with its world) that behaves as the answer
    // predicts. Also returns its newest picture, or its picture at the wall time `frozen` at which the user has stopped
    // the picture. Otherwise returns an empty value.
    {
        it.belief(std::size_t{}, frozen)
        } -> std::same_as<std::optional<Believed>>;
    // Returns the time, the loop and the page that the window opens to show why a lesson's answer is right. Null before
    // the lesson's results are known, and if the window shows no lesson.
    {
        there.proof()
        } -> std::same_as<const Proof*>;
    // Returns the final results of a run that is over. Returns null while loops run; then the class Lab computes the
    // results so far.
    {
        there.results()
        } -> std::same_as<const std::vector<LaneResult>*>;
    {
        there.lanes()
        } -> std::convertible_to<const Lanes&>;
    {
        there.traits()
        } -> std::same_as<StageTraits>;
};

static_assert(OnStage<Live> && OnStage<SideBySide> && OnStage<Race> && OnStage<LessonStage> && OnStage<ReplayStage> &&
              OnStage<DemonstrationStage>);

} // namespace lab
