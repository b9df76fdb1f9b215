// The controls of the tabbed pages below the animation: the shown time span (mouse, keys, buttons), and the page's
// menu. Also limits how often a long diagram is redrawn.
#include "draw/shapes/svg.hpp"
#include "programs/demo/panels/panels.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace demo
{

namespace
{

using draw::TimeSpan;
using timestep::Nanos;

constexpr double zoom_step_factor =
    0.8; // a notch of the mouse wheel multiplies or divides the length of the time span by this factor

// The wall time at the start of the newest frame; during a pause, of the last frame before the pause.
Nanos newest_frame_start(const telemetry::Frames& frames)
{
    if (frames.empty()) return Nanos::zero();
    const bool ends_in_pause = telemetry::is_paused(frames.back()) && frames.size() > 1;
    return frames[frames.size() - (ends_in_pause ? 2 : 1)].start_wall_time;
}

TimeSpan recorded_span(const telemetry::Frames& frames)
{
    return {frames.empty() ? Nanos::zero() : frames.front().start_wall_time - frames.front().measured_frame_time,
            newest_frame_start(frames)};
}

// Shows `span` on the timeline and in the plots, shifted until its middle lies between the first and newest frame.
void set_shown_span(const PanelContext& context, TimeSpan span)
{
    lab::TimeView& time_view = context.settings.view.time_view;
    const telemetry::Frames samples = context.lab.lane().samples();
    const TimeSpan recorded_limits = recorded_span(samples);
    const Nanos margin = span.length() / 2;
    const TimeSpan clamped_span =
        draw::shifted_into(span, {recorded_limits.from - margin, recorded_limits.to + margin});
    time_view.length = clamped_span.length();
    time_view.end = clamped_span.to;
}

void zoom_time_span(const PanelContext& context, TimeSpan span, double length_factor, Nanos fixed_time)
{
    lab::TimeView& time_view = context.settings.view.time_view;
    if (time_view.end)
        set_shown_span(context, draw::zoomed_span(span, length_factor, fixed_time));
    else
        time_view.length = draw::zoomed_span(span, length_factor, span.to).length(); // keeps following the newest frame
}

void pan_time_span(const PanelContext& context, TimeSpan span, Nanos distance)
{
    set_shown_span(context, {span.from + distance, span.to + distance});
}

// Resumes, and follows the newest frame.
void go_live(const PanelContext& context)
{
    context.settings.view.time_view.end.reset();
    context.lab.resume();
}

void handle_time_keys(const PanelContext& context, const draw::TimeAxis& axis)
{
    const ImGuiIO& io = ImGui::GetIO();
    // With Dear ImGui's keyboard navigation, keys move the focus, and must not also scroll or zoom the time axis.
    const bool keyboard_controls_panels = (io.ConfigFlags & ImGuiConfigFlags_NavEnableKeyboard) != 0;
    if (!ImGui::IsItemHovered() || io.WantTextInput || keyboard_controls_panels) return;
    const TimeSpan span = axis.span();
    const Nanos middle_time = span.from + span.length() / 2;
    if (is_key_pressed(ImGuiKey_UpArrow)) zoom_time_span(context, span, zoom_step_factor, middle_time);
    if (is_key_pressed(ImGuiKey_DownArrow)) zoom_time_span(context, span, 1.0 / zoom_step_factor, middle_time);
    if (is_key_pressed(ImGuiKey_PageUp)) pan_time_span(context, span, -span.length() / 2);
    if (is_key_pressed(ImGuiKey_PageDown)) pan_time_span(context, span, span.length() / 2);
    const TimeSpan recorded_limits = recorded_span(context.lab.lane().samples());
    if (is_key_pressed(ImGuiKey_Home))
        set_shown_span(context, {recorded_limits.from, recorded_limits.from + span.length()});
    if (is_key_pressed(ImGuiKey_End)) context.settings.view.time_view.end.reset();
    for (const ImWchar character : io.InputQueueCharacters)
    {
        if (character == '+' || character == '=') zoom_time_span(context, span, zoom_step_factor, middle_time);
        if (character == '-') zoom_time_span(context, span, 1.0 / zoom_step_factor, middle_time);
    }
}

void zoom_keeping_span_end(const PanelContext& context, double length_factor)
{
    const TimeSpan span = advance_shown_span(context);
    zoom_time_span(context, span, length_factor, span.to);
}

struct TimelineButton
{
    const char* label;
    const char* log_name;
    const char* tooltip;
    void (*on_press)(const PanelContext& context);
};

// A narrow window leaves out the first buttons.
constexpr std::array timeline_buttons{
    TimelineButton{"-", "time.out", "Zooms out: shows more time. Also: mouse wheel, - or down arrow.",
                   [](const PanelContext& context)
                   { zoom_keeping_span_end(context, 1.0 / (zoom_step_factor * zoom_step_factor)); }},
    TimelineButton{"+", "time.in", "Zooms in: shows less time. Also: mouse wheel, + or up arrow.",
                   [](const PanelContext& context)
                   { zoom_keeping_span_end(context, zoom_step_factor * zoom_step_factor); }},
    TimelineButton{"\u2190", "time.back", "Goes back by one frame and freezes the view there. Key: left arrow.",
                   [](const PanelContext& context) { context.lab.move_frozen_frame(-1); }},
    TimelineButton{"\u2192", "time.forward", "Goes forward by one frame. Key: right arrow.",
                   [](const PanelContext& context) { context.lab.move_frozen_frame(1); }},
    TimelineButton{"Live", "time.live",
                   "Continues and follows the newest frame. Keys: Space or Escape; or double-click.", go_live},
};

// `is_detached_from_newest_frame` is true if the user has frozen the display or has moved the time span.
void draw_timeline_button(const PanelContext& context, const TimelineButton& button, float width,
                          bool is_detached_from_newest_frame)
{
    const bool is_live_button = &button == &timeline_buttons.back();
    const bool is_highlighted = is_live_button && !is_detached_from_newest_frame && !context.settings.is_paused;
    ImGui::PushStyleColor(ImGuiCol_Button, to_imvec4(context.theme.control_with_emphasis(is_highlighted ? 0.45F : 0)));
    if (ImGui::Button(button.label, {width, 0})) button.on_press(context);
    ImGui::PopStyleColor();
    const char* const live_button_state = is_detached_from_newest_frame ? "away" : "following";
    describe_last_item(context.widget_log, button.log_name, is_live_button ? live_button_state : "", button.tooltip);
}

using SaveAction = PendingSave::Action;

void draw_save_entry(const PanelContext& context, const char* label, const char* log_name, const char* tooltip,
                     SaveAction action)
{
    if (ImGui::Selectable(label)) context.panel_state.pending_save = {action, action == SaveAction::save_png ? 2 : 0};
    describe_last_item(context.widget_log, log_name, "", tooltip);
}

} // namespace

bool ThrottledPicture::begin_redraw(const draw::Rect& area, const telemetry::Frames& frames, draw::TimeSpan span)
{
    constexpr std::size_t max_unthrottled_frames = 4000;
    constexpr double redraw_interval_s = 0.1;
    const draw::Rect& previous_area = picture.area();
    const bool has_area_changed = previous_area.x != area.x || previous_area.y != area.y || previous_area.w != area.w ||
                                  previous_area.h != area.h;
    const bool has_few_frames =
        frames.first_index_from(span.to) - frames.first_index_from(span.from) < max_unthrottled_frames;
    const double now_s = ImGui::GetTime();
    if (!has_few_frames && !has_area_changed && now_s - last_redraw_s < redraw_interval_s && now_s >= last_redraw_s)
        return false;
    last_redraw_s = now_s;
    return true;
}

std::optional<std::size_t> frozen_frame_index(const PanelContext& context, const telemetry::Frames& frames)
{
    return context.lab.frozen_at() ? frames.newest_index_at(*context.lab.frozen_at()) : std::nullopt;
}

TimeSpan advance_shown_span(const PanelContext& context)
{
    lab::TimeView& time_view = context.settings.view.time_view;
    const Nanos span_end = time_view.end.value_or(newest_frame_start(context.lab.lane().samples()));
    TimeSpan span{span_end - time_view.length, span_end};
    const bool is_newly_frozen =
        context.lab.frozen_at() && time_view.frozen_time_at_last_drawing != context.lab.frozen_at();
    time_view.frozen_time_at_last_drawing = context.lab.frozen_at();
    if (!is_newly_frozen) return span;
    const Nanos frozen_time = *context.lab.frozen_at();
    const Nanos margin = span.length() / 16;
    if (frozen_time < span.from + margin) span = {frozen_time - margin, frozen_time - margin + span.length()};
    if (frozen_time > span.to) span = {frozen_time + margin - span.length(), frozen_time + margin};
    time_view.end = span.to;
    return span;
}

std::optional<Nanos> navigate_time(const PanelContext& context, const draw::TimeAxis& axis)
{
    const ImGuiIO& io = ImGui::GetIO();

    // The mouse wheel zooms about the pointer; a horizontal wheel pans.
    if (ImGui::IsItemHovered() && io.MouseWheel != 0.0F)
        zoom_time_span(context, axis.span(), std::pow(zoom_step_factor, static_cast<double>(io.MouseWheel)),
                       axis.time_at(io.MousePos.x));
    if (ImGui::IsItemHovered() && io.MouseWheelH != 0.0F)
        pan_time_span(context, axis.span(),
                      axis.duration_of_pixels(40.0F) * static_cast<std::int64_t>(std::lround(io.MouseWheelH)));

    // A drag pans.
    if (ImGui::IsItemActive() && ImGui::IsMouseDragging(0, 3.0F) && io.MouseDelta.x != 0.0F)
    {
        const auto dragged_fraction = static_cast<double>(io.MouseDelta.x) / static_cast<double>(axis.width());
        pan_time_span(context, axis.span(),
                      -Nanos{std::llround(dragged_fraction * static_cast<double>(axis.span().length().count()))});
    }

    handle_time_keys(context, axis);
    if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(0))
    {
        go_live(context);
        return std::nullopt;
    }
    const bool was_clicked =
        ImGui::IsItemDeactivated() && io.MouseDragMaxDistanceSqr[0] < 9.0F && io.MouseClickedLastCount[0] < 2;
    // Uses the position at which the button was pressed: the mouse may have moved on since then.
    return was_clicked ? std::optional{axis.time_at(io.MouseClickedPos[0].x)} : std::nullopt;
}

