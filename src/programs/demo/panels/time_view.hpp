// programs/demo/panels/time_view.hpp -- the time span that the timeline and the plots show, and its controls: wheel,
// drag, keys and buttons
#pragma once

#include "draw/shapes/time_axis.hpp"
#include "programs/demo/panels/panels.hpp"
#include "telemetry/frames.hpp"

namespace demo
{

/// Returns the shown time span. It ends at the newest frame until the user moves it.
draw::TimeSpan shown_span(const Context& context);
/// Lets the user move the time span with the mouse over Dear ImGui's last item: the wheel zooms around the mouse, a
/// drag pans, a double click follows the newest frame again. While the mouse is over the item, keys do the same: arrow
/// up and down, + and - zoom; Page Up and Page Down pan; Home and End go to the first and the newest frame. Returns the
/// clicked time, or nothing without a click.
std::optional<timestep::Nanos> move_in_time(const Context& context, const draw::TimeAxis& axis);
/// Draws the buttons that zoom and step in time, at the right end of the row of tabs.
void time_buttons(const Context& context);
/// A picture of a time span. It is drawn again in every frame, or ten times per second if it has 4,000 frames or more.
struct TimePicture
{
    draw::Picture picture{};
    double drawn_at = 0.0; ///< seconds, on Dear ImGui's clock

    /// Returns true if the picture must be drawn again now, and then sets `drawn_at`.
    bool is_stale(const draw::Rect& area, const telemetry::Frames& frames, draw::TimeSpan span);
};
/// Returns the index in `frames` of the frame at which the stage is frozen; nothing if the stage is not frozen.
std::optional<std::size_t> frozen_frame(const Context& context, const telemetry::Frames& frames);

} // namespace demo
