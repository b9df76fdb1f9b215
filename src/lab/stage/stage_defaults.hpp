// lab/stage/stage_defaults.hpp -- the answers of a stage on which loops run as long as the user wants; other stages
// replace those that differ
#pragma once

#include "lab/lane/lanes.hpp"
#include "lab/lessons/lesson.hpp"
#include "lab/settings/actions.hpp"
#include "lab/stage/desk.hpp"

#include <optional>
#include <vector>

namespace lab
{

struct StageTraits
{
    /// The stage itself ends its run and explains it: no instant replay, and its loops are not judged.
    bool has_own_ending = false;
    /// Each lane is a PC of one game: it has the colour of its PC, not of its loop.
    bool lanes_are_pcs = false;
    /// There is a perfect PC to compare pictures with: false where its input is not known.
    bool has_perfect_pc = true;
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
