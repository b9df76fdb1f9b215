// Draws the line at the top of the window: the program's name, the mode buttons, the speed, and the clocks.
#include "base/number.hpp"
#include "base/path.hpp"
#include "base/unsupported_reasons.hpp"
#include "lab/stage/demonstration_driver.hpp"
#include "programs/demo/panels/panels.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

namespace demo
{

namespace
{

// What runs beside the loops or in place of them, while there is no notice.
std::string activity_text(const lab::Lab& lab)
{
    if (const auto* demonstration = lab.experiment.driver_as<lab::DemonstrationDriver>())
        return fmt::format("demonstration at {}x, {} ends it", base::number_text(lab.stage_clock().speed, 3),
                           demonstration->is_opening() ? "any key" : "Escape");
    if (const std::string game = lab.this_pc.pc().game_name(); !game.empty())
        return fmt::format("adding lag to {}; the loops run with its frame times", game);
    const auto& playback = lab.this_pc.playback;
    if (!playback || playback->has_ended()) return "";
    std::string text = fmt::format("frame {} of {}", playback->next_frame_index(), playback->size());
    if (playback->restart_count() > 0) text += fmt::format(", round {}", playback->restart_count() + 1);
    const timestep::Nanos time_behind = lab.this_pc.pc().playback_lateness();
    if (time_behind > timestep::Nanos::zero())
        text += fmt::format(", {:.0f} ms behind", timestep::to_millis(time_behind));
    return fmt::format("{}: {}", text, base::path_to_utf8(base::path_from_utf8(playback->name()).filename()));
}

// What is being recorded, and the key that ends it; empty if nothing is.
std::string recording_text(const PanelContext& context)
{
    std::string text;
    const auto add = [&](bool is_running, std::string_view what)
    {
        if (is_running) text += fmt::format("{}{}", text.empty() ? "REC " : ", ", what);
    };
    add(context.lab.is_recording_replay, "replay F7");
    add(context.lab.this_pc.is_recording_frame_times(), "frames F9");
    add(context.panel_state.is_filming, "film F10");
    return text;
}

constexpr const char* program_name = "Timestep Lab";
constexpr const char* menu_label = "Record...";
constexpr float button_gap = 4; // space between two buttons, in points
constexpr float group_gap = 16; // space between two groups of buttons, in points
constexpr float name_gap = 24; // space after the program's name, in points

struct HeaderLayout
{
    bool has_name = false; ///< true: shows the program's name
    bool has_all_buttons = false; ///< false: some buttons are moved into a menu
    /// Width of the speed slider in points, without the factor PanelContext::scale; 0 for no slider.
    float slider_width = 0;
    bool has_pause_buttons = true; ///< true: shows the buttons "Pause" and "Step"

