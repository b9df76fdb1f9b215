// Draws the page "Timeline" at the bottom of the window: each frame of the selected lane (loop) with its steps. A click
// freezes the picture at a frame.
#include "base/number.hpp"
#include "lab/metrics/frame_text.hpp"
#include "programs/demo/panels/canvas.hpp"
#include "programs/demo/panels/panels.hpp"
#include "programs/demo/panels/save_menu.hpp"
#include "programs/demo/panels/time_view.hpp"
#include "telemetry/recent.hpp"
#include "views/plots.hpp"
#include "views/timeline.hpp"

#include <fmt/core.h>

namespace demo
{

namespace
{

using telemetry::Frames;
using telemetry::FrameSample;
using timestep::Nanos;

std::string story_of(const FrameSample& f)
{
    std::string text = fmt::format("frame {} at {:.3f} s\n{}", f.frame, timestep::to_seconds(f.wall), lab::in_words(f));
    std::string took = fmt::format("its steps took {}", base::time_text(f.stepping));
    if (f.slept > Nanos::zero()) took += fmt::format(", then {} asleep", base::time_text(f.slept));
    if (f.spun > Nanos::zero()) took += fmt::format(", {} spinning", base::time_text(f.spun));
    text += "\n" + took;
    if (f.displayed)
        text += fmt::format("\nits picture was shown {} later{}", base::time_text(f.screen - f.wall),
                            f.torn ? ", torn" : "");
    const std::string events = lab::event_names(f.events);
    return events.empty() ? text : text + "\n" + events;
}

// Returns the times of the display's refreshes for the selected loop; empty if they are unknown. The refresh period of
// a virtual display is known, except with VRR. The refreshes of a real display are estimated from the frames up to the
// end of `span`, if VSYNC is on and the driver has accepted it.
std::optional<telemetry::FoundRefreshes> refreshes_of(const Context& c, const Frames& frames, draw::TimeSpan span)
{
    const sim::MachineSettings& machine = c.lab.setup(c.lab.selected()).settings.machine;
    const bool is_virtual               = c.lab.settings.mode != lab::Mode::live || c.lab.shows_even_frames() ||
                            c.lab.pc().refresh_period(machine) > Nanos{};
    if (machine.vsync == sim::VsyncMode::vrr) return std::nullopt;
    if (is_virtual) return telemetry::FoundRefreshes{{}, 1e9 * timestep::step_seconds(machine.refresh)};
    if (machine.vsync == sim::VsyncMode::off || !c.lab.display.accepted) return std::nullopt;
    return telemetry::find_refreshes(frames.first(frames.first_from(span.to) + 1), c.lab.display.refresh_hz);
}

// If the mouse is over the name of a row of the timeline, shows a tooltip with the meaning of the row.
void explain_rows(const draw::Rect& area, float scale, float left)
{
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    if (!ImGui::IsItemHovered() || mouse.x >= left) return;
    for (const views::TimelineRow& row : views::timeline_rows(area, scale))
        if (mouse.y >= row.area.y && mouse.y < row.area.bottom()) tooltip(row.tip);
}

void log_state(const Context& c, const draw::TimeAxis& axis, const draw::Rect& area, const views::TimelineData& data)
{
    const draw::Rect plot{axis.left(), area.y, axis.width(), area.h};
    const draw::TimeSpan span = axis.span();
    c.log.push_back(
        {"timeline", plot,
         fmt::format("{:.6f} to {:.6f} s", timestep::to_seconds(span.from), timestep::to_seconds(span.to))});
    c.log.push_back(
        {"timeline.frozen", plot, data.frozen ? fmt::format("{}", data.frames[*data.frozen].frame) : "live"});
    c.log.push_back({"timeline.refreshes", plot,
                     data.refreshes ? fmt::format("{:.2f} Hz", 1e9 / data.refreshes->period_ns) : "unknown"});
}

} // namespace

void timeline_tools(const Context& c)
{
    time_buttons(c);
    menu_button(c, nullptr);
}

void timeline(const Context& c)
{
    const Frames frames = c.lab.lane().samples();
    const ImVec2 at     = ImGui::GetCursorScreenPos();
    const ImVec2 size   = ImGui::GetContentRegionAvail();
    const draw::Rect area{at.x, at.y, size.x, size.y};
    if (size.x < 80 || size.y < 40) return;
    const draw::TimeAxis axis = views::timeline_axis(shown_span(c), area, c.scale);

    ImGui::InvisibleButton("time", size);
    const auto clicked = move_in_time(c, axis);
    const bool over    = ImGui::IsItemHovered() && !about_to_save();
    const auto hovered = over ? views::frame_at(frames, axis, ImGui::GetIO().MousePos.x) : std::nullopt;
    if (clicked && *clicked >= axis.span().from)
        if (const auto frame = views::frame_at(frames, *clicked)) c.lab.freeze(frames[*frame].wall);
    const auto frozen = frozen_frame(c, frames);

    const auto marks = views::marks_of(frames, c.lab.journal, axis.span());
    views::TimelineData data{.frames    = frames,
                             .marks     = marks,
                             .refreshes = refreshes_of(c, frames, axis.span()),
                             .frozen    = frozen,
                             .lit       = lit_frames(c)};
    const draw::Style style{c.theme, c.scale, colour_of_lane(c.lab, c.lab.selected())};
    save_what_was_asked(c, {.stem = "timeline",
                            .area = area,
                            .draw = [&](draw::Picture& p) { views::draw_timeline(p, data, axis.span(), area, style); },
                            .csv  = [&] { return views::plots_csv(frames, lab::every_plot, axis.span()); }});
    data.hovered       = hovered;
    TimePicture& drawn = c.state.timeline;
    if (about_to_save() || drawn.is_stale(area, frames, axis.span()))
        views::draw_timeline(drawn.picture, data, axis.span(), area, style);
    draw_picture(drawn.picture, *ImGui::GetWindowDrawList());
    log_state(c, axis, area, data);
    explain_rows(area, c.scale, axis.left());
    if (hovered && !ImGui::IsItemActive()) tooltip(story_of(frames[*hovered]));
}

} // namespace demo
