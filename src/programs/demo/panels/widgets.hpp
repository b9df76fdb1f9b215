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

ImVec4 to_imvec4(draw::Colour c);
ImU32 to_imu32(draw::Colour c);

/// Logs Dear ImGui's last item. In a panel that scrolls, the area is the visible part; width and height are 0 if no
/// part is visible.
void log_item(WidgetLog& log, std::string name, std::string value);
/// Calls log_item() and show_tooltip_if_hovered().
void log_with_tooltip(WidgetLog& log, std::string name, std::string value, std::string_view tip);
/// Logs the last item as an entry of an open list, unless it is scrolled out of view.
void log_choice(WidgetLog& log, std::string_view choice, bool chosen);
/// Draws a label and a slider, a checkbox or a list. A setting without effect is grey, and its tooltip is
/// `disabled_reason`, or else the reason of the control itself. Returns true if the user changed the setting.
bool edit_control(lab::Settings& settings, const lab::Control& control, WidgetLog& log,
                  const char* disabled_reason = nullptr);
/// While it exists, the slider that Dear ImGui draws next is `width` points wide and has a thin track without text.
class ThinSlider
{
public:
    explicit ThinSlider(float width);
    ~ThinSlider();
    ThinSlider(const ThinSlider&)            = delete;
    ThinSlider& operator=(const ThinSlider&) = delete;

    /// With these flags, the slider gives every value of its range, and no other value.
    static constexpr int slider_flags = ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_NoRoundToFormat;
};
bool draw_button(const char* label, const char* tip, WidgetLog& log, float width);
/// Draws a button with the background colour `back`.
bool draw_button(const char* label, const char* tip, WidgetLog& log, float width, draw::Colour back);
/// Draws a label on the left and a value on the right. `text_colour` is the colour of the value; null for the default.
void draw_value_row(const char* label, const std::string& value, const char* tip, const ImVec4* text_colour = nullptr);
/// Shows the tooltip if the mouse is over the last item of Dear ImGui.
void show_tooltip_if_hovered(std::string_view text);
/// Shows a tooltip at the mouse.
void show_tooltip(std::string_view text);
/// If the text is wider than `width` points, returns its beginning and an ellipsis.
std::string shortened(std::string_view text, float width);
/// Breaks lines wider than `width` points at spaces; Dear ImGui would also break "16.7".
std::string wrapped_text(std::string_view text, float width);
/// True if a key was pressed in this frame, or is held and repeats.
bool is_key_pressed(ImGuiKey key);
/// The ASCII characters that the user typed in this frame.
std::string typed_characters();
/// Writes a text with line breaks, as wide as the panel.
void draw_paragraph(std::string_view text);
void draw_paragraph(std::string_view text, draw::Colour text_colour, ImFont* font = nullptr);
/// Writes one line of text in grey.
void draw_grey_text(std::string_view text);
void draw_text_in_font(ImFont* font, std::string_view text);
/// The free part of the panel, in points.
draw::Rect available_area();
/// The width of the text in the present font, in points.
float width_of(std::string_view text);
/// Draws a text whose upper left corner is `at`.
void draw_text(ImDrawList& draw_list, ImVec2 at, draw::Colour colour, std::string_view text);
void draw_heading(const char* text);

ImFont* mono_font();
ImFont* bold_font();
ImFont* title_font();

/// One pixel of the picture is one point of the window.
void draw_picture(const draw::Picture& picture, ImDrawList& draw_list);

/// The colour of right answers and of assertions that are true.
inline constexpr draw::Colour success_colour = draw::rgb(0x009e73);
/// Height of the default font in points.
inline constexpr float default_font_size = 15;
/// A window that only the program places and resizes.
inline constexpr ImGuiWindowFlags fixed_window_flags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                                                       ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings;

void apply_theme(const draw::Theme& theme, float scale);

} // namespace demo
