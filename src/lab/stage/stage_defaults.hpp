// lab/stage/stage_defaults.hpp -- default functions of a stage (concept OnStage), for stages whose loops run without an
// end. Other stages replace some of them
#pragma once

#include "lab/lane/lanes.hpp"
#include "lab/lessons/lesson.hpp"
#include "lab/settings/actions.hpp"
#include "lab/stage/desk.hpp"

#include <optional>
#include <vector>

namespace lab
{

/// Properties of a kind of stage.
struct StageTraits
{
    /// True if the stage ends and explains its run itself: then there are no instant replays and no verdicts on lanes.
    bool has_own_ending = false;
    /// True if each lane is one PC of a network game. A lane then has the colour of its PC instead of its loop.
    bool lanes_are_pcs = false;
    /// True if pictures can be compared with a perfect PC. False if the input that the perfect PC needs is not known.
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
