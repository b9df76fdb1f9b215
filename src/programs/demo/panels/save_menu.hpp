// programs/demo/panels/save_menu.hpp -- the menu of a page at the bottom of the window: it copies the page's numbers as
// CSV, and saves its picture as PNG or SVG
#pragma once

#include "programs/demo/panels/panels.hpp"

#include <functional>

namespace demo
{

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
