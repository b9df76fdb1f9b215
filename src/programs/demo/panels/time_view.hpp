// programs/demo/panels/time_view.hpp -- the stretch of the lanes' clock that timeline and plots share: wheel, drag,
// keys and buttons
#pragma once

#include "draw/shapes/time_axis.hpp"
#include "programs/demo/panels/panels.hpp"
#include "telemetry/frames.hpp"

namespace demo
{

/// What is shown now. Follows the newest frame, unless somebody moved away from it.
draw::TimeSpan shown_span(const Context& context);
/// The last item is where time runs: the wheel zooms around the mouse, a drag pans, a double click follows the newest
/// frame again, and so do keys while the mouse is there: arrows up and down, + and -, Home and End, Page Up and Down.
/// Returns the time that was clicked, if one was.
std::optional<timestep::Nanos> move_in_time(const Context& context, const draw::TimeAxis& axis);
/// The buttons of a page that shows time, at the right end of the row of tabs.
void time_buttons(const Context& context);
/// A picture of a stretch of time, which is drawn anew in every frame; one of very many frames ten times a second only.
struct TimePicture
{
    draw::Picture picture{};
    double drawn_at = 0.0; ///< seconds, on Dear ImGui's clock

    bool is_stale(const draw::Rect& area, const telemetry::Frames& frames, draw::TimeSpan span);
};
/// The place of the lane's frame that the stage shows while it stands still.
std::optional<std::size_t> frozen_frame(const Context& context, const telemetry::Frames& frames);

} // namespace demo
