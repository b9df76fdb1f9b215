// programs/demo/panels/widgets.hpp -- widgets made from the table of controls, and small texts that several panels use
#pragma once

#include "draw/shapes/picture.hpp"
#include "lab/settings/control.hpp"

#include <imgui.h>

#include <string>
#include <vector>

namespace demo
{

/// A control as it was drawn in this frame: what a test clicks on.
struct Widget
{
    std::string name; ///< a control's path, or "button.<label>"
    draw::Rect rect;  ///< in pixels
    std::string value;
};
using WidgetLog = std::vector<Widget>;

ImVec4 colour(draw::Colour c);
ImU32 packed(draw::Colour c);

/// Remembers the last item under that name.
void log_item(WidgetLog& log, std::string name, std::string value);
/// The last item as one of an open list, where it is in sight: lists scroll.
void log_choice(WidgetLog& log, std::string_view choice, bool chosen);
/// One row: label, then slider, checkbox or list; greyed while it does nothing, with the reason as its tooltip.
/// Returns true when it changed the settings.
bool edit(lab::Settings& settings, const lab::Control& row, WidgetLog& log);
/// A slider without words in it, as wide as the next item: a slim track and a grab. Returns true when it changed
/// `value`.
bool drag_along(const char* id, double& value, double low, double high, ImGuiSliderFlags flags);
/// A button that says its key.
bool button(const char* label, const char* tip, WidgetLog& log, float width);
/// One row: a label and, to the right in the monospace font, its value.
void row(const char* label, const std::string& value, const char* tip, const ImVec4* ink = nullptr);
/// Shows `text` while the last item is hovered.
void tooltip(std::string_view text);
/// Shows it in any case, at the mouse.
void show_tooltip(std::string_view text);
/// As much of it as fits into `width`, with an ellipsis where it was cut.
std::string shortened(std::string_view text, float width);
/// Cut into lines at its spaces only, where Dear ImGui would cut "16.7" in two.
std::string in_lines(std::string_view text, float width);
/// Whether a key went down, or is held and repeats.
bool pressed(ImGuiKey key);
/// What was typed in this frame, of ASCII.
std::string typed_characters();
/// Words on as many lines as they need, in the theme's ink or in another.
void paragraph(std::string_view text);
void paragraph(std::string_view text, draw::Colour ink);
/// A heading with a line below.
void heading(const char* text);

ImFont* mono();
ImFont* bold();
/// For the one line that a page is called by.
ImFont* title();

} // namespace demo
