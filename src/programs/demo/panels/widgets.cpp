#include "programs/demo/panels/widgets.hpp"

#include "base/number.hpp"
#include "lab/settings/controls.hpp"
#include "views/plots.hpp"

#include <fmt/core.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace demo
{

namespace
{

using lab::Control;
using lab::ControlKind;

constexpr float label_width_share = 0.34F; // width of a control's label, as a fraction of the row's width
constexpr float value_width_share = 0.24F; // width of a control's value, as a fraction of the row's width
constexpr float max_tooltip_width = 24; // maximum width of a tooltip's text, in font heights

// The control whose value is typed into a text field; `path` is empty if there is none.
struct TypedValue
{
    std::string_view path{};
    std::array<char, 48> text{};
    std::string refusal{}; // why the text was not accepted
    bool is_new = false; // true: the field takes the focus
};
TypedValue typed_value;

void draw_control_label(std::string_view text)
{
    const float label_width = ImGui::GetContentRegionMax().x * label_width_share;
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(ellipsized(text, label_width - ImGui::GetCursorPosX() - 4).c_str());
    ImGui::SameLine(label_width);
    ImGui::SetNextItemWidth(-1);
}

// Draws the value beside the slider, because the slider's handle would hide a value on the slider.
void draw_control_value(const lab::Settings& settings, const Control& control)
{
    const double value = control.get(settings);
    const int significant_digits = control.kind == ControlKind::rate ? 5 : 4;
    const std::string text = std::abs(value) >= 1e4
                                 ? views::value_text(value, control.unit)
                                 : fmt::format("{}{}{}", base::number_text(value, significant_digits),
                                               control.unit.empty() ? "" : " ", control.unit);
    ImGui::SameLine();
    draw_right_aligned_text(text);
}

// Typed rates stay exact; a mouse drag changes rates in steps of 0.5.
double rounded_control_value(const Control& control, double value)
{
    if (control.kind == ControlKind::whole_number) return std::round(value);
    if (control.kind == ControlKind::duration) return std::round(value * 10.0) / 10.0;
    return control.kind == ControlKind::rate && ImGui::IsMouseDown(0) ? std::round(value * 2.0) / 2.0 : value;
}

// If the user chooses an entry of the list in this frame, stores its index in `value`, and returns true.
bool draw_choice_list(const lab::Settings& settings, const Control& control, double& value, WidgetLog& widget_log)
{
    const lab::ValueNames choices = control.choices();
    const auto chosen_index = static_cast<std::size_t>(value);
    bool has_changed = false;
    if (!ImGui::BeginCombo("##value", std::string{choices[chosen_index]}.c_str())) return false;
    const auto& no_effect_reason_of = control.appearance.value_no_effect_reason;
    for (std::size_t i = 0; i < choices.size(); ++i)
    {
        const char* disabled_reason = no_effect_reason_of != nullptr ? no_effect_reason_of(settings, i) : nullptr;
        ImGui::BeginDisabled(disabled_reason != nullptr);
        if (ImGui::Selectable(std::string{choices[i]}.c_str(), i == chosen_index))
        {
            value = static_cast<double>(i);
            has_changed = true;
        }
        log_list_entry(widget_log, choices[i], i == chosen_index);
        if (disabled_reason != nullptr) add_tooltip(disabled_reason);
        ImGui::EndDisabled();
    }
    ImGui::EndCombo();
    return has_changed;
}

std::string control_tooltip(const Control& control)
{
    if (control.value_names != nullptr) return std::string{control.tooltip};
    const auto number_text = [](double value)
    { return std::abs(value) >= 1e4 ? views::value_text(value, "") : base::number_text(value); };
    return fmt::format("{}\n{} to {}{}{}", control.tooltip, number_text(control.min_value),
                       number_text(control.max_value), control.unit.empty() ? "" : " ", control.unit);
}

// A tooltip must not cover adjacent items. Beside the panel is the best place, then above the item, then below it.
void place_tooltip_beside_item(std::string_view text)
{
    const ImVec2 item_min = ImGui::GetItemRectMin();
    const ImVec2 item_max = ImGui::GetItemRectMax();
    const ImVec2 padding = ImGui::GetStyle().WindowPadding;
    const ImVec2 text_size =
        ImGui::CalcTextSize(text.data(), text.data() + text.size(), false, ImGui::GetFontSize() * max_tooltip_width);
    const ImVec2 size{text_size.x + 2 * padding.x, text_size.y + 2 * padding.y};
    const ImVec2 display_size = ImGui::GetIO().DisplaySize;
    const float gap = ImGui::GetStyle().ItemSpacing.x;
    const float panel_left = ImGui::GetWindowPos().x;
    const float panel_right = panel_left + ImGui::GetWindowSize().x;
    const bool is_wide_item = item_max.x - item_min.x > 2 * size.x; // its tooltip follows the mouse
    const float tooltip_x = is_wide_item ? ImGui::GetMousePos().x : item_min.x;
    ImVec2 position{std::clamp(tooltip_x, 0.0F, std::max(display_size.x - size.x, 0.0F)), item_min.y - gap - size.y};
    if (panel_left > size.x + gap)
        position = {panel_left - gap - size.x, item_min.y};
    else if (panel_right + gap + size.x < display_size.x)
        position = {panel_right + gap, item_min.y};
    else if (position.y < 0)
        position.y = item_max.y + gap;
    ImGui::SetNextWindowPos({position.x, std::clamp(position.y, 0.0F, std::max(display_size.y - size.y, 0.0F))});
}

} // namespace

ImVec4 to_imvec4(draw::Colour c) { return {c.r, c.g, c.b, c.a}; }
ImU32 to_imu32(draw::Colour c) { return ImGui::ColorConvertFloat4ToU32(to_imvec4(c)); }

void log_last_item(WidgetLog& widget_log, std::string name, std::string value)
{
    const ImGuiWindow& window = *ImGui::GetCurrentWindowRead();
    const ImVec2 clip_min = ImGui::GetWindowDrawList()->GetClipRectMin();
    const ImVec2 clip_max = ImGui::GetWindowDrawList()->GetClipRectMax();
    ImVec2 item_min = ImGui::GetItemRectMin();
    ImVec2 item_max = ImGui::GetItemRectMax();
    const auto clamp_range = [](float& begin, float& end, float min, float max)
    {
        begin = std::clamp(begin, min, max);
        end = std::clamp(end, min, max);
    };
    if (window.ScrollbarX) clamp_range(item_min.x, item_max.x, clip_min.x, clip_max.x);
    if (window.ScrollbarY) clamp_range(item_min.y, item_max.y, clip_min.y, clip_max.y);
    const bool is_visible = item_min.x < item_max.x && item_min.y < item_max.y;
    widget_log.push_back(
        {std::move(name),
         {item_min.x, item_min.y, is_visible ? item_max.x - item_min.x : 0, is_visible ? item_max.y - item_min.y : 0},
         std::move(value)});
}

void describe_last_item(WidgetLog& widget_log, std::string name, std::string value, std::string_view tooltip)
{
    log_last_item(widget_log, std::move(name), std::move(value));
    add_tooltip(tooltip);
}

void log_list_entry(WidgetLog& widget_log, std::string_view entry_name, bool is_chosen)
{
    const ImVec2 item_min = ImGui::GetItemRectMin();
    const ImVec2 item_max = ImGui::GetItemRectMax();
    const ImVec2 middle{(item_min.x + item_max.x) / 2, (item_min.y + item_max.y) / 2};
    if (ImGui::IsRectVisible(middle, {middle.x + 1, middle.y + 1}))
        log_last_item(widget_log, fmt::format("choice.{}", entry_name), is_chosen ? "on" : "off");
}

bool draw_editable_control(lab::Settings& settings, const Control& control, WidgetLog& widget_log,
                           const char* overriding_disabled_reason)
{
    const char* disabled_reason = overriding_disabled_reason;
    if (disabled_reason == nullptr) disabled_reason = control.no_effect_reason(settings);
    ImGui::PushID(control.path.data());
    ImGui::BeginDisabled(disabled_reason != nullptr);
    draw_control_label(control.label);
    double value = control.get(settings);
    bool has_changed = false;
    if (control.kind == ControlKind::toggle)
    {
        bool is_on = value != 0.0;
        has_changed = ImGui::Checkbox("##value", &is_on);
        value = is_on ? 1.0 : 0.0;
    }
    else if (control.kind == ControlKind::choice)
        has_changed = draw_choice_list(settings, control, value, widget_log);
    else
    {
        const float slider_width = ImGui::GetContentRegionMax().x * (1.0F - label_width_share - value_width_share);
        const int scale_flag = control.appearance.is_logarithmic ? ImGuiSliderFlags_Logarithmic : 0;
        has_changed = draw_thin_slider(settings, control, slider_width, value, control.min_value, control.max_value,
                                       ImGuiSliderFlags_NoRoundToFormat | scale_flag, widget_log);
    }
    if (has_changed) control.set(settings, rounded_control_value(control, value));
    log_last_item(widget_log, std::string{control.path}, lab::parsable_value_text(settings, control));
    if (is_item_hovered())
        add_tooltip(disabled_reason != nullptr ? std::string{disabled_reason} : control_tooltip(control));
    if (control.value_names == nullptr) draw_control_value(settings, control);
    ImGui::EndDisabled();
    ImGui::PopID();
    return has_changed;
}

bool draw_value_field(lab::Settings& settings, const Control& control, float width, WidgetLog& widget_log)
{
    if (typed_value.path != control.path) return false;
    ImGui::SetNextItemWidth(width);
    if (typed_value.is_new) ImGui::SetKeyboardFocusHere();
    const bool is_refused = !typed_value.refusal.empty();
    if (is_refused) ImGui::PushStyleColor(ImGuiCol_Text, to_imvec4(draw::theme(settings.view.uses_light_theme).alarm));
    const bool is_entered = ImGui::InputText("##typed", typed_value.text.data(), typed_value.text.size(),
                                             ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
    if (is_refused) ImGui::PopStyleColor();
    if (ImGui::IsItemEdited()) typed_value.refusal.clear();
    log_last_item(widget_log, fmt::format("typed.{}", control.path), typed_value.refusal);
    if (!typed_value.refusal.empty()) show_tooltip_now(typed_value.refusal);
    if (is_entered)
    {
        std::string text = typed_value.text.data();
        if (std::ranges::count_if(text, [](char c) { return c == ',' || c == '.'; }) == 1)
            std::ranges::replace(text, ',', '.'); // a decimal comma
        const base::OptionalError error = lab::assign(settings, control, text);
        typed_value.refusal = error.value_or("");
        typed_value.is_new = error.has_value(); // keeps the focus
        if (!error) typed_value = {};
        return true;
    }
    if (ImGui::IsItemActive())
        typed_value.is_new = false;
    else if (!typed_value.is_new)
        typed_value = {};
    return true;
}

void open_value_field(const Control& control, std::string_view value_text)
{
    const ImGuiIO& io = ImGui::GetIO();
    const bool is_double_tap =
        (io.ConfigFlags & ImGuiConfigFlags_IsTouchScreen) != 0 && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
    if (!ImGui::IsItemClicked() || !(io.KeyCtrl || is_double_tap)) return;
    typed_value = {.path = control.path, .is_new = true};
    value_text.copy(typed_value.text.data(), typed_value.text.size() - 1);
}

bool draw_thin_slider(lab::Settings& settings, const Control& control, float width, double& value, double min_value,
                      double max_value, ImGuiSliderFlags flags, WidgetLog& widget_log)
{
    if (draw_value_field(settings, control, width, widget_log)) return false;
    // Hides the text and the background of Dear ImGui's slider, because a thin track is drawn instead.
    constexpr std::array hidden_colours{ImGuiCol_Text, ImGuiCol_FrameBg, ImGuiCol_FrameBgHovered,
                                        ImGuiCol_FrameBgActive};
    ImGui::SetNextItemWidth(width);
    const float item_width = ImGui::CalcItemWidth();
    const ImVec2 cursor = ImGui::GetCursorScreenPos();
    const float frame_height = ImGui::GetFrameHeight();
    const float half_track_height = std::floor(frame_height / 7);
    const bool is_hovered = ImGui::IsMouseHoveringRect(cursor, {cursor.x + item_width, cursor.y + frame_height}) &&
                            ImGui::IsWindowHovered();
    const float middle_y = std::floor(cursor.y + frame_height / 2);
    ImGui::GetWindowDrawList()->AddRectFilled(
        {cursor.x, middle_y - half_track_height}, {cursor.x + item_width, middle_y + half_track_height},
        ImGui::GetColorU32(is_hovered ? ImGuiCol_FrameBgHovered : ImGuiCol_FrameBg));
    for (const ImGuiCol_ colour_id : hidden_colours) ImGui::PushStyleColor(colour_id, ImVec4{});
    const bool has_changed = ImGui::SliderScalar("##value", ImGuiDataType_Double, &value, &min_value, &max_value,
                                                 max_value >= 1e6 ? "%.0f" : "%.6g", // without an exponent
                                                 flags | ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_NoInput) &&
                             !ImGui::GetIO().KeyCtrl;
    ImGui::PopStyleColor(static_cast<int>(hidden_colours.size()));
    open_value_field(control, lab::parsable_value_text(settings, control));
    return has_changed;
}

bool draw_button(const char* label, const char* tooltip, WidgetLog& widget_log, float width,
                 const char* disabled_reason)
{
    ImGui::BeginDisabled(disabled_reason != nullptr);
    const bool pressed = ImGui::Button(label, {width, 0});
    describe_last_item(widget_log, std::string{"button."} + label, "",
                       disabled_reason != nullptr ? disabled_reason : tooltip);
    ImGui::EndDisabled();
    return pressed;
}

bool draw_button(const char* label, const char* tooltip, WidgetLog& widget_log, float width, draw::Colour background,
                 const char* disabled_reason)
{
    ImGui::PushStyleColor(ImGuiCol_Button, to_imvec4(background));
    const bool pressed = draw_button(label, tooltip, widget_log, width, disabled_reason);
    ImGui::PopStyleColor();
    return pressed;
}

void draw_right_aligned_text(const std::string& text, ImVec4 text_colour)
{
    ImGui::PushFont(mono_font());
    const float free_width = ImGui::GetContentRegionAvail().x - scaled_width_in_points(text);
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(free_width, 0.0F));
    ImGui::TextColored(text_colour, "%s", text.c_str());
    ImGui::PopFont();
}

void draw_labelled_value(const char* label, const std::string& value, const char* tooltip, ImVec4 value_colour)
{
    ImGui::TextDisabled("%s", label);
    add_tooltip(tooltip);
    ImGui::SameLine();
    draw_right_aligned_text(value, value_colour);
    add_tooltip(tooltip);
}

bool is_item_hovered() { return ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled); }

