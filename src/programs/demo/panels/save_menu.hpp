// programs/demo/panels/save_menu.hpp -- what can be done with a picture of the dock: copy its numbers, save it as PNG
// or SVG
#pragma once

#include "programs/demo/panels/panels.hpp"

#include <functional>

namespace demo
{

/// A picture that can be saved: drawn again without what only the mouse shows.
struct Saveable
{
    const char* stem; ///< of the files' names
    draw::Rect area;  ///< where it is in the window
    std::function<void(draw::Picture& picture)> draw;
    std::function<std::string()> csv{}; ///< its numbers; empty where there are none
};

/// A button at the right end of the row of tabs that opens the menu; `more` adds lines above.
void menu_button(const Context& context, void (*more)(const Context& context));
/// Carries out what was chosen there, in the page that it is about.
void save_what_was_asked(const Context& context, const Saveable& what);
/// Nothing that only the mouse shows is to be drawn now: a PNG is about to be taken.
bool about_to_save();

} // namespace demo