    const char* speed_unit() const { return slider_width > 100 ? "x speed" : "x"; }
};

void draw_header_menu(const PanelContext& context)
{
    if (draw_flat_button(context, {menu_label, "Pause, record or run a replay, open a recording, or use slow motion."}))
        ImGui::OpenPopup("rest");
    if (!ImGui::BeginPopup("rest")) return;
    const auto draw_entry = [&](const char* label)
    {
        const bool is_chosen = ImGui::Selectable(label);
        log_last_item(context.widget_log, fmt::format("rest.{}", label), "");
        return is_chosen;
    };
    if (draw_entry("Pause or continue  Space")) context.lab.execute(lab::Action::toggle_pause);
    if (draw_entry("Run one frame while paused  N")) context.lab.execute(lab::Action::run_single_frame);
    if (draw_entry(context.lab.is_recording_replay ? "Stop recording  F7" : "Record a replay  F7"))
        context.lab.execute(lab::Action::toggle_replay_recording);
    if (draw_entry("Run the last replay  F8")) context.lab.execute(lab::Action::run_last_replay);
    if (draw_entry("Open recording..."))
        context.panel_state.recording_card.requests.emplace_back(card_request::AskForPath{});
    if (draw_entry("Slow motion: 0.1x, steady frames"))
    {
        context.settings.stage.time_scale = 0.1;
        context.settings.live_frame_source = lab::LiveFrameSource::even;
    }
    ImGui::EndPopup();
}

bool uses_real_frames(const lab::Lab& lab) { return lab.experiment.time_source() == lab::TimeSource::this_pc; }

void draw_speed_control(const PanelContext& context, const HeaderLayout& layout)
{
    double& speed = context.settings.stage.time_scale;
    if (uses_real_frames(context.lab))
    {
        if (draw_flat_button(context,
                             {.label = "steady frames",
                              .tooltip = "Slow motion needs steady frames: click to switch to steady frames.",
                              .disabled_reason = context.lab.this_pc.ignored_frame_source_reason(context.settings)}))
            context.settings.live_frame_source = lab::LiveFrameSource::even;
        return;
    }
    const std::string text = fmt::format("{}{}", base::number_text(speed, 3), layout.speed_unit());
    if (layout.slider_width == 0)
    {
        if (draw_flat_button(context, {text.c_str(), "Resets the speed to 1x: real time.", true})) speed = 1.0;
        return;
    }
    ImGui::PushID("tempo");
    draw_thin_slider(context.settings, lab::control_of(lab::ControlId::time_scale), layout.slider_width * context.scale,
                     speed, lab::TimeScale::min_scale, lab::TimeScale::max_scale, ImGuiSliderFlags_Logarithmic,
                     context.widget_log);
    // The slider stops at real time under the mouse; the keyboard passes it.
    constexpr double stop_width = 0.1; // of the logarithm
    if (ImGui::IsItemActive() && ImGui::IsMouseDown(ImGuiMouseButton_Left) && std::abs(std::log10(speed)) < stop_width)
        speed = 1.0;
    ImGui::PopID();
    describe_last_item(context.widget_log, "lab.speed", base::number_text(speed, 4),
                       "Slow motion or fast forward. The speed does not change the results.\n0.001x to 100x");
    ImGui::SameLine(0, 2 * button_gap * context.scale);
    ImGui::TextUnformatted(text.c_str());
}

struct HeaderItem
{
    float gap; // space before the item, in points of the window (PanelContext::scale is included)
    float width; // maximum width of the item, in the same points; 0 for the speed without a slider
    std::function<void()> draw;
};

void add_button(std::vector<HeaderItem>& items, const PanelContext& context, float unscaled_gap,
                const FlatButton& button, std::function<void()> on_press)
{
    const auto draw_item = [&context, button, on_press = std::move(on_press)]
    {
        if (draw_flat_button(context, button)) on_press();
    };
    items.push_back({unscaled_gap * context.scale, flat_button_width(button, context), draw_item});
}

void add_action_button(std::vector<HeaderItem>& items, const PanelContext& context, float unscaled_gap,
                       const FlatButton& button, lab::Action action)
{
    add_button(items, context, unscaled_gap, button, [&context, action] { context.lab.execute(action); });
}

// Buttons of the lanes, of replays and of recordings.
void add_mode_buttons(std::vector<HeaderItem>& items, const PanelContext& context, const HeaderLayout& layout)
{
    lab::Settings& settings = context.settings;
    add_button(items, context, 0,
               {"Less", "Shows the first screen: the chosen loop above the loop \"interpolated\", and the delay slider "
                        "(M)."},
               [&context] { context.lab.session.enter_first_screen(); });
    add_button(items, context, button_gap,
               {"Lanes", "Your lanes, in real time: change their settings while they run.",
                context.lab.experiment.plan().pc_choice == lab::PcChoice::of_the_lanes},
               [&settings] { lab::show_lanes(settings); });
    if (!layout.has_all_buttons)
    {
        items.push_back({button_gap * context.scale, flat_button_width({menu_label}, context),
                         [&context] { draw_header_menu(context); }});
        return;
    }
    const bool is_recording = context.lab.is_recording_replay;
    add_action_button(items, context, group_gap,
                      {.label = is_recording ? "Stop" : "Record",
                       .tooltip = "Restarts the loop, and records your inputs and settings as a replay file (F7).",
                       .is_chosen = is_recording,
                       .widest_label = "Record"},
                      lab::Action::toggle_replay_recording);
    add_action_button(
        items, context, button_gap,
        {"Replay",
         "Runs the last replay again, with bit-identical states (F8). If there is none, asks for a replay file.",
         context.lab.experiment.is_replay()},
        lab::Action::run_last_replay);
    add_button(items, context, group_gap,
               {"Open recording...",
                "Opens a recording of your game's frame times: shows how smoothly the game ran, and which loop "
                "fits these frame times. Also opens a replay file (F7).\nYou can also drop a file on the window.",
                context.panel_state.recording_card.state != RecordingCard::State::closed},
               [&context] { context.panel_state.recording_card.requests.emplace_back(card_request::AskForPath{}); });
}

void add_pause_buttons(std::vector<HeaderItem>& items, const PanelContext& context)
{
    const bool is_paused = context.settings.is_paused;
    add_button(items, context, group_gap,
               {.label = is_paused ? "Resume" : "Pause",
                .tooltip = is_paused ? "Continues the paused game (Space)." : "Pauses the game (Space).",
                .is_chosen = is_paused,
                .widest_label = "Resume"},
               [&context]
               {
                   if (context.settings.is_paused)
                       context.lab.resume();
                   else
                       context.settings.is_paused = true;
               });
    if (lab::shows_first_screen(context.settings)) return;
    const auto draw_step = [&context, is_paused]
    {
        const auto& samples = context.lab.lane().samples();
        const timestep::Nanos newest = samples.empty() ? timestep::Nanos{} : samples.back().measured_frame_time;
        const std::string tooltip = fmt::format("Runs the next frame of each loop (N). The newest frame is {} long.",
                                                base::rounded_duration_text(newest));
        if (draw_flat_button(context,
                             {.label = "Step",
                              .tooltip = tooltip.c_str(),
                              .disabled_reason = is_paused ? nullptr : "Runs one frame (N) of a paused game."}))
            context.lab.execute(lab::Action::run_single_frame);
    };
    items.push_back({button_gap * context.scale, flat_button_width({"Step"}, context), draw_step});
}

// All buttons stay in place when the user changes the program's mode. `context` must outlive the items.
std::vector<HeaderItem> header_items(const PanelContext& context, HeaderLayout layout)
{
    std::vector<HeaderItem> items;
    const bool has_mode_buttons = !lab::shows_first_screen(context.settings);
    const lab::StageClock clock = context.lab.stage_clock();
    // On the first screen, a speed other than 1x stays visible as a button that resets it.
    if (!has_mode_buttons && !uses_real_frames(context.lab)) layout.slider_width = 0;
    if (layout.has_name)
        items.push_back({0, scaled_width_in_points(program_name, bold_font()),
                         [] { draw_text_in_font(bold_font(), program_name); }});
    if (has_mode_buttons) add_mode_buttons(items, context, layout);
    if (clock.is_demonstration) return items;
    if (layout.has_pause_buttons || !has_mode_buttons) add_pause_buttons(items, context);
    if (layout.has_name) items[1].gap = name_gap * context.scale;
    const float speed_item_width = layout.slider_width > 0 ? (layout.slider_width + 2 * button_gap) * context.scale +
                                                                 scaled_width_in_points("0.001") +
                                                                 scaled_width_in_points(layout.speed_unit())
                                                           : 0;
    if (layout.slider_width > 0 || clock.speed != 1.0)
        items.push_back(
            {group_gap * context.scale, speed_item_width, [&context, layout] { draw_speed_control(context, layout); }});
    return items;
}

std::vector<HeaderItem> fitting_header_items(const PanelContext& context)
{
    constexpr std::array<HeaderLayout, 7> layouts{{
        {.has_name = true, .has_all_buttons = true, .slider_width = 110},
        {.has_all_buttons = true, .slider_width = 110},
        {.has_name = true, .slider_width = 110},
        {.slider_width = 110},
        {.slider_width = 50},
        {},
        {.has_pause_buttons = false},
    }};
    const float available_width = ImGui::GetContentRegionMax().x - ImGui::GetStyle().WindowPadding.x;
    for (const HeaderLayout& layout : layouts)
    {
        std::vector<HeaderItem> items = header_items(context, layout);
        float width = 0;
        for (const HeaderItem& item : items) width += (&item == &items.front() ? 0 : item.gap) + item.width;
        if (width <= available_width) return items;
    }
    return header_items(context, layouts.back());
}

// Text with the frame rate, the wall clock and the help key. Leaves out parts that do not fit into `width` points.
std::string fitting_status_text(const lab::Lab& lab, float width)
{
    const auto& samples = lab.lane().samples();
    const timestep::Nanos wall_time = // since the start of the lane, as its other clocks
        samples.empty() ? timestep::Nanos{} : samples.back().start_wall_time - lab.lane().start_wall_time();
    const double measured_fps = lab.this_pc.vsync_report.measured_fps; // measured frame rate; 0 during the first second
    const std::string fps_text = measured_fps > 0 ? fmt::format("{:6.1f} fps", measured_fps) : "  -.- fps";
    if (lab::shows_first_screen(lab.session.settings) || lab.stage_clock().is_demonstration)
        return scaled_width_in_points("F1 keys") <= width ? "F1 keys" : "";
    const std::string full_text =
        fmt::format("window {}   real {:.2f} s   F1 keys", fps_text, timestep::to_seconds(wall_time));
    for (const std::string& text : {full_text, "window " + fps_text + "   F1 keys", fps_text + "   F1 keys", fps_text})
        if (scaled_width_in_points(text) <= width) return text;
    return "";
}

// A box in the lower right corner of the stage, for a notice that does not fit into the header or has buttons.
void draw_notice_box(const PanelContext& context, const Notice& notice, const draw::Rect& stage_area)
{
    const float gap = 8 * context.scale;
    const float max_width = stage_area.w - 2 * gap;
    ImGui::SetNextWindowPos({stage_area.right() - gap, stage_area.bottom() - gap}, ImGuiCond_Always, {1, 1});
    ImGui::Begin("notice", nullptr,
                 fixed_window_flags | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoFocusOnAppearing |
                     ImGuiWindowFlags_NoNav);
    ImGui::TextUnformatted(text_wrapped_at_spaces(notice.text(), max_width - 2 * gap).c_str());
    if (!notice.file().empty())
    {
        if (draw_button("Copy path", "Copies the full path of the file.", context.widget_log, 0,
                        base::unsupported_reasons.folder))
            context.lab.requests.emplace_back(lab::request::CopyText{notice.file(), "copied the path"});
        ImGui::SameLine();
        if (draw_button("Open folder", "Opens the folder of the file.", context.widget_log, 0,
                        base::unsupported_reasons.folder))
            context.lab.requests.emplace_back(lab::request::OpenFolder{notice.file()});
    }
    ImGui::End();
}

} // namespace

bool draw_flat_button(const PanelContext& context, const FlatButton& button)
{
    const draw::Colour background = button.is_chosen ? context.theme.control_with_emphasis(0.45F)
                                                     : draw::faded(context.theme.control_background, 0);
    return draw_button(button.label, button.tooltip, context.widget_log, flat_button_width(button, context), background,
                       button.disabled_reason);
}

float flat_button_width(const FlatButton& button, const PanelContext& context)
{
    const bool is_narrow = ImGui::GetContentRegionMax().x < 500 * context.scale;
    return scaled_width_in_points(button.widest_label != nullptr ? button.widest_label : button.label) +
           (is_narrow ? 8 : 24) * context.scale;
}

void draw_window_header(const PanelContext& context, const Notice& notice, const draw::Rect& stage_area)
{
    const float row_width = ImGui::GetContentRegionMax().x;
    const std::vector<HeaderItem> items = fitting_header_items(context);
    for (const HeaderItem& item : items)
    {
        if (&item != &items.front()) ImGui::SameLine(0, item.gap);
        item.draw();
    }
    ImGui::SameLine(0, group_gap * context.scale);
    const std::string text = notice.text().empty() ? activity_text(context.lab) : notice.text();
    const std::string recording = recording_text(context);
    const float free_width = row_width - ImGui::GetCursorPosX();
    ImGui::PushFont(mono_font());
    const float min_status_width = std::min(free_width, scaled_width_in_points("9999.9 fps   F1 keys"));
    const float width_beside_text = free_width - scaled_width_in_points(text) - 16 * context.scale;
    const std::string status_text =
        recording.empty() ? fitting_status_text(context.lab, std::max(width_beside_text, min_status_width)) : recording;
    const float status_width = scaled_width_in_points(status_text);
    ImGui::PopFont();
    const std::string fitting_text = ellipsized(text, free_width - status_width - 16 * context.scale);
    const bool has_box = !notice.text().empty() && (fitting_text != notice.text() || !notice.file().empty());
    ImGui::TextUnformatted(has_box ? "" : fitting_text.c_str());
    log_last_item(context.widget_log, "header", text);
    if (has_box)
        draw_notice_box(context, notice, stage_area);
    else if (!text.empty())
        add_tooltip(text);
    ImGui::PushFont(mono_font());
    ImGui::SameLine(row_width - status_width);
    if (recording.empty())
        draw_grey_text(status_text);
    else
    {
        const ImVec2 corner = ImGui::GetCursorScreenPos();
        ImGui::TextColored(to_imvec4(context.theme.alarm), "%s", status_text.c_str());
        draw_disc(*ImGui::GetWindowDrawList(),
                  {corner.x - 8 * context.scale, corner.y + 0.5F * ImGui::GetTextLineHeight()}, 4 * context.scale,
                  to_imu32(context.theme.alarm));
        log_last_item(context.widget_log, "header.recording", status_text);
    }
    ImGui::PopFont();
    log_last_item(context.widget_log, "header.fps",
                  fmt::format("{:.1f}", context.lab.this_pc.vsync_report.measured_fps));
}

} // namespace demo
