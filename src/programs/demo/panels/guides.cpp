// Draws the help for new users: demonstrations (button "Show me"), and the list of keys.
#include "base/unsupported_reasons.hpp"
#include "catalogue/presets.hpp"
#include "lab/stage/demonstration_driver.hpp"
#include "programs/demo/panels/panels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

namespace demo
{

namespace
{

// `right_x` is in points.
void draw_key_row(const PanelContext& context, const lab::KeyBinding& key, float right_x)
{
    if (!key.heading.empty())
    {
        ImGui::Spacing();
        draw_text_in_font(bold_font(), key.heading);
    }
    ImGui::PushFont(mono_font());
    ImGui::TextColored(to_imvec4(context.theme.accent), "%s", key.name.data());
    ImGui::PopFont();
    ImGui::SameLine(98 * context.scale);
    ImGui::PushTextWrapPos(right_x);
    ImGui::TextUnformatted(key.description.data(), key.description.data() + key.description.size());
    ImGui::PopTextWrapPos();
}

// Draws all keys in up to three columns, without splitting a group of keys.
void draw_key_list(const PanelContext& context)
{
    const auto keys = lab::key_bindings();
    const float available_width = ImGui::GetIO().DisplaySize.x - 4 * ImGui::GetStyle().WindowPadding.x;
    const float min_column_width = 330 * context.scale;
    const auto column_count =
        static_cast<std::size_t>(std::clamp(std::floor(available_width / min_column_width), 1.0F, 3.0F));
    const float width = std::min(available_width / static_cast<float>(column_count), 460 * context.scale);
    const ImVec2 start_position = ImGui::GetCursorPos();
    float bottom_y = start_position.y;
    std::size_t key_index = 0;
    const auto is_offered = [](const lab::KeyBinding& key)
    { return std::ranges::find(base::unsupported_reasons.keys, key.name) == base::unsupported_reasons.keys.end(); };
    for (std::size_t column = 0; column < column_count; ++column)
    {
        const float left_x = start_position.x + static_cast<float>(column) * width;
        ImGui::SetCursorPos({left_x, start_position.y});
        ImGui::BeginGroup();
        // Columns of equal length would end here. To keep groups of keys whole, the column ends at a heading near here.
        const std::size_t target_end_index = (column + 1) * keys.size() / column_count;
        const bool is_last_column = column + 1 == column_count;
        const std::size_t first_key_index = key_index;
        for (; key_index < keys.size(); ++key_index)
        {
            const bool is_near_target_end = key_index > first_key_index && key_index + 3 >= target_end_index;
            if (is_near_target_end && !is_last_column && !keys[key_index].heading.empty()) break;
            if (is_offered(keys[key_index]))
                draw_key_row(context, keys[key_index], left_x + width - 16 * context.scale);
        }
        ImGui::EndGroup();
        bottom_y = std::max(bottom_y, ImGui::GetItemRectMax().y - ImGui::GetWindowPos().y + ImGui::GetScrollY());
    }
    ImGui::SetCursorPos({start_position.x, bottom_y});
    ImGui::Dummy({static_cast<float>(column_count) * width, ImGui::GetStyle().ItemSpacing.y});
}

} // namespace

void draw_demonstration_button(const PanelContext& context, timestep::PresetId loop, float width)
{
    const std::string_view loop_name = catalogue::preset_of(loop).name;
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {4 * context.scale, ImGui::GetStyle().FramePadding.y});
    const bool is_pressed = ImGui::Button(fmt::format("Show me###show-me.{}", loop_name).c_str(), {width, 0});
    ImGui::PopStyleVar();
    describe_last_item(context.widget_log, fmt::format("show-me.{}", loop_name), "",
                       "Demonstrates this loop on a virtual PC for ten seconds, then restores your settings. The key D "
                       "does so for the chosen loop.");
    if (is_pressed) context.lab.requested_demonstration = lab::find_demonstration(loop);
}