void draw_time_buttons(const PanelContext& context)
{
    const float small_button_width = 24 * context.scale;
    const float live_button_width = 48 * context.scale;
    const float gap = 4 * context.scale;
    ImGui::SameLine(0, 2 * gap);
    const float free_width =
        ImGui::GetContentRegionMax().x - ImGui::GetCursorPosX() - live_button_width - small_button_width - gap;
    const auto fitting_button_count =
        static_cast<std::size_t>(std::clamp(std::floor(free_width / (small_button_width + gap)), 0.0F, 4.0F)) / 2 * 2;
    if (free_width < 0) return;
    ImGui::SetCursorPosX(
        ImGui::GetCursorPosX() +
        std::max(free_width - static_cast<float>(fitting_button_count) * (small_button_width + gap), 0.0F));
    const bool is_detached_from_newest_frame = context.lab.frozen_at() || context.settings.view.time_view.end;
    for (const TimelineButton& button : std::span{timeline_buttons}.last(fitting_button_count + 1))
    {
        const bool is_live_button = &button == &timeline_buttons.back();
        draw_timeline_button(context, button, is_live_button ? live_button_width : small_button_width,
                             is_detached_from_newest_frame);
        if (!is_live_button) ImGui::SameLine(0, gap);
    }
}

void draw_page_menu_button(const PanelContext& context, void (*draw_first_entries)(const PanelContext& context))
{
    ImGui::SameLine(0, 4 * context.scale);
    if (ImGui::Button("\u2026", {24 * context.scale, 0})) ImGui::OpenPopup("picture");
    describe_last_item(context.widget_log, "dock.menu", ImGui::IsPopupOpen("picture") ? "open" : "",
                       "Opens a menu: choose what this page shows, copy it or save it.");
    if (!ImGui::BeginPopup("picture")) return;
    if (draw_first_entries != nullptr)
    {
        draw_first_entries(context);
        ImGui::Separator();
    }
    draw_save_entry(context, "Copy CSV", "dock.copy-csv",
                    "Copies the numbers of the visible frames to the clipboard, one row per frame.",
                    SaveAction::copy_csv);
    draw_save_entry(context, "Save SVG", "dock.save-svg", "Saves the diagram as vector graphics.",
                    SaveAction::save_svg);
    draw_save_entry(context, "Save PNG", "dock.save-png", "Saves the diagram as a PNG image.", SaveAction::save_png);
    ImGui::EndPopup();
}

void run_pending_save(const PanelContext& context, const SaveablePage& page)
{
    PendingSave& pending_save = context.panel_state.pending_save;
    if (pending_save.action == SaveAction::none || pending_save.frames_to_wait-- > 0) return;
    switch (pending_save.action)
    {
    case SaveAction::copy_csv:
        if (page.csv) ImGui::SetClipboardText(page.csv().c_str());
        break;
    case SaveAction::save_png:
        context.lab.requests.emplace_back(
            lab::request::SaveWindowPart{page.file_stem, page.area.x, page.area.y, page.area.w, page.area.h});
        break;
    case SaveAction::save_svg:
    {
        draw::Picture picture;
        page.draw(picture);
        context.lab.requests.emplace_back(lab::request::SaveSvg{page.file_stem, draw::to_svg(picture)});
        break;
    }
    case SaveAction::none: break;
    }
    pending_save = {};
}

bool is_page_png_pending(const PanelContext& context)
{
    return context.panel_state.pending_save.action == SaveAction::save_png;
}

} // namespace demo
