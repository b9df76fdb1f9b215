// Draws the controls of the first screen: buttons for five loops, and the slider for the frame delay.
#include "base/number.hpp"
#include "catalogue/description.hpp"
#include "catalogue/presets.hpp"
#include "lab/settings/controls.hpp"
#include "programs/demo/panels/panels.hpp"
#include "timestep/build.hpp"
#include "timestep/loop.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace demo
{

namespace
{

using lab::DelayVerdicts;
using timestep::Nanos;

const std::span first_screen_loops = catalogue::presets().first<5>();
constexpr float slider_height = 28; // in points at scale 1

bool is_phone() { return is_portrait(ImGui::GetIO().DisplaySize.x, ImGui::GetIO().DisplaySize.y); }

// In points; at least as high as a finger needs on a phone.
float button_height(float scale) { return is_phone() ? std::max(34 * scale, 40.0F) : 34 * scale; }

constexpr std::size_t phone_column_count = 3; // of buttons, so that the names of the loops fit
float phone_button_width(float row_width)
{
    return (row_width - (phone_column_count - 1) * ImGui::GetStyle().ItemSpacing.x) / phone_column_count;
}

// A disc in the loop's colour, the name, and at the right end the key. In a narrow button, the name only.
void draw_loop_button(const PanelContext& context, const timestep::Preset& preset, float width)
{
    const bool is_chosen = lab::is_loop_chosen(context.settings, catalogue::id_of(preset));
    const draw::Colour loop_colour = draw::loop_colour(catalogue::id_of(preset));
    ImGui::PushStyleColor(ImGuiCol_Button,
                          to_imvec4(draw::mix(context.theme.control_background, loop_colour, is_chosen ? 0.35F : 0)));
    if (ImGui::Button(fmt::format("###{}", preset.name).c_str(), {width, button_height(context.scale)}))
        context.settings.lane.loop.choose_preset(catalogue::id_of(preset));
    ImGui::PopStyleColor();
    log_last_item(context.widget_log, fmt::format("loop.{}", preset.name), is_chosen ? "on" : "off");
    if (is_item_hovered()) // the first call of description_of() for a loop parses its description
    {
        const catalogue::Description& description = catalogue::description_of(preset.name);
        add_tooltip(fmt::format("{}: {}.", description.title, description.price));
    }
    const ImVec2 item_min = ImGui::GetItemRectMin();
    const ImVec2 item_max = ImGui::GetItemRectMax();
    const float margin = 12 * context.scale;
    const float disc_width = 22 * context.scale;
    const float text_y = (item_min.y + item_max.y - ImGui::GetTextLineHeight()) / 2;
    const std::string key = fmt::format("{}", static_cast<int>(catalogue::id_of(preset)) + 1);
    const float key_width = scaled_width_in_points(key);
    ImDrawList& draw_list = *ImGui::GetWindowDrawList();
    bool has_room = true; // for disc, name and key in all five buttons
    for (const timestep::Preset& loop : first_screen_loops)
        has_room = has_room && scaled_width_in_points(loop.name) + 3 * margin + disc_width + key_width <= width;
    if (!has_room)
    {
        const float inset = 4 * context.scale;
        draw_text(draw_list, {item_min.x + inset, text_y},
                  draw::legible_colour(loop_colour, context.theme.control_background, context.theme.text), key);
        draw_text(draw_list, {item_min.x + 2 * inset + key_width, text_y}, context.theme.text,
                  ellipsized(preset.name, width - 3 * inset - key_width));
        return;
    }
    draw_disc(draw_list, {item_min.x + margin + 5 * context.scale, (item_min.y + item_max.y) / 2}, 5 * context.scale,
              to_imu32(loop_colour));
    draw_text(draw_list, {item_min.x + margin + disc_width, text_y}, context.theme.text, preset.name);
    draw_text(draw_list, {item_max.x - margin - key_width, text_y}, context.theme.dim_text, key);
    if (is_chosen)
        draw_list.AddRect(item_min, item_max, to_imu32(loop_colour), 5 * context.scale, 0, 1.6F * context.scale);
}

void draw_step_rate_button(const PanelContext& context, std::int64_t hertz, const char* label, float width)
{
    const timestep::Rate rate = timestep::hz(hertz);
    const bool is_chosen = context.settings.lane.loop.rate == rate;
    const timestep::Rate refresh = context.settings.lane.machine.refresh_rate;
    const bool fits_display = hertz * refresh.den % refresh.num == 0 || refresh.num % (hertz * refresh.den) == 0;
    const std::string tooltip =
        fits_display ? fmt::format("{} steps a second fit a display of {} Hz: on a fast PC, the loops then look alike.",
                                   hertz, base::exact_rate_text(refresh))
                     : fmt::format("{} steps a second do not fit a display of {} Hz: only blending is even.", hertz,
                                   base::exact_rate_text(refresh));
    // The lower loop always has a rate.
    const char* disabled_reason = context.lab.experiment.lanes.size() > 1
                                      ? nullptr
                                      : lab::control_of(lab::ControlId::step_rate).no_effect_reason(context.settings);
    ImGui::PushStyleColor(ImGuiCol_Button, to_imvec4(context.theme.control_with_emphasis(is_chosen ? 0.4F : 0)));
    ImGui::BeginDisabled(disabled_reason != nullptr);
    if (ImGui::Button(label, {width, button_height(context.scale)})) context.settings.lane.loop.set_rate(rate);
    ImGui::EndDisabled();
    ImGui::PopStyleColor();
    describe_last_item(context.widget_log, fmt::format("steps.{}", hertz), is_chosen ? "on" : "off",
                       disabled_reason != nullptr ? disabled_reason : tooltip.c_str());
}

bool is_narrow_window(float scale) { return ImGui::GetIO().DisplaySize.x < 720 * scale; }

// In a narrow window, a row of their own; in a low one as well, the stage needs its height.
bool has_step_rates(float scale) { return !is_narrow_window(scale) || ImGui::GetIO().DisplaySize.y >= 320 * scale; }

void draw_loop_buttons(const PanelContext& context)
{
    struct StepRate
    {
        std::int64_t hertz;
        const char* label;
    };
    constexpr std::array step_rates{StepRate{30, "30"}, StepRate{50, "50"}, StepRate{60, "60"},
                                    StepRate{120, "120 Hz"}};
    const float gap = ImGui::GetStyle().ItemSpacing.x;
    const float row_width = ImGui::GetContentRegionAvail().x;
    const bool has_two_rows = is_narrow_window(context.scale);
    const bool has_caption = has_two_rows || row_width > 900 * context.scale;
    const float caption = has_caption ? scaled_width_in_points("steps") + 2 * gap : 0;
    const float rate_width = std::min(58 * context.scale, row_width / (has_two_rows ? 5.5F : 12.0F));
    const float rates_width = has_two_rows ? 0 : step_rates.size() * (rate_width + gap) + caption;
    const float loop_width =
        (row_width - rates_width - gap * (first_screen_loops.size() - 1)) / first_screen_loops.size();
    for (std::size_t i = 0; i < first_screen_loops.size(); ++i)
    {
        if (i % (is_phone() ? phone_column_count : first_screen_loops.size()) != 0) ImGui::SameLine();
        draw_loop_button(context, first_screen_loops[i], is_phone() ? phone_button_width(row_width) : loop_width);
    }
    if (!has_step_rates(context.scale)) return;
    if (has_caption)
    {
        if (!has_two_rows) ImGui::SameLine(0, 2 * gap);
        const ImVec2 cursor = ImGui::GetCursorScreenPos();
        draw_text(*ImGui::GetWindowDrawList(),
                  {cursor.x, cursor.y + (button_height(context.scale) - ImGui::GetTextLineHeight()) / 2},
                  context.theme.dim_text, "steps");
        ImGui::Dummy({caption - 2 * gap, 0});
    }
    for (const StepRate& rate : step_rates)
    {
        ImGui::SameLine();
        draw_step_rate_button(context, rate.hertz, rate.label, rate_width);
    }
}

// The configuration of the upper lane: of the settings, or of the opening, which moves the slider by itself.
lab::LaneConfig shown_config(const lab::Lab& lab)
{
    return lab.experiment.accepts_input() ? lab.session.settings.lane : lab.experiment.lanes[0].setup().config;
}

// `labels` must be ordered from wide to narrow. A narrower label has labels[0] as its tooltip.
void draw_longest_fitting_label(const PanelContext& context, const char* log_name,
                                std::initializer_list<std::string> labels)
{
    const float next_x = ImGui::GetItemRectMax().x - ImGui::GetWindowPos().x + ImGui::GetStyle().ItemSpacing.x;
    const auto* fitting_label =
        std::ranges::find_if(labels, [&](const std::string& label)
                             { return next_x + scaled_width_in_points(label) <= ImGui::GetContentRegionMax().x; });
    if (fitting_label == labels.end() || fitting_label->empty()) return;
    ImGui::SameLine(next_x);
    draw_grey_text(*fitting_label);
    log_last_item(context.widget_log, log_name, *labels.begin());
    if (fitting_label != labels.begin()) add_tooltip(*labels.begin());
}

// Lag other than the frame delay, and the button that clears it.
void draw_other_lag(const PanelContext& context, float reserved_width_points)
{
    const std::string lag_text = lab::hidden_slowdown_text(context.settings);
    if (lag_text.empty()) return;
    const float button_width = scaled_width_in_points("Clear") + 2 * ImGui::GetStyle().FramePadding.x;
    ImGui::SameLine();
    const float free_width =
        ImGui::GetContentRegionMax().x - ImGui::GetCursorPosX() - button_width - 16 * context.scale;
    const float text_width = std::max(free_width - reserved_width_points, std::min(free_width, 160 * context.scale));
    ImGui::TextColored(to_imvec4(context.theme.legible(context.theme.warning)), "%s",
                       ellipsized("other lag: " + lag_text, text_width).c_str());
    describe_last_item(context.widget_log, "first.other-lag", lag_text,
                       "Lag that is added on this PC besides the frame delay: " + lag_text);
    ImGui::SameLine();
    if (ImGui::SmallButton("Clear")) lab::reset_hidden_slowdown(context.settings);
    describe_last_item(
        context.widget_log, "button.Clear", "",
        "Removes all lag that is added on this PC, except the slider's frame delay. VSYNC stays as it is.");
}

bool ignores_frame_times(const lab::ThisPc& this_pc, const lab::Settings& settings)
{
    return this_pc.ignored_frame_source_reason(settings) != nullptr || this_pc.simulates_steady_frames(settings);
}

// Says that this PC cannot show 50 frames a second; empty if it can, or while that is unknown.
std::string slow_pc_text(const lab::ThisPc& this_pc, const lab::Settings& settings)
{
    constexpr double min_smooth_fps = 50.0;
    const lab::FrameTimeStatistics& statistics = this_pc.frame_times.statistics();
    if (statistics.percentile_95 <= Nanos::zero() || statistics.fps >= min_smooth_fps ||
        this_pc.ignored_lag_reason(settings) != nullptr)
        return "";
    return fmt::format("{} {:.0f} fps.",
                       ignores_frame_times(this_pc, settings) ? "All frames are simulated, but this PC can show only"
                                                              : "This PC draws only",
                       statistics.fps);
}

// What the frame delay does to a frame, such as "42 ms of work: shown at the third refresh, 50 ms".
std::string frame_delay_effect_text(const PanelContext& context, const lab::FrameTimeRange& frame_times)
{
    using base::rounded_duration_text;
    const lab::ThisPc& this_pc = context.lab.this_pc;
    const lab::Settings& settings = context.settings;
    const sim::MachineSettings machine = shown_config(context.lab).machine;
    if (this_pc.ignored_lag_reason(settings) != nullptr) return "frame times of the recording";
    if (!machine.lag.is_enabled) return "lag off (key L)";
    const Nanos delay = machine.lag.delay;
    if (!this_pc.simulates_steady_frames(settings) || frame_times.mean <= Nanos::zero())
        return fmt::format("{} added to every frame{}{}", rounded_duration_text(delay),
                           this_pc.ignored_frame_source_reason(settings) != nullptr ? "" : " of this PC",
                           frame_times.mean <= Nanos::zero() ? "" : ": " + rounded_duration_text(frame_times.mean));
    const Nanos drawing = std::max(machine.render_cost, DelayVerdicts::min_render_cost);
    const Nanos refresh = timestep::step_ns(machine.refresh_rate);
    const std::string work = rounded_duration_text(delay + drawing) + " of work";
    constexpr std::array ordinals{"first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"};
    const auto refresh_index = static_cast<std::size_t>(
        std::lround(timestep::to_seconds(frame_times.longest) / timestep::to_seconds(refresh)));
    const std::string longest = rounded_duration_text(frame_times.longest);
    const bool is_steady = frame_times.longest - frame_times.shortest < std::chrono::microseconds{1};
    if (machine.vsync == sim::VsyncMode::on && is_steady && refresh_index >= 1)
        return fmt::format("{}: shown at the {} refresh, {}", work,
                           refresh_index <= ordinals.size() ? ordinals.at(refresh_index - 1)
                                                            : fmt::format("{}th", refresh_index),
                           longest);
    const bool never_waits = machine.vsync == sim::VsyncMode::off || machine.vsync == sim::VsyncMode::composed;
    const bool is_padded = never_waits && delay + drawing < refresh;
    return fmt::format("{}{}: frames of {}{}", work, is_padded ? ", at least one refresh" : "",
                       is_steady ? "" : rounded_duration_text(frame_times.shortest) + " to ", longest);
}

// The index of the verdict at a position of the slider, 0 to 1.
std::size_t verdict_index_of(double position)
{
    return static_cast<std::size_t>(
        std::lround(position * static_cast<double>(DelayVerdicts::slider_position_count - 1)));
}

// Beside the heading stands what is true now: other lag, the slider's effect while the pointer is on it or why it has
// none, else the legend of the stage.
void draw_delay_heading_row(const PanelContext& context)
{
    ImGui::AlignTextToFramePadding();
    draw_text_in_font(bold_font(), "How slow is the PC?");
    const bool is_lag_used = context.lab.this_pc.ignored_lag_reason(context.settings) == nullptr;
    const auto frame_times = context.lab.experiment.time_source() == lab::TimeSource::this_pc
                                 ? lab::measured_frame_times(context.lab.lane(0))
                                 : lab::compute_steady_frame_times(shown_config(context.lab));
    const std::string effect = frame_delay_effect_text(context, frame_times);
    if (is_lag_used) draw_other_lag(context, scaled_width_in_points(effect));
    draw_longest_fitting_label(context, "first.pc", {slow_pc_text(context.lab.this_pc, context.settings)});
    const Nanos delay = shown_config(context.lab).machine.lag.delay;
    if (const std::string& tip = context.panel_state.delay_tip; !tip.empty() || !is_lag_used)
        draw_longest_fitting_label(
            context, "first.slowness",
            {effect + tip, effect, "frames of " + base::rounded_duration_text(frame_times.mean)});
    else if (is_lag_used && context.lab.delay_verdicts.is_frame_time_sensitive(
                                verdict_index_of(DelayVerdicts::slider_position_of(delay))))
        draw_longest_fitting_label(
            context, "first.depends",
            {"IT DEPENDS: a little more or less delay, or another first frame, gives another result.",
             "IT DEPENDS on the first frame."});
    else
        draw_longest_fitting_label(context, "first.legend",
                                   {"Ring: the PC that is never late. Dashed: the newest two steps; interpolated "
                                    "draws between them, one "
                                    "step behind the ring.",
                                    "Ring: the PC that is never late. interpolated stays one step behind it.",
                                    "Ring: the PC that is never late."});
}

void compute_next_delay_verdicts(const PanelContext& context)
{
    constexpr int startup_frame_count = 10;
    const lab::ThisPc& this_pc = context.lab.this_pc;
    if (context.settings.lane.loop.is_foreign) context.lab.delay_verdicts = {}; // they need many runs of the loop
    if (context.settings.lane.loop.is_foreign || ImGui::GetFrameCount() <= startup_frame_count ||
        this_pc.ignored_lag_reason(context.settings) != nullptr)
        return;
    const auto frame_times = ignores_frame_times(this_pc, context.settings) ? std::vector<Nanos>{}
                                                                            : this_pc.frame_times.recent_frame_times();
    context.lab.delay_verdicts.compute_next_verdicts(context.settings.lane, frame_times,
                                                     this_pc.refresh_period(context.settings));
}

// Converts between a position on the slider, 0 to 1, and an x coordinate in points.
struct SliderTrack
{
    float left_x, width, y;

    float x_at(double position) const { return left_x + static_cast<float>(position) * width; }
    double position_at(float point_x) const { return std::clamp<double>((point_x - left_x) / width, 0.0, 1.0); }
};

draw::Colour colour_of_verdict(const PanelContext& context, const std::optional<lab::LaneVerdict>& verdict)
{
    if (!verdict) return context.theme.control_background;
    if (verdict->is_faultless())
        return verdict->kind == lab::LaneVerdict::Kind::ok ? context.theme.accent : context.theme.dim_text;
    return verdict->is_severe() ? context.theme.alarm : context.theme.warning;
}

// One rectangle a position of the slider, in the colour of its verdict; the name stands where a verdict begins.
void draw_verdict_bar(const PanelContext& context, const SliderTrack& track, const draw::Rect& knob)
{
    ImDrawList& draw_list = *ImGui::GetWindowDrawList();
    const auto verdicts = context.lab.delay_verdicts.verdicts();
    constexpr std::string_view sensitive_label = "IT DEPENDS";
    const float height = slider_height * context.scale;
    const float half_rect_width = 0.5F * track.width / static_cast<float>(verdicts.size() - 1);
    const float text_y = track.y + (height - ImGui::GetTextLineHeight()) / 2;
    const auto name_at = [&](std::size_t i) -> std::string_view
    {
        if (context.lab.delay_verdicts.is_frame_time_sensitive(i)) return sensitive_label;
        return verdicts[i] ? verdict_name(*verdicts[i]) : std::string_view{};
    };
    const auto left_of = [&](std::size_t i)
    { return track.x_at(static_cast<double>(i) / static_cast<double>(verdicts.size() - 1)) - half_rect_width; };
    for (std::size_t begin = 0, end = 0; begin < verdicts.size(); begin = end)
    {
        const std::string_view name = name_at(begin);
        while (end < verdicts.size() && name_at(end) == name) ++end;
        const float left = std::max(left_of(begin), track.left_x);
        const float right = std::min(left_of(end) - 1.5F * context.scale, track.x_at(1.0));
        const draw::Colour colour =
            draw::mix(context.theme.background, colour_of_verdict(context, verdicts[begin]), 0.5F);
        draw_list.AddRectFilled({left, track.y}, {right, track.y + height}, to_imu32(colour));
        // Hatches the delays at which the result depends on the first frame.
        for (float x = left; name == sensitive_label && x < right; x += 3 * context.scale)
            draw_list.AddLine({x, track.y + height}, {x + 2 * context.scale, track.y},
                              to_imu32(context.theme.background), context.scale);
        const float margin = 10 * context.scale;
        const float name_width = scaled_width_in_points(name);
        float text_x = left + margin;
        if (text_x < knob.right() && text_x + name_width > knob.x) text_x = knob.right() + margin; // not under the knob
        if (name.empty() || text_x + name_width + 0.5F * margin > right) continue;
        draw_text(draw_list, {text_x, text_y},
                  draw::legible_colour(context.theme.text, colour, context.theme.background), name);
    }
}

// The verdict at each delay, and over it the knob: a needle at the present delay, and its value in a box that is lower
// than the bar, so that the verdict at the knob stays visible.
void draw_delay_bar(const PanelContext& context, const SliderTrack& track, Nanos delay)
{
    const std::string text = base::number_text(timestep::to_millis(delay), 4) + " ms";
    const float bar_height = slider_height * context.scale;
    const float height = 0.68F * bar_height;
    const float width = scaled_width_in_points(text, bold_font()) + 16 * context.scale;
    const float needle_x = track.x_at(DelayVerdicts::slider_position_of(delay));
    const float middle_x = std::clamp(needle_x, track.left_x + width / 2, track.left_x + track.width - width / 2);
    const draw::Rect knob{middle_x - width / 2, track.y + (bar_height - height) / 2, width, height};
    draw_verdict_bar(context, track, knob);
    ImDrawList& draw_list = *ImGui::GetWindowDrawList();
    const float half_needle = 1.5F * context.scale;
    draw_list.AddRectFilled({needle_x - half_needle, track.y - 3 * context.scale},
                            {needle_x + half_needle, track.y + bar_height + 3 * context.scale},
                            to_imu32(context.theme.text));
    draw_list.AddRectFilled({knob.x, knob.y}, {knob.right(), knob.bottom()}, to_imu32(context.theme.text), height / 2);
    ImGui::PushFont(bold_font());
    draw_text(draw_list, {knob.x + 8 * context.scale, std::floor(knob.y + (height - ImGui::GetTextLineHeight()) / 2)},
              context.theme.background, text);
    ImGui::PopFont();
    if (const auto& verdict =
            context.lab.delay_verdicts.verdicts()[verdict_index_of(DelayVerdicts::slider_position_of(delay))])
        context.widget_log.push_back({"first.delay.verdict", {}, std::string{verdict_name(*verdict)}});
}

std::optional<Nanos> find_near_snap_delay(double position)
{
    constexpr double snap_distance = 0.012;
    for (const Nanos snap_delay : DelayVerdicts::slider_snap_delays())
        if (std::abs(DelayVerdicts::slider_position_of(snap_delay) - position) < snap_distance) return snap_delay;
    return std::nullopt;
}

// Of the slider under the pointer: what the loop's result is at the delay there.
std::string delay_tip_text(const PanelContext& context, const SliderTrack& track)
{
    const double position = track.position_at(ImGui::GetMousePos().x);
    const std::size_t index = verdict_index_of(position);
    const auto& verdict = context.lab.delay_verdicts.verdicts()[index];
    if (!verdict) return "; not tried yet";
    return fmt::format("; under the pointer, {:.0f} ms: {} after 4 s{}",
                       timestep::to_millis(DelayVerdicts::delay_at_slider_position(position)), verdict_text(*verdict),
                       context.lab.delay_verdicts.is_frame_time_sensitive(index) ? ", but it depends" : "");
}

void draw_delay_slider(const PanelContext& context)
{
    const auto set_delay = [&](Nanos new_delay)
    {
        context.settings.lane.machine.lag.is_enabled = true;
        lab::control_of(lab::ControlId::frame_delay).set(context.settings, timestep::to_millis(new_delay));
    };
    const lab::Control& control = lab::control_of(lab::ControlId::frame_delay);
    const Nanos delay = shown_config(context.lab).machine.lag.delay;
    const char* const disabled_reason = context.lab.this_pc.ignored_lag_reason(context.settings);
    const ImVec2 cursor = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const SliderTrack track{cursor.x, width, cursor.y + 3 * context.scale};
    ImGui::SetCursorScreenPos({cursor.x, track.y});
    if (!draw_value_field(context.settings, control, width, context.widget_log))
    {
        // Dear ImGui's slider takes mouse and keys, and is not visible: bar and knob are drawn instead.
        constexpr std::array hidden_colours{ImGuiCol_Text,          ImGuiCol_FrameBg,    ImGuiCol_FrameBgHovered,
                                            ImGuiCol_FrameBgActive, ImGuiCol_SliderGrab, ImGuiCol_SliderGrabActive};
        for (const ImGuiCol_ colour_id : hidden_colours) ImGui::PushStyleColor(colour_id, ImVec4{});
        ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                            {0, (slider_height * context.scale - ImGui::GetTextLineHeight()) / 2});
        ImGui::SetNextItemWidth(width);
        ImGui::BeginDisabled(disabled_reason != nullptr);
        double position = DelayVerdicts::slider_position_of(delay);
        const auto [leftmost, rightmost] = std::pair{0.0, 1.0};
        const bool is_moved = ImGui::SliderScalar("##slowness", ImGuiDataType_Double, &position, &leftmost, &rightmost,
                                                  "", ImGuiSliderFlags_NoRoundToFormat | ImGuiSliderFlags_NoInput) &&
                              !ImGui::GetIO().KeyCtrl;
        ImGui::EndDisabled();
        ImGui::PopStyleVar();
        ImGui::PopStyleColor(static_cast<int>(hidden_colours.size()));
        if (is_moved)
            set_delay(find_near_snap_delay(position).value_or(DelayVerdicts::delay_at_slider_position(position)));
        open_value_field(control, lab::parsable_value_text(context.settings, control));
        log_last_item(context.widget_log, "first.delay",
                      fmt::format("{} ms", base::number_text(timestep::to_millis(delay))));
        context.panel_state.delay_tip.clear();
        if (disabled_reason != nullptr)
            add_tooltip(disabled_reason);
        else if (ImGui::IsItemHovered() || ImGui::IsItemActive())
            context.panel_state.delay_tip = delay_tip_text(context, track);
        if (const float wheel = ImGui::GetIO().MouseWheel; wheel != 0 && ImGui::IsItemHovered())
            set_delay(wheel < 0 ? DelayVerdicts::next_longer_delay(delay) : DelayVerdicts::next_shorter_delay(delay));
        if (disabled_reason == nullptr) draw_delay_bar(context, track, delay);
    }
    ImGui::SetCursorScreenPos({cursor.x, track.y + (slider_height + 5) * context.scale});
    ImGui::Dummy({width, 0});
}

void draw_vsync_list(const PanelContext& context, float width)
{
    const std::string vsync_state = vsync_text(context.lab);
    const float text_width = width - 34 * context.scale;
    const std::string long_text = "VSYNC " + vsync_state;
    const std::string shown_text = scaled_width_in_points(long_text) <= text_width
                                       ? long_text
                                       : ellipsized("VSYNC " + short_vsync_text(context.lab), text_width);
    ImGui::SetNextItemWidth(width);
    const bool is_open = ImGui::BeginCombo("##vsync", shown_text.c_str());
    log_last_item(context.widget_log, "first.vsync", vsync_state);
    if (!is_open)
    {
        add_tooltip(long_text + ". Key V: composed, off, adaptive or on.");
        return;
    }
    using enum sim::VsyncMode;
    for (const sim::VsyncMode mode : {composed, off, on, adaptive})
    {
        const std::string name{lab::name_of(mode)};
        const bool is_chosen = context.settings.lane.machine.vsync == mode;
        if (ImGui::Selectable(("VSYNC " + name).c_str(), is_chosen)) context.settings.lane.machine.vsync = mode;
        log_list_entry(context.widget_log, name, is_chosen);
    }
    ImGui::EndCombo();
}

// The frame time limit of the chosen loop, on or off: without it, a hitch would compare limits instead of loops.
void draw_limit_button(const PanelContext& context, float width)
{
    lab::LoopChoice& loop = context.settings.lane.loop;
    const auto with_overload = [&](std::string_view name)
    {
        lab::LoopChoice choice = loop;
        const auto names = lab::component_type_names(lab::ComponentKind::overload);
        choice.replace_component(lab::ComponentKind::overload,
                                 static_cast<std::size_t>(std::ranges::find(names, name) - names.begin()));
        return choice;
    };
    const lab::LoopChoice limited = with_overload(timestep::CapFrameTime::name);
    const bool is_limited = make_loop(loop).overload.name() == timestep::CapFrameTime::name;
    const char* const disabled_reason =
        check(make_loop(limited)) ? "This loop runs one step in each frame, however long the frame is." : nullptr;
    ImGui::SameLine();
    if (draw_button(is_narrow_window(context.scale) ? "Limit" : "Limit 250 ms",
                    "A longer frame counts as 250 ms, so the rest of a hitch is lost for good. The article adds this "
                    "limit in its last listing: interpolated has it, accumulator does not. Other limits are in More.",
                    context.widget_log, width, context.theme.control_with_emphasis(is_limited ? 0.4F : 0),
                    disabled_reason))
        loop = is_limited ? with_overload(timestep::Unlimited::name) : limited;
}

void draw_button_row(const PanelContext& context)
{
    const float gap = ImGui::GetStyle().ItemSpacing.x;
    const float row_width = ImGui::GetContentRegionAvail().x;
    const float available_width = row_width - 5 * gap;
    const float width = is_phone() ? phone_button_width(row_width) : std::min(110 * context.scale, available_width / 7);
    const auto& style = ImGui::GetStyle();
    const float padding_y =
        is_phone() ? (button_height(context.scale) - ImGui::GetTextLineHeight()) / 2 : style.FramePadding.y;
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {style.FramePadding.x, padding_y});
    draw_vsync_list(context, is_phone() ? width : std::min(250 * context.scale, 2 * available_width / 7));
    ImGui::SameLine();
    if (draw_button("Hitch  H", "Makes the next frame 500 ms longer.", context.widget_log, width))
        context.lab.execute(lab::Action::add_hitch);
    draw_limit_button(context, width);
    if (!is_phone()) ImGui::SameLine();
    if (draw_button("Reset  R", "Restarts the ball; keeps loop and settings.", context.widget_log, width))
        context.lab.execute(lab::Action::reset_world);
    ImGui::SameLine();
    draw_demonstration_button(context, context.settings.lane.loop.preset, width);
    constexpr const char* mouse_hint = "Catch the ball and throw it.";
    ImGui::SameLine();
    if (ImGui::GetContentRegionMax().x - width - 2 * gap - ImGui::GetCursorPosX() > scaled_width_in_points(mouse_hint))
    {
        draw_grey_text(mouse_hint);
        log_last_item(context.widget_log, "first.hint", mouse_hint);
    }
    ImGui::SameLine(ImGui::GetContentRegionMax().x - width); // right-aligns the next button
    if (draw_button("More  M", "Shows all loops, all settings, plots, races and lessons.", context.widget_log, width))
        context.lab.session.leave_first_screen();
    ImGui::PopStyleVar();
}

} // namespace

void draw_frame_source_buttons(const PanelContext& context)
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
        describe_last_item(context.widget_log, fmt::format("frames.{}", button.label), is_chosen ? "on" : "off",
                           disabled_reason != nullptr ? disabled_reason : button.tooltip);
    }
    ImGui::EndDisabled();
}

float first_screen_bar_height(float scale)
{
    constexpr float bar_height = 138;
    constexpr float rows_of_phone = 5; // two of loops, one of step rates, two of buttons
    if (is_phone()) return rows_of_phone * (button_height(scale) + 6) + (slider_height + 38) * scale;
    const bool has_rate_row = is_narrow_window(scale) && has_step_rates(scale);
    return (bar_height + (has_rate_row ? 34 + 6 : 0)) * scale;
}

void draw_delay_controls(const PanelContext& context)
{
    compute_next_delay_verdicts(context);
    draw_delay_heading_row(context);
    draw_delay_slider(context);
}

void draw_first_screen_controls(const PanelContext& context)
{
    compute_next_delay_verdicts(context);
    draw_loop_buttons(context);
    draw_delay_heading_row(context);
    draw_delay_slider(context);
    draw_button_row(context);
}

} // namespace demo
