// programs/demo/panels/time_view.hpp -- the time span that the timeline and the plots show, and its controls: wheel,
// drag, keys and buttons
#pragma once

#include "draw/shapes/time_axis.hpp"
#include "programs/demo/panels/panels.hpp"
#include "telemetry/frames.hpp"

namespace demo
{

/// Returns the time span that the timeline and the plots show. It ends at the newest frame until the user moves it.
draw::TimeSpan shown_span(const Context& context);
/// Lets the user change the shown time span over Dear ImGui's last item. The mouse wheel zooms around the mouse, a drag
/// moves the span, a double click follows the newest frame again. Keys: arrow up, arrow down, + and - zoom; Page Up and
/// Page Down move the span; Home and End go to the first and the newest frame. Returns the time on which the user
/// clicked; empty without a click.
std::optional<timestep::Nanos> move_in_time(const Context& context, const draw::TimeAxis& axis);
/// Draws the buttons that zoom and step in time, at the right end of the tabs.
void time_buttons(const Context& context);
/// Returns the index in `frames` of the frame at which the picture is frozen; an empty value if it is not frozen.
std::optional<std::size_t> frozen_frame(const Context& context, const telemetry::Frames& frames);

} // namespace demo
