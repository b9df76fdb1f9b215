// programs/demo/panels/widgets.hpp -- widgets for the controls of lab::Control, and for texts, used by several panels
#pragma once

#include "draw/shapes/picture.hpp"
#include "lab/settings/control.hpp"

#include <imgui.h>

#include <string>
#include <vector>

namespace demo
{

/// Place and value of a widget in this frame. The GUI tests click on these places.
struct Widget
{
    std::string name; ///< a control's path, such as "loop.hz", or "button.LABEL", or another name
    draw::Rect rect;  ///< in points
    std::string value;
};
using WidgetLog = std::vector<Widget>;

ImVec4 colour(draw::Colour c);
ImU32 packed(draw::Colour c);

/// Logs Dear ImGui's last item under `name`.
void log_item(WidgetLog& log, std::string name, std::string value);
/// Logs Dear ImGui's last item as an entry of an open list, unless the list has scrolled it out of view.
void log_choice(WidgetLog& log, std::string_view choice, bool chosen);
/// Draws the row of a control: its label, then a slider, a checkbox or a list. A control without an effect is greyed,
/// with the reason as its tooltip. Returns true when the user changed the setting.
bool edit(lab::Settings& settings, const lab::Control& row, WidgetLog& log);
/// Draws a slider as a slim track without a text, as wide as Dear ImGui's next item. Returns true when the user changed
/// `value`.
bool drag_along(const char* id, double& value, double low, double high, ImGuiSliderFlags flags);
/// Draws a button and its tooltip `tip`. Returns true when the button was pressed.
bool button(const char* label, const char* tip, WidgetLog& log, float width);
/// Draws a row with a label and, right-aligned in the monospace font, a value.
void row(const char* label, const std::string& value, const char* tip, const ImVec4* ink = nullptr);
/// Shows `text` as a tooltip while the mouse is over Dear ImGui's last item.
void tooltip(std::string_view text);
/// Shows `text` as a tooltip at the mouse.
void show_tooltip(std::string_view text);
/// Returns `text`, or its beginning with an ellipsis if `text` is wider than `width` points.
std::string shortened(std::string_view text, float width);
/// Returns `text` broken into lines of at most `width` points, at spaces only. Dear ImGui itself would also break
/// "16.7".
std::string in_lines(std::string_view text, float width);
/// Returns true if a key was pressed in this frame, or is held and repeats.
bool pressed(ImGuiKey key);
/// Returns the ASCII characters that were typed in this frame.
std::string typed_characters();
/// Writes a text with line breaks at the panel's width, in the theme's text colour or in `ink`.
void paragraph(std::string_view text);
void paragraph(std::string_view text, draw::Colour ink);
/// Writes a heading with a line below it.
void heading(const char* text);

ImFont* mono();
ImFont* bold();
/// The font of page titles.
ImFont* title();

} // namespace demo
