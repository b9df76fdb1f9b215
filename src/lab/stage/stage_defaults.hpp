// lab/stage/stage_defaults.hpp -- default functions for the classes that show one kind of content in the window, such
// as a lesson or a race
//
// The defaults are for content whose loops run without an end. Classes with other content replace some of the
// functions.
#pragma once

#include "lab/lane/lane_run.hpp"
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
