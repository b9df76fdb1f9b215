#include "programs/demo/panels/widgets.hpp"

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

constexpr float label_width   = 0.34F; // width of a control's label as a share of the row's width
constexpr float value_width   = 0.24F; // width of a control's value as a share of the row's width
constexpr float tooltip_width = 24;    // largest width of a tooltip's text, in heights of a line

// The colours of Dear ImGui's slider that a thin track replaces.
constexpr std::array hidden{ImGuiCol_Text, ImGuiCol_FrameBg, ImGuiCol_FrameBgHovered, ImGuiCol_FrameBgActive};

void label(std::string_view text)
{
    const float width = ImGui::GetContentRegionMax().x * label_width;
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(shortened(text, width - ImGui::GetCursorPosX() - 4).c_str());
    ImGui::SameLine(width);
    ImGui::SetNextItemWidth(-1);
}

void right_aligned(const std::string& text, const ImVec4* text_colour)
{
    ImGui::PushFont(mono());
    const float free = ImGui::GetContentRegionAvail().x - width_of(text);
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(free, 0.0F));
    ImGui::TextColored(text_colour != nullptr ? *text_colour : ImGui::GetStyleColorVec4(ImGuiCol_Text), "%s",
                       text.c_str());
    ImGui::PopFont();
}

// Beside the slider, because its handle would hide a text on it.
void value_beside(const lab::Settings& settings, const Control& row)
{
    const double value     = row.get(settings);
    const int digits       = row.kind == ControlKind::rate ? 5 : 4;
    const std::string text = std::abs(value) >= 1e4
                                 ? views::value_text(value, row.unit)
                                 : fmt::format("{:.{}g}{}{}", value, digits, row.unit.empty() ? "" : " ", row.unit);
    ImGui::SameLine();
    right_aligned(text, nullptr);
}

// `value` is the position of the slider's handle.
double rounded(const Control& row, double value)
{
    if (row.kind == ControlKind::whole) return std::round(value);
    if (row.kind == ControlKind::duration) return std::round(value * 10.0) / 10.0;
    return row.kind == ControlKind::rate && ImGui::IsMouseDown(0) ? std::round(value * 2.0) / 2.0 : value;
}

// Returns true if the user chose the entry number `value`.
bool draw_list(const lab::Settings& settings, const Control& row, double& value, WidgetLog& log)
{
    const lab::Choices names = row.choices();
    const auto chosen        = static_cast<std::size_t>(value);
    bool changed             = false;
    if (!ImGui::BeginCombo("##value", std::string{names[chosen]}.c_str())) return false;
    for (std::size_t i = 0; i < names.size(); ++i)
    {
        const char* idle =
            row.panel.value_no_effect_reason != nullptr ? row.panel.value_no_effect_reason(settings, i) : nullptr;
        ImGui::BeginDisabled(idle != nullptr);
        if (ImGui::Selectable(std::string{names[i]}.c_str(), i == chosen))
        {
            value   = static_cast<double>(i);
            changed = true;
        }
        log_choice(log, names[i], i == chosen);
        if (idle != nullptr) tooltip(idle);
        ImGui::EndDisabled();
    }
    ImGui::EndCombo();
    return changed;
}

bool draw_checkbox(double& value)
{
    bool on            = value != 0.0;
    const bool changed = ImGui::Checkbox("##value", &on);
    value              = on ? 1.0 : 0.0;
    return changed;
}

std::string tip_of(const Control& row)
{
    if (row.names != nullptr) return std::string{row.tip};
    const auto number = [](double value)
    { return std::abs(value) >= 1e4 ? views::value_text(value, "") : fmt::format("{:g}", value); };
    return fmt::format("{}\n{} to {}{}{}", row.tip, number(row.low), number(row.high), row.unit.empty() ? "" : " ",
                       row.unit);
}

bool is_hovered() { return ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled); }

ImVec2 tooltip_size(std::string_view text)
{
    const ImVec2 padding = ImGui::GetStyle().WindowPadding;
    const ImVec2 size =
        ImGui::CalcTextSize(text.data(), text.data() + text.size(), false, ImGui::GetFontSize() * tooltip_width);
    return {size.x + 2 * padding.x, size.y + 2 * padding.y};
}

