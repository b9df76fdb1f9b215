// Draws the controls of the first screen: buttons for five loops, and the slider for the frame delay.
#include "base/number.hpp"
#include "catalogue/description.hpp"
#include "catalogue/presets.hpp"
#include "lab/settings/controls.hpp"
#include "programs/demo/panels/panels.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <optional>
#include <span>
#include <vector>

namespace demo
{

namespace
{

using lab::DelayVerdicts;
using timestep::Nanos;

const std::span first_screen_loops = catalogue::presets().first<5>();

std::string numbered_name(const timestep::Preset& preset)
{
    return fmt::format("{}   {}", static_cast<int>(catalogue::id_of(preset)) + 1, preset.name);
}

void draw_loop_button(const PanelContext& context, const timestep::Preset& preset, float width)
{
    const bool is_chosen           = context.settings.lane.loop.preset == catalogue::id_of(preset);
    const draw::Colour loop_colour = draw::loop_colour(catalogue::id_of(preset));
    ImGui::PushStyleColor(ImGuiCol_Button,
                          to_imvec4(is_chosen ? draw::mix(context.theme.control_background, loop_colour, 0.35F)
                                              : context.theme.control_background));
    if (ImGui::Button(fmt::format("###{}", preset.name).c_str(), {width, 30 * context.scale}))
        lab::choose_loop_or_toggle_if_several(context.settings, catalogue::id_of(preset));
    ImGui::PopStyleColor();
    log_last_item(context.widget_log, fmt::format("loop.{}", preset.name), is_chosen ? "on" : "off");
    if (is_last_item_hovered_even_if_disabled()) // the first call of description_of() for a loop parses its description
    {
        const catalogue::Description& description = catalogue::description_of(preset.name);
        show_tooltip_if_hovered(fmt::format("{}: {}.", description.title, description.price));
    }
    const ImVec2 item_min   = ImGui::GetItemRectMin();
    const ImVec2 item_max   = ImGui::GetItemRectMax();
    const float dot_width   = std::min(16 * context.scale, width * 0.08F);
    const float label_width = width - 2.2F * dot_width - 6 * context.scale;
    bool is_narrow          = false; // true if digit, dot and name do not fit into all five buttons
    for (const timestep::Preset& loop : first_screen_loops)
        is_narrow = is_narrow || scaled_width_in_points(numbered_name(loop)) > label_width;
    const std::string label = is_narrow ? ellipsized(preset.name, label_width) : numbered_name(preset);
    const ImVec2 label_size = ImGui::CalcTextSize(label.c_str());
    const float text_x      = std::max((item_min.x + item_max.x - label_size.x) / 2, item_min.x + 2.2F * dot_width);
    const float text_y      = (item_min.y + item_max.y - label_size.y) / 2;
    ImDrawList& draw_list   = *ImGui::GetWindowDrawList();
    draw_text(draw_list, {text_x, text_y}, context.theme.text, label);
    if (is_narrow)
        draw_text(draw_list, {item_min.x + dot_width * 0.7F, text_y},
                  draw::legible_colour(loop_colour, context.theme.control_background, context.theme.text),
                  fmt::format("{}", static_cast<int>(catalogue::id_of(preset)) + 1));
    else
        draw_disc(draw_list, {item_min.x + dot_width, (item_min.y + item_max.y) / 2},
                  std::min(5 * context.scale, dot_width * 0.7F), to_imu32(loop_colour));
}

void draw_loop_buttons(const PanelContext& context)
{
    const float gap = ImGui::GetStyle().ItemSpacing.x;
    const float width =
        (ImGui::GetContentRegionAvail().x - gap * (first_screen_loops.size() - 1)) / first_screen_loops.size();
    for (const timestep::Preset& loop : first_screen_loops)
    {
        if (&loop != &first_screen_loops.front()) ImGui::SameLine();
        draw_loop_button(context, loop, width);
    }
    for (const timestep::Preset& loop : first_screen_loops)
    {
        if (&loop != &first_screen_loops.front()) ImGui::SameLine();
        draw_demonstration_button(context, catalogue::id_of(loop), width);
    }
}

// The frame times that the chosen frame delay causes; all zero if they are not known yet.
lab::FrameTimeRange frame_times_with_delay(const lab::Lab& lab)
{
    return lab.experiment.time_source() == lab::TimeSource::virtual_pcs
               ? lab::compute_steady_frame_times(lane_config(lab.session.settings))
               : lab::measured_frame_times(lab.lane(0));
}

double fps_of(const lab::FrameTimeRange& frame_times)
{
    return frame_times.mean > Nanos::zero() ? 1.0 / timestep::to_seconds(frame_times.mean) : 0.0;
}

// `labels` must be ordered from wide to narrow. A narrower label has labels[0] as its tooltip.
void draw_longest_fitting_label(const PanelContext& context, const char* log_name,
                                std::initializer_list<std::string> labels, draw::Align align = draw::Align::left)
{
    const float next_x         = ImGui::GetItemRectMax().x - ImGui::GetWindowPos().x + ImGui::GetStyle().ItemSpacing.x;
    const auto right_aligned_x = [](const std::string& text)
    { return ImGui::GetContentRegionMax().x - scaled_width_in_points(text); };
    const auto* fitting_label =
        std::ranges::find_if(labels, [&](const std::string& label) { return next_x <= right_aligned_x(label); });
    if (fitting_label == labels.end() || fitting_label->empty()) return;
    ImGui::SameLine(align == draw::Align::right ? right_aligned_x(*fitting_label) : next_x);
    draw_grey_text(*fitting_label);
    log_last_item(context.widget_log, log_name, *labels.begin());
    if (fitting_label != labels.begin()) show_tooltip_if_hovered(*labels.begin());
}

// Lag other than the frame delay, and the button that clears it.
void draw_other_lag_and_clear_button(const PanelContext& context, float reserved_width_points)
{
    const std::string lag_text = lab::live_slowdown_text_except_delay_and_vsync(context.settings);
    if (lag_text.empty()) return;
    const float button_width = scaled_width_in_points("Clear") + 2 * ImGui::GetStyle().FramePadding.x;
    ImGui::SameLine();
    const float free_width =
        ImGui::GetContentRegionMax().x - ImGui::GetCursorPosX() - button_width - 16 * context.scale;
    const float text_width = std::max(free_width - reserved_width_points, std::min(free_width, 160 * context.scale));
    ImGui::TextColored(
        to_imvec4(draw::legible_colour(context.theme.warning, context.theme.background, context.theme.text)), "%s",
        ellipsized("other lag: " + lag_text, text_width).c_str());
    log_last_item_and_add_tooltip(context.widget_log, "first.other-lag", lag_text,
                                  "Lag that is added on this PC besides the frame delay: " + lag_text);
    ImGui::SameLine();
    if (ImGui::SmallButton("Clear")) lab::reset_live_slowdown_except_delay_and_vsync(context.settings);
    log_last_item_and_add_tooltip(
        context.widget_log, "button.Clear", "",
        "Removes all lag that is added on this PC, except the slider's frame delay. VSYNC stays as it is.");
}

bool ignores_frame_times(const lab::ThisPc& this_pc, const lab::Settings& settings)
{
    return this_pc.ignored_frame_source_reason(settings) != nullptr || this_pc.simulates_steady_frames(settings);
}

// This PC's frame times, such as "this PC: 15.9 to 18.2 ms a frame, longest 48 ms, 3 s ago"; empty while unknown.
std::string frame_time_text(const lab::ThisPc& this_pc, const lab::Settings& settings)
{
    constexpr double min_smooth_fps            = 50.0; // below this frame rate, the line reports a slow PC
    const lab::FrameTimeStatistics& statistics = this_pc.frame_times.statistics();
    if (statistics.percentile_95 <= Nanos::zero() || this_pc.ignored_lag_reason(settings) != nullptr) return "";
    const auto to_ms = [](Nanos time) { return timestep::to_millis(time); };
    if (statistics.fps < min_smooth_fps)
        return ignores_frame_times(this_pc, settings)
                   ? fmt::format("All frames are simulated, but this PC can show only {:.0f} fps.", statistics.fps)
                   : fmt::format("This PC draws only {:.0f} frames a second: {} to {} ms a frame.", statistics.fps,
                                 base::number_text(to_ms(statistics.percentile_5), 3),
                                 base::number_text(to_ms(statistics.percentile_95), 3));
    return fmt::format(
        "this PC: {} to {} ms a frame, longest {} ms, {:.0f} s ago",
        base::number_text(to_ms(statistics.percentile_5), 3), base::number_text(to_ms(statistics.percentile_95), 3),
        base::number_text(to_ms(statistics.longest), 3), timestep::to_seconds(statistics.time_since_longest));
}

// A text such as "40 ms delay + wait for VSYNC: frames of 50 ms, 20 fps", or "frames of 50 to 66.7 ms" with random lag.
std::string frame_delay_effect_text(const lab::ThisPc& this_pc, const lab::Settings& settings,
                                    const lab::FrameTimeRange& frame_times)
{
    const double fps                    = fps_of(frame_times);
    const sim::MachineSettings& machine = settings.machine();
    const double delay_ms               = timestep::to_millis(machine.lag.delay);
    const std::string fps_text          = fps > 0 ? fmt::format(": {} fps", base::number_text(fps, 3)) : "";
    if (this_pc.ignored_lag_reason(settings) != nullptr) return "frame times of the recording" + fps_text;
    if (!machine.lag.is_enabled) return "lag off (key L)" + fps_text;
    if (delay_ms <= 0) return "no extra delay" + fps_text;
    if (fps > 0 && this_pc.simulates_steady_frames(settings))
    {
        const std::string shortest = base::number_text(timestep::to_millis(frame_times.shortest), 3);
        const std::string longest  = base::number_text(timestep::to_millis(frame_times.longest), 3);
        return fmt::format("{} ms delay{}: frames of {}{} ms, {} fps", base::number_text(delay_ms, 3),
                           machine.vsync == sim::VsyncMode::on ? " + wait for VSYNC" : "",
                           shortest == longest ? "" : shortest + " to ", longest, base::number_text(fps, 3));
    }
    return fmt::format("{} ms added to every frame{}{}", base::number_text(delay_ms, 3),
                       this_pc.ignored_frame_source_reason(settings) != nullptr ? "" : " of this PC", fps_text);
}

void draw_delay_heading_row(const PanelContext& context)
{
    ImGui::AlignTextToFramePadding();
    draw_text_in_font(bold_font(), "How slow is the PC?");
    ImGui::SameLine();
    draw_live_frame_source_buttons(context);
    const sim::LagSettings& lag = context.settings.machine().lag;
    const bool is_lag_used      = context.lab.this_pc.ignored_lag_reason(context.settings) == nullptr;
    const auto frame_times      = frame_times_with_delay(context.lab);
    const double fps            = fps_of(frame_times);
    const std::string fps_text  = fps > 0 ? fmt::format(": {} fps", base::number_text(fps, 3)) : "";
    const std::string full_text = frame_delay_effect_text(context.lab.this_pc, context.settings, frame_times);
    const std::string short_text =
        is_lag_used && lag.is_enabled
            ? fmt::format("{} ms added{}", base::number_text(timestep::to_millis(lag.delay), 3), fps_text)
            : full_text;
    // Reserves the width of the longest possible text, so that the button "Clear" does not move.
    if (is_lag_used)
        draw_other_lag_and_clear_button(context,
                                        scaled_width_in_points("100 ms added to every frame of this PC: 9.99 fps"));
    const bool is_narrow = ImGui::GetContentRegionMax().x < 1000 * context.scale;
    draw_longest_fitting_label(context, "first.slowness", {is_narrow ? short_text : full_text, short_text});
    const std::string pc_text = frame_time_text(context.lab.this_pc, context.settings);
    draw_longest_fitting_label(
        context, "first.pc",
        {pc_text, pc_text.substr(0, pc_text.find(", longest")), pc_text.substr(0, pc_text.find(" a "))});
    if (!is_lag_used) return;
    const std::string frames_text = context.lab.delay_verdicts.uses_measured_frame_times()
                                        ? ", with this PC's frames of the last 4 s"
                                        : ", with steady frames";
    const std::string bar_text =
        fmt::format("bar below: \"{}\" at each delay", catalogue::preset_of(context.settings.lane.loop.preset).name);
    draw_longest_fitting_label(context, "first.strip", {bar_text + frames_text, bar_text, "bar: each delay"},
                               draw::Align::right);
}

void compute_next_delay_verdicts(const PanelContext& context)
{
    constexpr int startup_frame_count = 10;
    const lab::ThisPc& this_pc        = context.lab.this_pc;
    if (ImGui::GetFrameCount() <= startup_frame_count || this_pc.ignored_lag_reason(context.settings) != nullptr)
        return;
    const auto frame_times = ignores_frame_times(this_pc, context.settings) ? std::vector<Nanos>{}
                                                                            : this_pc.frame_times.recent_frame_times();
    context.lab.delay_verdicts.compute_next_verdicts(lane_config(context.settings), frame_times,
                                                     this_pc.refresh_period(context.settings));
}

// Converts between a position on the slider, 0 to 1, and an x coordinate in points.
struct SliderTrack
{
    float left_x, width, y;