void add_tooltip(std::string_view text)
{
    // A tooltip appears only if the mouse has moved since the last click, or while a press lasts over 0.5 s.
    const ImGuiIO& io = ImGui::GetIO();
    const ImVec2 mouse_distance{io.MousePos.x - io.MouseClickedPos[0].x, io.MousePos.y - io.MouseClickedPos[0].y};
    const bool is_held = io.MouseDown[0] && io.MouseDownDuration[0] > 0.5F;
    if (!is_item_hovered() || (!is_held && std::hypot(mouse_distance.x, mouse_distance.y) < 4.0F)) return;
    place_tooltip_beside_item(text);
    show_tooltip_now(text);
}

void show_tooltip_now(std::string_view text)
{
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(ImGui::GetFontSize() * max_tooltip_width);
    ImGui::TextUnformatted(text.data(), text.data() + text.size());
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

std::string text_wrapped_at_spaces(std::string_view text, float width)
{
    std::string wrapped{text};
    std::size_t line_begin = 0;
    std::size_t last_space = wrapped.npos;
    std::size_t separator = wrapped.find_first_of(" \n");
    while (line_begin < wrapped.size())
    {
        const std::size_t word_end = std::min(separator, wrapped.size());
        if (last_space != wrapped.npos &&
            ImGui::CalcTextSize(wrapped.data() + line_begin, wrapped.data() + word_end).x > width)
        {
            wrapped[last_space] = '\n';
            line_begin = last_space + 1;
        }
        if (separator == wrapped.npos) break;
        const bool is_line_break = wrapped[separator] == '\n';
        if (is_line_break) line_begin = separator + 1;
        last_space = is_line_break ? wrapped.npos : separator;
        separator = wrapped.find_first_of(" \n", separator + 1);
    }
    return wrapped;
}

std::string ellipsized(std::string_view text, float width)
{
    if (scaled_width_in_points(text) <= width) return std::string{text};
    const float available_width = width - scaled_width_in_points("\u2026");
    while (!text.empty() && scaled_width_in_points(text) > available_width)
    {
        while (text.size() > 1 && (static_cast<unsigned char>(text.back()) & 0xC0U) == 0x80U) text.remove_suffix(1);
        text.remove_suffix(1); // with the loop above, removes one UTF-8 character
    }
    return std::string{text} + "\u2026";
}

bool is_key_pressed(ImGuiKey key)
{
#if IMGUI_VERSION_NUM < 18700
    return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key));
