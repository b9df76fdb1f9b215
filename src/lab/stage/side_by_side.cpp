#include "lab/stage/side_by_side.hpp"

#include "lab/stage/race.hpp"

#include <algorithm>
#include <array>

namespace lab
{

namespace
{

std::vector<LaneSetup> setups_of(const Settings& settings)
{
    if (!is_split(settings)) return race_of(settings, settings.race.loops);
    std::vector<LaneSetup> pair = race_of(settings, std::array{settings.loop.preset, right_loop()});
    pair.front().settings.loop  = settings.loop; // the selected loop, with all parameters that the user has changed
    return pair;
}

std::optional<std::size_t> chosen_of(const Settings& settings)
{
    return is_split(settings) ? std::optional{settings.loop.preset} : std::nullopt;
}

} // namespace

SideBySide::SideBySide(const Settings& settings, bool even)
    : configured_{settings}
    , lanes_{setups_of(settings), even}
    , chosen_{chosen_of(settings)}
{
}

bool SideBySide::suits(const Settings& settings) const
{
    const bool split = is_split(settings);
    return (settings.race.side_by_side || split) && chosen_.has_value() == split && configured_.are_of(settings);
}

// On the first screen, applies a changed choice of the upper loop, or changed parameters of it. After another choice,
// its world continues, unless it is already wrong: then both loops start again.
void SideBySide::choose(const Settings& settings)
{
    if (chosen_) lanes_[0].setup().settings.loop = settings.loop;
    if (chosen_ == chosen_of(settings)) return;
    chosen_           = chosen_of(settings);
    lanes_[0].setup() = setups_of(settings).front();
    if (!lanes_[0].lane().apply(lanes_[0].setup().settings)) return;
    lanes_[0].lane().start_again();
    lanes_[1].lane().reset();
}

std::size_t SideBySide::driver(const Settings& settings) const
{
    return std::min(settings.race.selected, lanes_.size() - 1);
}

// On this PC, each step of the selected loop (the driver) takes the step cost that the user has set; this makes the
// frames longer. The other loops get the same frame times, so their steps must not take the step cost again.
void SideBySide::begin_frame(Desk& desk)
{
    choose(desk.settings);
    configured_.apply(desk.settings, lanes_);
    for (std::size_t i = 0; i < lanes_.size() && !lanes_.even(); ++i)
        if (i != driver(desk.settings)) lanes_[i].setup().settings.machine.step_cost = Nanos::zero();
    lanes_.begin_frame(desk);
    desk.journal.see(desk.settings, lanes_.wall(desk));
}

} // namespace lab
