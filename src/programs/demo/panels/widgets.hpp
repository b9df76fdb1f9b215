// programs/demo/panels/widgets.hpp -- draws widgets that several panels use: for settings (lab::Control) and for texts
#pragma once

#include "draw/shapes/picture.hpp"
#include "draw/shapes/theme.hpp"
#include "lab/settings/control.hpp"

#include <imgui.h>

#include <string>
#include <vector>

namespace demo
{

/// Position and value of a control in this frame. Tests of the window click at these positions.
struct Widget
{
    /// Path of the control, such as "loop.hz"; or "button.LABEL" for a button; for other parts of the window a fixed
    /// name, such as "lesson.title".
    std::string name;
    draw::Rect rect; ///< area of the control in points
    std::string value;
};
using WidgetLog = std::vector<Widget>;

ImVec4 colour(draw::Colour c);
ImU32 packed(draw::Colour c);

/// Adds Dear ImGui's last item to `log`, with its `name` and its present `value`. In a panel or a list that scrolls,
/// the item's area is the visible part; width and height are 0 if no part is visible.
void log_item(WidgetLog& log, std::string name, std::string value);
/// Adds Dear ImGui's last item to `log` as an entry of an open list. Does nothing if the item is scrolled out of view.
void log_choice(WidgetLog& log, std::string_view choice, bool chosen);
/// Draws the row of a setting: its label, and a slider, a checkbox or a list. A setting that has no effect is grey, and
/// its tooltip gives the reason: `idle`, or else the reason of its row. Returns true if the user changed the setting.
bool edit(lab::Settings& settings, const lab::Control& row, WidgetLog& log, const char* idle = nullptr);
/// While it exists, the slider that Dear ImGui draws next is `points` wide and has a thin track without text.
class ThinTrack
{
public:
    explicit ThinTrack(float points);
    ~ThinTrack();
    ThinTrack(const ThinTrack&)            = delete;
    ThinTrack& operator=(const ThinTrack&) = delete;

    /// Flags of such a slider: it gives every value of its range, and no other.
    static constexpr int flags = ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_NoRoundToFormat;
};
/// Draws a button with the tooltip `tip`. Returns true if the user pressed it.
bool button(const char* label, const char* tip, WidgetLog& log, float width);
/// Draws a row with a label on the left, and a value on the right in the monospaced font. `ink` is the value's colour;
/// null for the usual colour.
void row(const char* label, const std::string& value, const char* tip, const ImVec4* ink = nullptr);
/// Shows `text` as a tooltip if the mouse is over the last item of Dear ImGui.
void tooltip(std::string_view text);
/// Shows `text` as a tooltip at the mouse.
void show_tooltip(std::string_view text);
/// Returns `text`. If the text is wider than `width` points, returns the beginning of the text with an ellipsis.
std::string shortened(std::string_view text, float width);
/// Returns `text` with line breaks, so that no line is wider than `width` points. Breaks only at spaces; Dear ImGui
/// would also break "16.7".
std::string in_lines(std::string_view text, float width);
/// Returns true if a key was pressed in this frame, or is held and repeats.
bool pressed(ImGuiKey key);
/// Returns the ASCII characters that were typed in this frame.
std::string typed_characters();
/// Writes a text with line breaks, as wide as the panel.
void paragraph(std::string_view text);
void paragraph(std::string_view text, draw::Colour ink);
/// Writes a heading with a line below it.
void heading(const char* text);

ImFont* mono();
ImFont* bold();
/// Returns the font for the titles of pages.
ImFont* title();

/// Draws a picture, clipped to its area. One pixel of the picture is one point of the window.
void draw_picture(const draw::Picture& picture, ImDrawList& ink);

/// Adds images of discs, with radii of up to 8 pixels, to the font texture `atlas`. The fonts must have been added
/// before. `pixel_ratio` is the number of pixels per point.
void make_discs(ImFontAtlas& atlas, float pixel_ratio);
/// Draws a disc with its centre at `at` and a radius in points. The radius is rounded to half pixels, and the position
/// to whole pixels. Returns false and draws nothing if the radius is larger than 8 pixels.
bool add_disc(ImDrawList& ink, ImVec2 at, float radius, ImU32 colour);

/// The colour of right answers and of assertions that are true.
inline constexpr draw::Colour good = draw::rgb(0x009e73);
/// The default font size in points.
inline constexpr float usual_font = 15;

void apply_theme(const draw::Theme& theme, float scale);

} // namespace demo