// Beside the panel or the list of the last item, or above the item, or below it, whichever has room first: a tooltip
// must not cover the neighbours of its item.
void keep_clear_of_neighbours(std::string_view text)
{
    const ImVec2 low     = ImGui::GetItemRectMin();
    const ImVec2 high    = ImGui::GetItemRectMax();
    const ImVec2 size    = tooltip_size(text);
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const float gap      = ImGui::GetStyle().ItemSpacing.x;
    const float left     = ImGui::GetWindowPos().x;
    const float right    = left + ImGui::GetWindowSize().x;
    const float mouse = high.x - low.x > 2 * size.x ? ImGui::GetMousePos().x : low.x; // of a slider across the window
    ImVec2 at{std::clamp(mouse, 0.0F, std::max(display.x - size.x, 0.0F)), low.y - gap - size.y};
    if (left > size.x + gap)
        at = {left - gap - size.x, low.y};
    else if (right + gap + size.x < display.x)
        at = {right + gap, low.y};
    else if (at.y < 0)
        at.y = high.y + gap;
    ImGui::SetNextWindowPos({at.x, std::clamp(at.y, 0.0F, std::max(display.y - size.y, 0.0F))});
}

} // namespace

ImVec4 colour(draw::Colour c) { return {c.r, c.g, c.b, c.a}; }
ImU32 packed(draw::Colour c) { return ImGui::ColorConvertFloat4ToU32(colour(c)); }

void log_item(WidgetLog& log, std::string name, std::string value)
{
    const ImGuiWindow& window = *ImGui::GetCurrentWindowRead();
    const ImVec2 least        = ImGui::GetWindowDrawList()->GetClipRectMin();
    const ImVec2 most         = ImGui::GetWindowDrawList()->GetClipRectMax();
    ImVec2 low                = ImGui::GetItemRectMin();
    ImVec2 high               = ImGui::GetItemRectMax();
    const auto cut            = [](float& from, float& to, float first, float last)
    {
        from = std::clamp(from, first, last);
        to   = std::clamp(to, first, last);
    };
    if (window.ScrollbarX) cut(low.x, high.x, least.x, most.x);
    if (window.ScrollbarY) cut(low.y, high.y, least.y, most.y);
    const bool seen = low.x < high.x && low.y < high.y;
    log.push_back(
        {std::move(name), {low.x, low.y, seen ? high.x - low.x : 0, seen ? high.y - low.y : 0}, std::move(value)});
}

void log_and_explain(WidgetLog& log, std::string name, std::string value, std::string_view tip)
{
    log_item(log, std::move(name), std::move(value));
    tooltip(tip);
}

void log_choice(WidgetLog& log, std::string_view choice, bool chosen)
{
    const ImVec2 low  = ImGui::GetItemRectMin();
    const ImVec2 high = ImGui::GetItemRectMax();
    const ImVec2 middle{(low.x + high.x) / 2, (low.y + high.y) / 2};
    if (ImGui::IsRectVisible(middle, {middle.x + 1, middle.y + 1}))
        log_item(log, fmt::format("choice.{}", choice), chosen ? "on" : "off");
}

bool edit(lab::Settings& settings, const Control& row, WidgetLog& log, const char* idle)
{
    if (idle == nullptr && row.panel.no_effect_reason != nullptr) idle = row.panel.no_effect_reason(settings);
    ImGui::PushID(row.path.data());
    ImGui::BeginDisabled(idle != nullptr);
    label(row.label);
    double value = row.get(settings);
    bool changed = false;
    if (row.kind == ControlKind::toggle)
        changed = draw_checkbox(value);
    else if (row.kind == ControlKind::choice)
        changed = draw_list(settings, row, value, log);
    else
    {
        const ThinTrack track{ImGui::GetContentRegionMax().x * (1.0F - label_width - value_width)};
        const int flags = track.flags | (row.panel.logarithmic ? ImGuiSliderFlags_Logarithmic : 0);
        changed = ImGui::SliderScalar("##value", ImGuiDataType_Double, &value, &row.low, &row.high, "%.6g", flags);
    }
    if (changed) row.set(settings, rounded(row, value));
    log_item(log, std::string{row.path}, lab::value_text(settings, row));
    if (is_hovered()) tooltip(idle != nullptr ? std::string{idle} : tip_of(row));
    if (row.names == nullptr) value_beside(settings, row);
    ImGui::EndDisabled();
    ImGui::PopID();
    return changed;
}

ThinTrack::ThinTrack(float points)
{
    ImGui::SetNextItemWidth(points);
    const float width  = ImGui::CalcItemWidth();
    const ImVec2 at    = ImGui::GetCursorScreenPos();
    const float height = ImGui::GetFrameHeight();
    const float half   = std::floor(height / 7);
    const bool over    = ImGui::IsMouseHoveringRect(at, {at.x + width, at.y + height}) && ImGui::IsWindowHovered();
    const float middle = std::floor(at.y + height / 2);
    ImGui::GetWindowDrawList()->AddRectFilled({at.x, middle - half}, {at.x + width, middle + half},
                                              ImGui::GetColorU32(over ? ImGuiCol_FrameBgHovered : ImGuiCol_FrameBg));
    for (const ImGuiCol_ which : hidden) ImGui::PushStyleColor(which, ImVec4{});
}

