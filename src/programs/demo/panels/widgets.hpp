// programs/demo/panels/widgets.hpp -- controls, buttons, labels, fonts and colours that several panels use
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

// Colours and fonts
ImVec4 to_imvec4(draw::Colour c);
ImU32 to_imu32(draw::Colour c);
/// The colour of right answers and of assertions that are true.
inline constexpr draw::Colour success_colour = draw::rgb(0x009e73);
ImFont* mono_font();
ImFont* bold_font();
ImFont* title_font();
ImFont* sentence_font();
inline constexpr float default_font_size = 15; // in points
void apply_theme(const draw::Theme& theme, float scale);

// The log of all drawn widgets
/// Position and value of a control in this frame. The window's tests click at these positions.
struct LoggedWidget
{
    std::string name; ///< such as "loop.hz"
    draw::Rect rect; ///< area of the control in points
    std::string value;
};
using WidgetLog = std::vector<LoggedWidget>;

/// Logs the visible area of Dear ImGui's last item. Width and height are 0 if the item is scrolled out of view.
void log_last_item(WidgetLog& widget_log, std::string name, std::string value);
/// Logs Dear ImGui's last item, and shows `tooltip` while the mouse is over it.
void describe_last_item(WidgetLog& widget_log, std::string name, std::string value, std::string_view tooltip);
/// Does nothing if the entry is scrolled out of view.
void log_list_entry(WidgetLog& widget_log, std::string_view entry_name, bool is_chosen);

// Controls, buttons and panel layout
/// Returns true if the user changed the setting. A reason, given or the control's own, greys it and is its tooltip.
bool draw_editable_control(lab::Settings& settings, const lab::Control& control, WidgetLog& widget_log,
                           const char* overriding_disabled_reason = nullptr);
/// `width` is in points. Without ImGuiSliderFlags_NoRoundToFormat, rounds to six digits. Returns true after a change.
/// After Ctrl+click or a double tap it is a text field for the value of `control`, as flags take it; a wrong one is
/// refused.
bool draw_thin_slider(lab::Settings& settings, const lab::Control& control, float width, double& value,
                      double min_value, double max_value, ImGuiSliderFlags flags, WidgetLog& widget_log);
/// The text field alone, for a slider that is drawn in another way. False: the value of `control` is not being typed.
bool draw_value_field(lab::Settings& settings, const lab::Control& control, float width, WidgetLog& widget_log);
/// Must be called after the slider; `value_text` is what the field begins with.
void open_value_field(const lab::Control& control, std::string_view value_text);
/// Returns true after a click. If `disabled_reason` is not null, the button is grey, and its tooltip shows this reason.
bool draw_button(const char* label, const char* tooltip, WidgetLog& widget_log, float width,
                 const char* disabled_reason = nullptr);
bool draw_button(const char* label, const char* tooltip, WidgetLog& widget_log, float width, draw::Colour background,
                 const char* disabled_reason = nullptr);
/// Draws `text` at the right edge of the panel or of the table cell, in the monospaced font.
void draw_right_aligned_text(const std::string& text, ImVec4 text_colour = ImGui::GetStyleColorVec4(ImGuiCol_Text));
void draw_labelled_value(const char* label, const std::string& value, const char* tooltip,
                         ImVec4 value_colour = ImGui::GetStyleColorVec4(ImGuiCol_Text));
/// The area of the panel that has no widgets yet, in points.
draw::Rect remaining_panel_area();
inline constexpr ImGuiWindowFlags fixed_window_flags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                                                       ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings;

// Mouse, tooltips and keys
/// True if the mouse is over Dear ImGui's last item, also if that is disabled.
bool is_item_hovered();
/// Shows a tooltip while the mouse is over Dear ImGui's last item.
void add_tooltip(std::string_view text);
void show_tooltip_now(std::string_view text);
/// Also true when a held key repeats.
bool is_key_pressed(ImGuiKey key);

// Text
/// Shortens a text that is wider than `width` points, and appends an ellipsis.
std::string ellipsized(std::string_view text, float width);
/// Breaks lines wider than `width` points. Dear ImGui's own wrapping would also break "16.7".
std::string text_wrapped_at_spaces(std::string_view text, float width);
float scaled_width_in_points(std::string_view text);
float scaled_width_in_points(std::string_view text, ImFont* font);
void draw_text(ImDrawList& draw_list, ImVec2 top_left, draw::Colour colour, std::string_view text);
void draw_heading(const char* text);
/// Draws `text` with line breaks, wrapped at the panel's width.
void draw_paragraph(std::string_view text);
void draw_paragraph(std::string_view text, draw::Colour text_colour, ImFont* font = nullptr);
void draw_grey_text(std::string_view text);
void draw_text_in_font(ImFont* font, std::string_view text);

/// Writes words from left to right into the panel, and wraps lines. All lengths are in points.
class TextFlow
{
public:
    /// Lines that follow a wrapped line begin at `left` + `indent`.
    TextFlow(float left, float right, float line_gap, float indent = 0)
        : line_left_{left + indent}
        , right_{right}
        , line_height_{ImGui::GetTextLineHeight() + line_gap}
        , top_{ImGui::GetCursorScreenPos().y}
        , cursor_{left, top_}
    {
    }

    /// Begins a new line if `word` does not fit into this one.
    void wrap_line(std::string_view word)
    {
        if (cursor_.x > line_left_ && cursor_.x + scaled_width_in_points(word) > right_) start_line();
    }
    void start_line(float extra_gap = 0) { cursor_ = {line_left_, cursor_.y + line_height_ + extra_gap}; }
    void add_space() { cursor_.x += scaled_width_in_points(" "); }
    /// Returns the area of the text.
    draw::Rect write(std::string_view text, draw::Colour colour);
    float height() const { return cursor_.y + line_height_ - top_; }

private:
    float line_left_, right_, line_height_, top_;
    ImVec2 cursor_;
};

// Shapes and pictures
/// `centre` and `radius` are in points. Rounds a small disc's radius to half pixels, its position to whole pixels.
void draw_disc(ImDrawList& draw_list, ImVec2 centre, float radius, ImU32 colour);
/// Draws a ring with the height of a digit. Rounds the position to whole pixels.
void draw_small_ring(ImDrawList& draw_list, ImVec2 centre, ImU32 colour);
void draw_picture(const draw::Picture& picture_in_points, ImDrawList& draw_list);
/// Draws the picture without its labels, from `top_left` on, `factor` times as large.
void draw_scaled_shapes(const draw::Picture& picture_in_points, ImDrawList& draw_list, ImVec2 top_left, float factor);
/// Draws the text labels of `picture`, with `pixels_per_point` pixels of the picture per point of the window.
void draw_picture_labels(const draw::Picture& picture, ImDrawList& draw_list, float pixels_per_point = 1.0F);

} // namespace demo
