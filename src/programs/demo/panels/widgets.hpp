// programs/demo/panels/widgets.hpp -- draws widgets that several panels use: for settings (lab::Control) and for texts
#pragma once

#include "draw/shapes/picture.hpp"
#include "draw/shapes/theme.hpp"
#include "lab/settings/controls.hpp"

#include <imgui.h>

#include <string>
#include <string_view>
#include <vector>

namespace demo
{

/// Position and value of a control in this frame. Tests of the window click at these positions.
struct Widget
{
    /// Path of the control, such as "loop.hz"; "button.LABEL" for a button; else a fixed name, such as "lesson.title".
    std::string name;
    draw::Rect rect; ///< area of the control in points
    std::string value;
};
using WidgetLog = std::vector<Widget>;

ImVec4 colour(draw::Colour c);
ImU32 packed(draw::Colour c);

/// Logs Dear ImGui's last item. In a panel that scrolls, the area is the visible part; width and height are 0 if no
/// part is visible.
void log_item(WidgetLog& log, std::string name, std::string value);
/// log_item() and tooltip()
void log_and_explain(WidgetLog& log, std::string name, std::string value, std::string_view tip);
/// Logs the last item as an entry of an open list, unless it is scrolled out of view.
void log_choice(WidgetLog& log, std::string_view choice, bool chosen);
/// A label and a slider, a checkbox or a list. A setting without effect is grey, with the reason `idle`, or else that
/// of its row, as tooltip. Returns true if the user changed the setting.
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
bool button(const char* label, const char* tip, WidgetLog& log, float width);
/// With the background `back`.
bool button(const char* label, const char* tip, WidgetLog& log, float width, draw::Colour back);
/// A label on the left and a value on the right; `text_colour` is the value's colour, null for the usual one.
void row(const char* label, const std::string& value, const char* tip, const ImVec4* text_colour = nullptr);
/// If the mouse is over the last item of Dear ImGui.
void tooltip(std::string_view text);
/// At the mouse.
void show_tooltip(std::string_view text);
/// The beginning of the text with an ellipsis if the text is wider than `width` points.
std::string shortened(std::string_view text, float width);
/// Breaks lines wider than `width` points at spaces; Dear ImGui would also break "16.7".
std::string in_lines(std::string_view text, float width);
/// True if a key was pressed in this frame, or is held and repeats.
bool pressed(ImGuiKey key);
std::string typed_characters();
/// Writes a text with line breaks, as wide as the panel.
void paragraph(std::string_view text);
void paragraph(std::string_view text, draw::Colour text_colour, ImFont* font = nullptr);
/// Writes one line of text in grey.
void write_quietly(std::string_view text);
void write(ImFont* font, std::string_view text);
/// The free part of the panel, in points.
draw::Rect free_area();
/// In points, in the present font.
float width_of(std::string_view text);
/// Draws a text whose upper left corner is `at`.
void draw_text(ImDrawList& draw_list, ImVec2 at, draw::Colour colour, std::string_view text);
void heading(const char* text);

ImFont* mono();
ImFont* bold();
ImFont* title();

/// One pixel of the picture is one point of the window.
void draw_picture(const draw::Picture& picture, ImDrawList& draw_list);

/// The colour of right answers and of assertions that are true.
inline constexpr draw::Colour good = draw::rgb(0x009e73);
/// In points.
inline constexpr float usual_font = 15;
/// A window that only the program places and resizes.
inline constexpr ImGuiWindowFlags bare_window = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                                                ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings;

void apply_theme(const draw::Theme& theme, float scale);

} // namespace demo