ThinTrack::~ThinTrack() { ImGui::PopStyleColor(static_cast<int>(hidden.size())); }

bool button(const char* label, const char* tip, WidgetLog& log, float width)
{
    const bool pressed = ImGui::Button(label, {width, 0});
    log_and_explain(log, std::string{"button."} + label, "", tip);
    return pressed;
}

bool button(const char* label, const char* tip, WidgetLog& log, float width, draw::Colour back)
{
    ImGui::PushStyleColor(ImGuiCol_Button, colour(back));
    const bool pressed = button(label, tip, log, width);
    ImGui::PopStyleColor();
    return pressed;
}

void row(const char* label, const std::string& value, const char* tip, const ImVec4* text_colour)
{
    ImGui::TextDisabled("%s", label);
    tooltip(tip);
    ImGui::SameLine();
    right_aligned(value, text_colour);
    tooltip(tip);
}

void tooltip(std::string_view text)
{
    // After a click the tooltip would cover what the click shows, until the mouse moves.
    const ImGuiIO& io = ImGui::GetIO();
    const ImVec2 moved{io.MousePos.x - io.MouseClickedPos[0].x, io.MousePos.y - io.MouseClickedPos[0].y};
    if (!is_hovered() || std::hypot(moved.x, moved.y) < 4.0F) return;
    keep_clear_of_neighbours(text);
    show_tooltip(text);
}

void show_tooltip(std::string_view text)
{
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(ImGui::GetFontSize() * tooltip_width);
    ImGui::TextUnformatted(text.data(), text.data() + text.size());
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

std::string in_lines(std::string_view text, float width)
{
    std::string all{text};
    std::size_t line  = 0;
    std::size_t space = all.npos;
    for (std::size_t at = all.find_first_of(" \n"); line < all.size(); at = all.find_first_of(" \n", at + 1))
    {
        const std::size_t end = std::min(at, all.size());
        if (space != all.npos && ImGui::CalcTextSize(all.data() + line, all.data() + end).x > width)
        {
            all[space] = '\n';
            line       = space + 1;
        }
        if (at == all.npos) break;
        space = at;
        if (all[at] != '\n') continue;
        line  = at + 1;
        space = all.npos;
    }
    return all;
}

std::string shortened(std::string_view text, float width)
{
    if (width_of(text) <= width) return std::string{text};
    const float room = width - width_of("\u2026");
    while (!text.empty() && width_of(text) > room)
    {
        while (text.size() > 1 && (static_cast<unsigned char>(text.back()) & 0xC0U) == 0x80U) text.remove_suffix(1);
        text.remove_suffix(1); // removes the last UTF-8 character of the text
    }
    return std::string{text} + "\u2026";
}

bool pressed(ImGuiKey key)
{
#if IMGUI_VERSION_NUM < 18700
    return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key));
#else
    return ImGui::IsKeyPressed(key);
#endif
}

std::string typed_characters()
{
    std::string typed;
    for (const ImWchar c : ImGui::GetIO().InputQueueCharacters)
        if (c < 128) typed += static_cast<char>(c);
    return typed;
}

void paragraph(std::string_view text)
{
    const std::string lines = in_lines(text, ImGui::GetContentRegionAvail().x);
    ImGui::PushTextWrapPos(0); // breaks a word that is wider than the panel
    ImGui::TextUnformatted(lines.data(), lines.data() + lines.size());
    ImGui::PopTextWrapPos();
}

void paragraph(std::string_view text, draw::Colour text_colour, ImFont* font)
{
    ImGui::PushFont(font != nullptr ? font : ImGui::GetFont());
    ImGui::PushStyleColor(ImGuiCol_Text, colour(text_colour));
    paragraph(text);
    ImGui::PopStyleColor();
    ImGui::PopFont();
}

void write_quietly(std::string_view text) { ImGui::TextDisabled("%.*s", static_cast<int>(text.size()), text.data()); }

void write(ImFont* font, std::string_view text)
{
    ImGui::PushFont(font);
    ImGui::TextUnformatted(text.data(), text.data() + text.size());
    ImGui::PopFont();
}

draw::Rect free_area()
{
    const ImVec2 at   = ImGui::GetCursorScreenPos();
    const ImVec2 size = ImGui::GetContentRegionAvail();
    return {at.x, at.y, size.x, size.y};
}

float width_of(std::string_view text) { return ImGui::CalcTextSize(text.data(), text.data() + text.size()).x; }

void draw_text(ImDrawList& draw_list, ImVec2 at, draw::Colour colour, std::string_view text)
{
    draw_list.AddText(at, packed(colour), text.data(), text.data() + text.size());
}

void heading(const char* text)
{
    ImGui::Spacing();
    write(bold(), text);
    ImGui::Separator();
}

} // namespace demo
