// lab/stage/stage_traits.hpp -- properties of a stage, which is one kind of content of the window
#pragma once

namespace lab
{

/// Properties of a stage, which is one kind of content of the window.
struct StageTraits
{
    /// True if the stage (content of the window) has a run that ends and explains its results: then there are no
    /// instant replays and no verdicts (such as SLOW) on loops.
    bool has_own_ending = false;
    /// True if each lane (loop) is one PC of a network game. The window then colours lanes by PC instead of by loop.
    bool lanes_are_pcs = false;
    /// True if pictures can be compared with a PC that is never late (the ring). False if the user's input, which
    /// the ring needs, is not known.
    bool has_ring = true;
};

} // namespace lab
