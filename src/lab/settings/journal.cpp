#include "lab/settings/journal.hpp"

#include "lab/settings/controls.hpp"
#include "lab/settings/lane_setup.hpp"

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

// True if the journal notes changes of the control `row`: if it has an effect on the loop. Controls of a scene and of a
// part of the loop have no flag.
bool is_noted(const Control& row) { return row.flag.empty() || is_of_lanes(row) || row.path == "machine.lag"; }

// Returns the control of the settings `before` with the path, range and help text of `row`; null if there is none. The
// path alone is not enough: if the user chooses another stepper, for example, it can have another control with this
// path.
const Control* counterpart(const Settings& before, const Control& row)
{
    const Control* old = find_control(before, row.path);
    const bool same =
        old != nullptr && old->path == row.path && old->low == row.low && old->high == row.high && old->tip == row.tip;
    return same ? old : nullptr;
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
    const bool other_scene = before.scene.scene != now.scene.scene;
    const bool other_loop  = before.loop.preset != now.loop.preset;
    bool changed           = other_scene || other_loop;
    for (const auto rows : all_controls(now))
        for (const Control& row : rows)
        {
            if (row.kind == ControlKind::list) continue;
            if (row.flag.empty() && (row.of_scene != nullptr ? other_scene : other_loop)) continue;
            const Control* old = counterpart(before, row);
            const double is    = row.get(now);
            const double was   = old != nullptr ? old->get(before) : is;
            changed |= old == nullptr || was != is;
            if (was != is && is_noted(row) && !follows_from_the_loop(before, now, row)) note(row, was, is, wall);
        }
    if (entries_.size() > most_entries) entries_.erase(entries_.begin(), entries_.end() - most_entries);
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