void draw_demonstration(const PanelContext& context, lab::DemonstrationDriver& stage)
{
    const lab::DemonstrationRun& run = stage.run();
    const double total_s = timestep::to_seconds(run.demonstration().duration);
    const double remaining_s = std::max(total_s - timestep::to_seconds(run.elapsed_real_time()), 0.0);
    const std::string loop_title{run.demonstration().name};
    const std::string conclusion{run.demonstration().conclusion};
    const float width = 110 * context.scale;
    draw_text_in_font(bold_font(), loop_title.c_str());
    log_last_item(context.widget_log, "show-me.shown", loop_title);
    ImGui::SameLine();
    draw_grey_text(ellipsized(fmt::format("{:.0f} s left, then your settings are restored", remaining_s),
                              ImGui::GetContentRegionMax().x - ImGui::GetCursorPosX() - 1.2F * width));
    ImGui::SameLine(ImGui::GetContentRegionMax().x - width);
    if (draw_button("End  Esc", "Ends the demonstration now and restores your settings.", context.widget_log, width))
        stage.stop();
    draw_paragraph(conclusion, context.theme.text, title_font());
    log_last_item(context.widget_log, "show-me.conclusion", conclusion);
    ImGui::ProgressBar(static_cast<float>(1.0 - remaining_s / total_s), {-1, 6 * context.scale}, "");
}

// Covers the panels with a dark window. The panels' flag NoBringToFrontOnFocus keeps them below this window.
void dim_window(const PanelContext& context, ImVec2 size)
{
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize(size);
    ImGui::PushStyleColor(ImGuiCol_WindowBg, to_imvec4(draw::faded(context.theme.background, 0.75F)));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
    ImGui::Begin("behind", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoFocusOnAppearing);
    ImGui::End();
    ImGui::PopStyleVar();
    ImGui::PopStyleColor();
}

void draw_help_page(const PanelContext& context, const std::string& about_text)
{
    const ImVec2 display_size = ImGui::GetIO().DisplaySize;
    dim_window(context, display_size);
    ImGui::SetNextWindowPos({display_size.x / 2, display_size.y / 2}, ImGuiCond_Always, {0.5F, 0.5F});
    ImGui::SetNextWindowSizeConstraints({0, 0}, display_size); // scrolls in a small window
    ImGui::SetNextWindowFocus();
    if (ImGui::Begin("help", nullptr, fixed_window_flags | ImGuiWindowFlags_AlwaysAutoResize))
    {
        const ImVec2 window_pos = ImGui::GetWindowPos();
        const ImVec2 window_size = ImGui::GetWindowSize();
        bool& shows_about = *ImGui::GetStateStorage()->GetBoolRef(ImGui::GetID("about"));
        context.widget_log.push_back({"page.help", {window_pos.x, window_pos.y, window_size.x, window_size.y}, ""});
        if (shows_about ? draw_button("Keys", "All keys.", context.widget_log, 0)
                        : draw_button("About", "Shows version, commit, compiler, libraries and OpenGL driver.",
                                      context.widget_log, 0))
            shows_about = !shows_about;
        if (shows_about)
        {
            draw_heading("About Timestep Lab");
            ImGui::PushTextWrapPos(std::min(720 * context.scale, 0.9F * display_size.x));
            ImGui::TextUnformatted(about_text.c_str());
            ImGui::PopTextWrapPos();
            if (draw_button("Copy for a bug report", "Copies these lines to the clipboard.", context.widget_log, 0))
                ImGui::SetClipboardText(about_text.c_str());
        }
        else
        {
            draw_key_list(context);
            ImGui::TextDisabled(
                "Mouse: a click selects a loop. Hold the button to pull the ball to the pointer, release the "
                "button to throw the ball. Ctrl+click on a slider to type a value.");
        }
    }
    ImGui::End();
}

} // namespace demo
