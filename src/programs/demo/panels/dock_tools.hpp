// programs/demo/panels/dock_tools.hpp -- what the pages of the dock share: the shown time span with its controls, and
// the menu that saves a picture
#pragma once

#include "draw/shapes/time_axis.hpp"
#include "programs/demo/panels/panels.hpp"
#include "telemetry/frames.hpp"

#include <functional>

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

/// The data from which the save menu makes a file of a page (such as "Plots").
struct Saveable
{
    const char* stem;                                 ///< first part of the file's name, such as "plots"
    draw::Rect area;                                  ///< area of the picture in the window, in points
    std::function<void(draw::Picture& picture)> draw; ///< draws the picture without marks that depend on the mouse
    /// Returns the numbers of the page (such as "Plots") as CSV; null if the page has no numbers.
    std::function<std::string()> csv{};
};

/// Draws the button that opens the menu, at the right end of the row of tabs. If `more` is not null, it is called to
/// draw additional lines at the top of the menu.
void menu_button(const Context& context, void (*more)(const Context& context));
/// Carries out the user's choice in the save menu for the page `what` (such as "Plots"). Each page calls this function
/// once per frame.
void save_what_was_asked(const Context& context, const Saveable& what);
/// Returns true if the window is saved as PNG in one of the next frames. Until then, pages (such as "Plots") must not
/// draw marks at the mouse position.
bool about_to_save();

} // namespace demo
