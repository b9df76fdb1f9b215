#include "lab/journal.hpp"

#include "lab/changes.hpp"
#include "lab/knobs.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace lab
{

namespace
{

constexpr std::size_t most_entries = 1000;
constexpr Nanos one_turn{700'000'000}; // between two changes of one turning

// Knobs that both settings have: those of a scene or of an axis only where it is the same one.
std::vector<const Knob*> common_knobs(const Settings& a, const Settings& b)
{
    std::vector<const Knob*> all;
    for (const Knob& knob : knobs())
        if (is_of_lanes(knob) || knob.path == "machine.lag") all.push_back(&knob);
    if (a.scene.index() == b.scene.index())
        for (const Knob& knob : scene_knobs(b)) all.push_back(&knob);
    if (a.loop.preset != b.loop.preset) return all;
    const auto before = axis_knobs(a);
    for (const Knob* knob : axis_knobs(b))
        if (std::ranges::find(before, knob) != before.end()) all.push_back(knob);
    return all;
}

// Another loop comes with a rate and axes of its own: that is one change.
bool follows_from_the_loop(const Settings& a, const Settings& b, const Knob& knob)
{
    return a.loop.preset != b.loop.preset && knob.path.starts_with("loop.") && knob.path != "loop.preset";
}

std::string value_of(const Settings& settings, const Knob& knob)
{
    const double value = knob.get(settings);
    if (!knob.choices.empty()) return std::string{knob.choices[static_cast<std::size_t>(value)]};
    return fmt::format("{:.{}g}", value, knob.kind == KnobKind::rate ? 6 : 4);
}

} // namespace

void Journal::see(const Settings& now, Nanos wall)
{
    if (before_) note(now, wall);
    before_ = now;
}

void Journal::note(const Settings& now, Nanos wall)
{
    for (const Knob* knob : common_knobs(*before_, now))
    {
        if (knob->get(*before_) == knob->get(now) || follows_from_the_loop(*before_, now, *knob)) continue;
        const bool goes_on = !entries_.empty() && entries_.back().path == knob->path &&
                             wall - entries_.back().last <= one_turn && wall >= entries_.back().last;
        if (!goes_on) entries_.push_back({wall, "", std::string{knob->path}, value_of(*before_, *knob), wall});
        Entry& entry = entries_.back();
        entry.last   = wall;
        entry.text   = fmt::format("{} {} \u2192 {}{}{}", knob->label, entry.was, value_of(now, *knob),
                                 knob->unit.empty() ? "" : " ", knob->unit);
    }
    if (entries_.size() > most_entries) entries_.erase(entries_.begin(), entries_.end() - most_entries);
}

} // namespace lab
