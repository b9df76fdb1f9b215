#include "lab/settings/undo.hpp"

#include "lab/settings/controls.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace lab
{

namespace
{

constexpr std::size_t most_steps = 200;
constexpr Nanos one_drag{700'000'000}; // changes of one slider with pauses up to this are undone together
constexpr Nanos at_once{100'000'000};  // changes of any controls with pauses up to this are undone together

// Copies the settings that undo and redo do not change, such as the pause, the camera and the shown times.
void keep_moment(Settings& to, const Settings& from)
{
    to.paused          = from.paused;
    to.replay_at       = from.replay_at;
    to.race.selected   = from.race.selected;
    to.view.help       = from.view.help;
    to.view.present    = from.view.present;
    to.view.panel_keys = from.view.panel_keys;
    to.view.lens       = from.view.lens;
    to.view.time       = from.view.time;
}

// Returns the value of the control named `path`, such as "frame delay 40ms".
std::string value_of(const Settings& settings, std::string_view path)
{
    const Control* row = find_control(settings, path);
    return row != nullptr ? fmt::format("{} {}", row->label, value_text(settings, *row)) : std::string{path};
}

bool is_slider(const Settings& settings, std::string_view path)
{
    const Control* row = find_control(settings, path);
    return row != nullptr && row->choices().empty() && row->kind != ControlKind::list;
}

} // namespace

std::string_view first_difference(const Settings& a, const Settings& b)
{
    // If the scene or a part of the loop differs, one of the first rows tells it, so further rows exist in both
    // settings.
    for (const auto rows : all_controls(a))
        for (const Control& row : rows)
            if ((scope_of(row.path) & scope::moment) == 0 && !is_equal(row, a, b)) return row.path;
    return {};
}

void UndoSteps::see(const Settings& now, Nanos at)
{
    if (now_.empty()) return now_.push_back(now);
    if (now_.back() == now) return;
    const std::string_view path = lab::first_difference(now_.back(), now);
    if (path.empty()) return;
    const bool is_drag = path == changed_ && is_slider(now, path);
    const bool same    = !changed_.empty() && at - changed_at_ <= (is_drag ? one_drag : at_once);
    if (!same) before_.push_back(now_.back());
    if (before_.size() > most_steps) before_.erase(before_.begin());
    after_.clear();
    now_.back() = now;
    changed_    = path;
    changed_at_ = at;
}

void UndoSteps::end_step(const Settings& now, Nanos at)
{
    see(now, at);
    changed_ = {};
}

std::string UndoSteps::undo(Settings& settings) { return go(settings, before_, after_, "undone"); }
std::string UndoSteps::redo(Settings& settings) { return go(settings, after_, before_, "done again"); }

std::string UndoSteps::go(Settings& settings, Steps& from, Steps& to, std::string_view what)
{
    if (from.empty()) return fmt::format("there is no step to be {}", what);
    to.push_back(settings);
    keep_moment(from.back(), settings);
    settings = std::move(from.back());
    from.pop_back();
    const std::string path{lab::first_difference(to.back(), settings)};
    now_     = {settings};
    changed_ = {};
    return fmt::format("{}: {}", what, value_of(settings, path));
}

} // namespace lab
