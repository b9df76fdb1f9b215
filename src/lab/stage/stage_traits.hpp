// lab/stage/stage_traits.hpp -- properties of a kind of content in the window (a "stage"), such as a lesson or a race
#pragma once

namespace lab
{

/// Properties of a kind of content in the window (a "stage"), such as a lesson or a race.
struct StageTraits
{
    /// True if this content has a run that ends and explains its results, such as a lesson. Then the window shows no
    /// instant replays and no verdicts (such as SLOW) on loops.
    bool has_own_ending = false;
    /// True if each lane (loop) is one PC of a network game. The window then colours lanes by PC instead of by loop.
    bool lanes_are_pcs = false;
    /// True if the ring can be drawn: the motion of a PC that is never late. It needs the user's input; false where
    /// this input is not known.
    bool has_ring = true;
};

} // namespace lab
