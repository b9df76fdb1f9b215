// programs/demo/panels/save_menu.hpp -- the menu of a page of the dock: copies its numbers as CSV, saves its picture as
// PNG or SVG
#pragma once

#include "programs/demo/panels/panels.hpp"

#include <functional>

namespace demo
{

/// A page whose picture can be saved.
struct Saveable
{
    const char* stem;                                 ///< first part of the file name
    draw::Rect area;                                  ///< place of the picture in the window, in points
    std::function<void(draw::Picture& picture)> draw; ///< draws the picture without marks that follow the mouse
    std::function<std::string()> csv{};               ///< returns the page's numbers as CSV; empty if there are none
};

/// Draws a button at the right end of the row of tabs, which opens the menu. `more` draws lines above the menu's own
/// lines; it may be null.
void menu_button(const Context& context, void (*more)(const Context& context));
/// Carries out the user's choice in the menu for the page `what`. Each page calls this once per frame.
void save_what_was_asked(const Context& context, const Saveable& what);
/// Returns true while a PNG is about to be saved. Pages then draw no marks that follow the mouse.
bool about_to_save();

} // namespace demo
