// lab/stage.hpp -- what is on the stage: one of six, each with its own data, all with the same few functions
#pragma once

#include "lab/lesson_stage.hpp"
#include "lab/live.hpp"
#include "lab/network.hpp"
#include "lab/race.hpp"
#include "lab/replay_stage.hpp"
#include "lab/side_by_side.hpp"

#include <concepts>

namespace lab
{

template <class S>
concept OnStage = requires(S it, const S there, Desk& desk, const Desk& quiet, Nanos time, std::uint32_t events)
{
    // Whether it is what the settings ask for.
    {
        there.suits(quiet.settings)
        } -> std::same_as<bool>;
    // A frame of the laboratory: the lanes compute what is due; then the frame ends as it began, whatever was turned in
    // between.
    it.begin_frame(desk);
    it.end_frame(desk);
    // A key that the scene may listen to went down or up, just now, in all lanes.
    it.press(quiet, Button::left, true);
    // All lanes lose that much in their next frame, once, and say so.
    it.lose(desk, time, events);
    // Something happened to all lanes: it goes into the record of their next frames.
    it.note(events);
    // What the lane's display shows now, and what has arrived there since the last call.
    {
        it.on_screen(std::size_t{})
        } -> std::same_as<Screen>;
    {
        there.lanes()
        } -> std::same_as<const Lanes&>;
};

static_assert(OnStage<Live> && OnStage<SideBySide> && OnStage<Race> && OnStage<LessonStage> && OnStage<Network> &&
              OnStage<ReplayStage>);

} // namespace lab
