#include "lab/settings/journal.hpp"

#include "lab/settings/changes.hpp"
#include "lab/settings/controls.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace lab
{

namespace
{

constexpr std::size_t most_entries = 1000;
// If the user changes one control several times with pauses of at most 0.7 s, the journal (list of changes) gets one
// entry.
constexpr Nanos one_turn{700'000'000};

bool is_noted(const Control& row) { return is_of_lanes(row) || row.path == "machine.lag"; }

// Searches `before` for the control `row`, with the same path, range and help text. Returns null if there is none. The
// path alone is not enough: if the user chooses another stepper, for example, it can have another control with this
// path.
const Control* counterpart(std::span<const Control> before, const Control& row)
{
    const auto found =
        std::ranges::find_if(before,
                             [&](const Control& other)
                             {
                                 return &other == &row || (other.path == row.path && other.low == row.low &&
                                                           other.high == row.high && other.tip == row.tip);
                             });
    return found == before.end() ? nullptr : &*found;
}

// True if the control `row` has changed only because the user chose another loop. The journal (list of changes) gets
// one entry for the choice of a loop, and no entries for the controls that it changes.
bool follows_from_the_loop(const Settings& a, const Settings& b, const Control& row)
{
    return a.loop.preset != b.loop.preset && row.path.starts_with("loop.") && row.path != "loop.preset";
}

std::string text_of(const Control& row, double value)
{
    if (row.names != nullptr) return std::string{row.choices()[static_cast<std::size_t>(value)]};
    return fmt::format("{:.{}g}", value, row.kind == ControlKind::rate ? 6 : 4);
}

} // namespace

bool Journal::see(const Settings& now, Nanos wall)
{
    const bool same    = before_ == now;
    const bool changed = !same && (!before_ || look(*before_, now, wall));
    if (!same) before_ = now;
    return std::exchange(cleared_, false) || changed;
}

void Journal::clear()
{
    entries_.clear();
    cleared_ = true;
}

// Compares the values of all controls that `before` and `now` have, and adds entries for changes. Controls of a scene
// are compared only if the scene is the same, controls of the loop's parts only if the preset (the chosen loop) is the
// same. Returns true if a control, the scene or the preset differs.
bool Journal::look(const Settings& before, const Settings& now, Nanos wall)
{
    bool changed = false;
    for (const Control& row : controls())
    {
        const double was = row.get(before), is = row.get(now);
        changed |= was != is;
        if (was != is && is_noted(row) && !follows_from_the_loop(before, now, row)) note(row, was, is, wall);
    }
    if (before.scene.scene != now.scene.scene || before.loop.preset != now.loop.preset) changed = true;
    if (before.scene.scene == now.scene.scene)
        for (const Control& row : scene_controls(now))
            if (const double was = row.get(before), is = row.get(now); was != is)
            {
                note(row, was, is, wall);
                changed = true;
            }
    if (before.loop.preset == now.loop.preset) changed |= look_at_axes(before, now, wall);
    if (entries_.size() > most_entries) entries_.erase(entries_.begin(), entries_.end() - most_entries);
    return changed;
}

bool Journal::look_at_axes(const Settings& before, const Settings& now, Nanos wall)
{
    bool changed        = false;
    const auto old_axes = axis_controls(before);
    const auto axes     = axis_controls(now);
    for (std::size_t axis = 0; axis < axes.size(); ++axis)
        for (const Control& row : axes[axis])
        {
            const Control* old = counterpart(old_axes[axis], row);
            const double is    = row.get(now);
            const double was   = old != nullptr ? old->get(before) : is;
            changed |= old == nullptr || was != is;
            if (was != is) note(row, was, is, wall);
        }
    return changed;
}

void Journal::note(const Control& row, double was, double is, Nanos wall)
{
    const bool goes_on = !entries_.empty() && entries_.back().path == row.path &&
                         wall - entries_.back().last <= one_turn && wall >= entries_.back().last;
    if (!goes_on) entries_.push_back({wall, "", std::string{row.path}, text_of(row, was), wall});
    Entry& entry = entries_.back();
    entry.last   = wall;
    entry.text = fmt::format("{} {} \u2192 {}{}{}", row.label, entry.was, text_of(row, is), row.unit.empty() ? "" : " ",
                             row.unit);
}

} // namespace lab