    float x_at(double position) const { return left_x + static_cast<float>(position) * width; }
    double position_at(float point_x) const { return std::clamp<double>((point_x - left_x) / width, 0.0, 1.0); }
};

void draw_delay_marks(const PanelContext& context, const SliderTrack& track)
{
    ImDrawList& draw_list = *ImGui::GetWindowDrawList();
    for (const Nanos snap_delay : DelayVerdicts::slider_snap_delays())
    {
        const bool is_last     = snap_delay == DelayVerdicts::max_delay;
        const std::string text = fmt::format("{:.0f}{}", timestep::to_millis(snap_delay), is_last ? " ms" : "");
        const float width      = scaled_width_in_points(text);
        const float x          = track.x_at(DelayVerdicts::slider_position_of(snap_delay));
        const float text_x     = is_last ? x + 4 * context.scale - width : x - width / 2;
        draw_text(draw_list, {text_x, track.y}, context.theme.dim_text, text);
    }
}

draw::Colour colour_of_verdict(const PanelContext& context, const std::optional<lab::LaneVerdict>& verdict)
{
    if (!verdict) return context.theme.control_background;
    if (verdict->is_faultless())
        return verdict->kind == lab::LaneVerdict::Kind::ok ? context.theme.accent : context.theme.dim_text;
    return verdict->is_severe() ? context.theme.alarm : context.theme.warning;
}

void draw_verdict_bar(const PanelContext& context, const SliderTrack& track)
{
    ImDrawList& draw_list                      = *ImGui::GetWindowDrawList();
    const auto verdicts                        = context.lab.delay_verdicts.verdicts();
    constexpr std::string_view sensitive_label = "IT DEPENDS";
    const float half_rect_width                = 0.5F * track.width / static_cast<float>(verdicts.size() - 1);
    float next_free_x                          = track.left_x - half_rect_width;
    std::string_view previous_name;
    for (std::size_t i = 0; i < verdicts.size(); ++i)
    {
        const float x = track.x_at(static_cast<double>(i) / static_cast<double>(verdicts.size() - 1));
        // Opaque, because adjacent rectangles of the bar overlap.
        const draw::Colour verdict_colour =
            draw::mix(context.theme.background, colour_of_verdict(context, verdicts[i]), 0.8F);
        draw_list.AddRectFilled({x - half_rect_width, track.y},
                                {x + half_rect_width + 0.5F, track.y + 5 * context.scale}, to_imu32(verdict_colour));
        const bool is_verdict_sensitive = context.lab.delay_verdicts.is_verdict_sensitive_to_frame_times(i);
        for (float line_x = x - half_rect_width; is_verdict_sensitive && line_x < x + half_rect_width;
             line_x += 3 * context.scale) // hatching
            draw_list.AddLine({line_x, track.y + 5 * context.scale}, {line_x + 2 * context.scale, track.y},
                              to_imu32(context.theme.background), context.scale);
        std::string_view name = verdicts[i] ? verdict_name(*verdicts[i]) : std::string_view{};
        if (is_verdict_sensitive) name = sensitive_label;
        if (name == previous_name) continue;
        if (!previous_name.empty()) // a gap, because two verdicts can have the same colour
            draw_list.AddRectFilled({x - half_rect_width - context.scale, track.y},
                                    {x - half_rect_width + context.scale, track.y + 5 * context.scale},
                                    to_imu32(context.theme.background));
        previous_name          = name;
        const float name_x     = std::max(x - half_rect_width, next_free_x);
        const float name_width = scaled_width_in_points(name);
        if (name.empty() || name_x > x + 12 * context.scale || name_x + name_width > track.x_at(1.0) + half_rect_width)
            continue;
        draw_text(draw_list, {name_x, track.y + 7 * context.scale}, context.theme.dim_text, name);
        next_free_x = name_x + name_width + 8 * context.scale;
    }
}

std::optional<Nanos> find_near_snap_delay(double position)
{
    constexpr double snap_distance = 0.012;
    for (const Nanos snap_delay : DelayVerdicts::slider_snap_delays())
        if (std::abs(DelayVerdicts::slider_position_of(snap_delay) - position) < snap_distance) return snap_delay;
    return std::nullopt;
}

void show_tooltip_of_verdict_under_mouse(const PanelContext& context, const SliderTrack& track)
{
    if (!ImGui::IsItemHovered() || ImGui::IsItemActive()) return;
    const auto verdicts   = context.lab.delay_verdicts.verdicts();
    const double position = track.position_at(ImGui::GetMousePos().x);
    const auto index      = static_cast<std::size_t>(std::lround(position * static_cast<double>(verdicts.size() - 1)));
    const auto& verdict   = verdicts[index];
    if (!verdict) return;
    const std::string_view frames_text = context.lab.delay_verdicts.uses_measured_frame_times()
                                             ? "each of this PC's frames of the last 4 s"
                                             : "each steady frame";
    show_tooltip_if_hovered(
        fmt::format("If {} takes {:.0f} ms longer, the loop's result after 4 s is: {}.{}", frames_text,
                    timestep::to_millis(DelayVerdicts::delay_at_slider_position(position)), verdict_text(*verdict),
                    context.lab.delay_verdicts.is_verdict_sensitive_to_frame_times(index)
                        ? " Hatched: slightly different delays or frame times give other results."
                        : ""));
}

void draw_delay_slider(const PanelContext& context)
{
    const auto set_delay = [&](Nanos new_delay)
    {
        context.settings.machine().lag.is_enabled = true;
        lab::control_of(lab::ControlId::frame_delay).set(context.settings, timestep::to_millis(new_delay));
    };
    const Nanos& delay                = context.settings.machine().lag.delay;
    const char* const disabled_reason = context.lab.this_pc.ignored_lag_reason(context.settings);
    const float line_height           = ImGui::GetTextLineHeight();
    const float grab_width            = ImGui::GetStyle().GrabMinSize;
    const ImVec2 cursor               = ImGui::GetCursorScreenPos();
    const float width                 = ImGui::GetContentRegionAvail().x;
    const SliderTrack track{cursor.x + 2 + grab_width / 2, width - 4 - grab_width, cursor.y};
    draw_delay_marks(context, track);
    ImGui::SetCursorScreenPos({cursor.x, cursor.y + line_height});
    double position = DelayVerdicts::slider_position_of(delay);
    ImGui::BeginDisabled(disabled_reason != nullptr);
    if (draw_thin_slider_without_text("##slowness", width, position, 0.0, 1.0, ImGuiSliderFlags_NoRoundToFormat))
        set_delay(find_near_snap_delay(position).value_or(DelayVerdicts::delay_at_slider_position(position)));
    log_last_item(context.widget_log, "first.delay",
                  fmt::format("{} ms", base::number_text(timestep::to_millis(delay))));
    ImGui::EndDisabled();
    if (disabled_reason != nullptr)
        show_tooltip_if_hovered(disabled_reason);
    else
        show_tooltip_of_verdict_under_mouse(context, track);
    if (const float wheel = ImGui::GetIO().MouseWheel; wheel != 0 && ImGui::IsItemHovered())
        set_delay(wheel < 0 ? DelayVerdicts::next_longer_snap_delay_or_max(delay)
                            : DelayVerdicts::next_shorter_snap_delay_or_zero(delay));
    if (disabled_reason == nullptr) draw_verdict_bar(context, {track.left_x, track.width, ImGui::GetItemRectMax().y});
    ImGui::Dummy({width, 8 * context.scale + line_height});
}

void draw_vsync_list(const PanelContext& context, float width)
{
    const std::string vsync_state = vsync_mode_and_outcome_text(context.lab);
    const float text_width        = width - 34 * context.scale;
    const std::string long_text   = "VSYNC " + vsync_state;
    const std::string shown_text =
        scaled_width_in_points(long_text) <= text_width
            ? long_text
            : ellipsized("VSYNC " + short_vsync_mode_and_outcome_text(context.lab), text_width);
    ImGui::SetNextItemWidth(width);
    const bool is_open = ImGui::BeginCombo("##vsync", shown_text.c_str());
    log_last_item(context.widget_log, "first.vsync", vsync_state);
    if (!is_open)
    {
        show_tooltip_if_hovered(long_text + ". Key V: off, on or adaptive.");
        return;
    }
    for (const sim::VsyncMode mode : {sim::VsyncMode::off, sim::VsyncMode::on, sim::VsyncMode::adaptive})
    {
        const std::string name{lab::name_of(mode)};
        const bool is_chosen = context.settings.machine().vsync == mode;
        if (ImGui::Selectable(("VSYNC " + name).c_str(), is_chosen)) context.settings.machine().vsync = mode;
        log_last_list_entry_if_visible(context.widget_log, name, is_chosen);
    }
    ImGui::EndCombo();
}

void draw_button_row(const PanelContext& context)
{
    const float gap             = ImGui::GetStyle().ItemSpacing.x;
    const float available_width = ImGui::GetContentRegionAvail().x - 4 * gap;
    const float width           = std::min(120 * context.scale, available_width / 6);
    draw_vsync_list(context, std::min(340 * context.scale, 2 * available_width / 6));
    const auto draw_action_button = [&](const char* label, const char* tooltip, lab::Action action)
    {
        ImGui::SameLine();
        if (draw_button(label, tooltip, context.widget_log, width)) context.lab.execute(action);
    };
    draw_action_button("Hitch  H", "Makes the next frame 500 ms longer.", lab::Action::add_hitch);
    draw_action_button("Reset  R", "Restarts the ball; keeps loop and settings.", lab::Action::reset_world);
    ImGui::SameLine();
    if (draw_button("Tour", "Starts a tour of this screen; restores your settings afterwards.", context.widget_log,
                    width,
                    context.lab.session.progress.is_tour_over
                        ? context.theme.control_background
                        : draw::mix(context.theme.control_background, context.theme.accent, 0.45F)))
        context.lab.start_tour();
    constexpr const char* mouse_hint = "Mouse: hold to catch the ball, release to throw it";
    ImGui::SameLine();
    if (ImGui::GetContentRegionMax().x - width - 2 * gap - ImGui::GetCursorPosX() > scaled_width_in_points(mouse_hint))
    {
        draw_grey_text(mouse_hint);
        log_last_item(context.widget_log, "first.hint", mouse_hint);
    }
    ImGui::SameLine(ImGui::GetContentRegionMax().x - width); // right-aligns the next button
    if (draw_button("More  M", "Shows all loops, all settings, plots, races and lessons.", context.widget_log, width))
        context.lab.session.leave_first_screen();
}

} // namespace

void draw_live_frame_source_buttons(const PanelContext& context)
{
    struct FrameSourceButton
    {
        lab::LiveFrameSource frame_source;
        const char* label;
        const char* tooltip;
    };
    constexpr std::array frame_source_buttons{
        FrameSourceButton{
            lab::LiveFrameSource::even, "steady frames",
            "Each loop runs on a simulated PC with steady frame times, shown in real time. The delay is simulated, "
            "too."},
        FrameSourceButton{
            lab::LiveFrameSource::this_pc, "frames of this PC",
            "The loops run with the measured frame times of this PC, including hitches. The frame delay makes "
            "the real frames of this PC longer."},
    };
    const char* const disabled_reason = context.lab.this_pc.ignored_frame_source_reason(context.settings);
    ImGui::BeginDisabled(disabled_reason != nullptr);
    for (const FrameSourceButton& button : frame_source_buttons)
    {
        const bool is_chosen = context.settings.live_frame_source == button.frame_source;
        if (button.frame_source != frame_source_buttons.front().frame_source) ImGui::SameLine();
        if (ImGui::RadioButton(button.label, is_chosen)) context.settings.live_frame_source = button.frame_source;
        log_last_item_and_add_tooltip(context.widget_log, fmt::format("frames.{}", button.label),
                                      is_chosen ? "on" : "off",
                                      disabled_reason != nullptr ? disabled_reason : button.tooltip);
    }
    ImGui::EndDisabled();
}

void draw_frame_source_and_delay_slider(const PanelContext& context)
{
    compute_next_delay_verdicts(context);
    draw_delay_heading_row(context);
    draw_delay_slider(context);
}

void draw_first_screen_controls(const PanelContext& context)
{
    compute_next_delay_verdicts(context);
    draw_loop_buttons(context);
    ImGui::Spacing();
    draw_delay_heading_row(context);
    draw_delay_slider(context);
    draw_button_row(context);
}

} // namespace demo
