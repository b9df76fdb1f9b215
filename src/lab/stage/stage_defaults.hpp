// lab/stage/stage_defaults.hpp -- default functions of a stage (one kind of content of the window)
//
// The defaults are for a stage whose loops run without an end. Other stages replace some of the functions.
#pragma once

#include "lab/lane/lanes.hpp"
#include "lab/lessons/lesson.hpp"
#include "lab/settings/actions.hpp"
#include "lab/stage/desk.hpp"

#include <optional>
#include <vector>

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

struct StageDefaults
{
    StageTraits traits() const { return {}; }
    bool takes(const Key&, Desk&) const { return false; }
    bool restart() { return false; }
    std::optional<Believed> belief(std::size_t, std::optional<Nanos>) { return std::nullopt; }
    const Proof* proof() const { return nullptr; }
    const std::vector<LaneResult>* results() const { return nullptr; }
};

} // namespace lab
