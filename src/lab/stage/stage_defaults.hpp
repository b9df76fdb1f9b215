// lab/stage/stage_defaults.hpp -- default functions of a stage (one kind of content of the window)
//
// The defaults are for a stage whose loops run without an end. Other stages replace some of the functions.
#pragma once

#include "lab/lane/lanes.hpp"
#include "lab/lessons/lesson.hpp"
#include "lab/settings/actions.hpp"
#include "lab/stage/desk.hpp"
#include "lab/stage/stage_traits.hpp"

#include <optional>
#include <vector>

namespace lab
{

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