#else
    return ImGui::IsKeyPressed(key);
#endif
}

void draw_paragraph(std::string_view text)
{
    const std::string lines = text_wrapped_at_spaces(text, ImGui::GetContentRegionAvail().x);
    ImGui::PushTextWrapPos(0); // breaks a word that is wider than the panel
    ImGui::TextUnformatted(lines.data(), lines.data() + lines.size());
    ImGui::PopTextWrapPos();
}

void draw_paragraph(std::string_view text, draw::Colour text_colour, ImFont* font)
{
    ImGui::PushFont(font != nullptr ? font : ImGui::GetFont());
    ImGui::PushStyleColor(ImGuiCol_Text, to_imvec4(text_colour));
    draw_paragraph(text);
    ImGui::PopStyleColor();
    ImGui::PopFont();
}

void draw_grey_text(std::string_view text) { ImGui::TextDisabled("%.*s", static_cast<int>(text.size()), text.data()); }

void draw_text_in_font(ImFont* font, std::string_view text)
{
    ImGui::PushFont(font);
    ImGui::TextUnformatted(text.data(), text.data() + text.size());
    ImGui::PopFont();
}

draw::Rect remaining_panel_area()
{
    const ImVec2 cursor = ImGui::GetCursorScreenPos();
    const ImVec2 size = ImGui::GetContentRegionAvail();
    return {cursor.x, cursor.y, size.x, size.y};
}

float scaled_width_in_points(std::string_view text)
{
    return ImGui::CalcTextSize(text.data(), text.data() + text.size()).x;
}

float scaled_width_in_points(std::string_view text, ImFont* font)
{
    ImGui::PushFont(font);
    const float width = scaled_width_in_points(text);
    ImGui::PopFont();
    return width;
}

void draw_text(ImDrawList& draw_list, ImVec2 top_left, draw::Colour colour, std::string_view text)
{
    draw_list.AddText(top_left, to_imu32(colour), text.data(), text.data() + text.size());
}

draw::Rect TextFlow::write(std::string_view text, draw::Colour colour)
{
    draw_text(*ImGui::GetWindowDrawList(), cursor_, colour, text);
    const draw::Rect area{cursor_.x, cursor_.y, scaled_width_in_points(text), ImGui::GetTextLineHeight()};
    cursor_.x += area.w;
    return area;
}

void draw_heading(const char* text)
{
    ImGui::Spacing();
    draw_text_in_font(bold_font(), text);
    ImGui::Separator();
}

} // namespace demo
