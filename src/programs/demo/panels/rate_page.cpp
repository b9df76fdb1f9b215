// Draws the page "Rate", which recommends a step rate for a game whose speeds and computing times the user enters.
#include "base/number.hpp"
#include "lab/metrics/step_rate_advice.hpp"
#include "programs/demo/panels/panels.hpp"
#include "views/step_rate_chart.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace demo
{

namespace
{

constexpr std::size_t checkbox_column_count = 4;
constexpr float checkbox_width = 62, game_controls_width = 270, use_button_width = 70; // in points

void draw_refresh_rate_checkboxes(const PanelContext& context, const lab::StepRateMismatchMap& map)
{
    std::vector<timestep::Rate>& chosen_refresh_rates = context.settings.view.game_properties.display_rates;
    draw_grey_text("refresh rates of the players' displays, in Hz");
    for (std::size_t i = 0; i < map.refresh_rates.size(); ++i)
    {
        const std::size_t column = i % checkbox_column_count;
        if (column != 0) ImGui::SameLine(static_cast<float>(column) * checkbox_width * context.scale);
        const std::string label = base::exact_rate_text(map.refresh_rates[i]);
        bool is_chosen = std::ranges::find(chosen_refresh_rates, map.refresh_rates[i]) != chosen_refresh_rates.end();
        if (ImGui::Checkbox(label.c_str(), &is_chosen))
        {
            if (is_chosen)
                chosen_refresh_rates.push_back(map.refresh_rates[i]);
            else
                std::erase(chosen_refresh_rates, map.refresh_rates[i]);
        }
        log_last_item(context.widget_log, "rate.display." + label, is_chosen ? "on" : "off");
    }
}

void show_rate_map_tooltip(const PanelContext& context, const lab::StepRateMismatchMap& map, draw::Rect area)
{
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const auto cell = views::map_cell_at(map, area, {mouse.x, mouse.y}, context.scale);
    if (!cell) return;
    const sim::StepRateMismatch mismatch = map.mismatch_at(cell->step_rate_index, cell->refresh_rate_index);
    add_tooltip(fmt::format("{} steps on a display of {} Hz that shows the newest state: {} repeats and {} doubles a "
                            "second; beat {} Hz",
                            base::exact_rate_text(map.step_rates[cell->step_rate_index]),
                            base::exact_rate_text(map.refresh_rates[cell->refresh_rate_index]),
                            base::number_text(mismatch.zero_step_frames_per_s, 4),
                            base::number_text(mismatch.multi_step_frames_per_s, 4),
                            base::number_text(mismatch.beat_hz, 4)));
}

} // namespace

void draw_rate_page(const PanelContext& context)
{
    const lab::StepRateMismatchMap map = lab::make_mismatch_map(context.settings.view.game_properties.display_rates);
    ImGui::BeginChild("game", {game_controls_width * context.scale, 0}, false, ImGuiWindowFlags_NavFlattened);
    draw_refresh_rate_checkboxes(context, map);
    for (const lab::Control& control : lab::common_controls_except_lists())
        if (control.path.starts_with("rate.")) draw_editable_control(context.settings, control, context.widget_log);
    ImGui::EndChild();

    ImGui::SameLine(0, 14 * context.scale);
    ImGui::BeginChild("advice", {0, 0}, false, ImGuiWindowFlags_NavFlattened);
    const lab::StepRateAdvice advice = lab::advise_step_rate(context.settings.view.game_properties);
    if (advice.advised_rate)
    {
        if (draw_button("Use it", "Runs the loop in the window at the recommended step rate.", context.widget_log,
                        use_button_width * context.scale))
            context.settings.lane.loop.set_rate(*advice.advised_rate);
        ImGui::SameLine();
    }
    draw_paragraph(advice_text(advice));
    const draw::Rect area = remaining_panel_area();
    ImGui::InvisibleButton("map", {std::max(area.w, 1.0F), std::max(area.h, 1.0F)});
    const auto redraw_page = [&](draw::Picture& picture)
    {
        views::redraw_step_rate_chart(picture, context.settings.view.game_properties, advice, map, area,
                                      {context.theme, context.scale});
    };
    run_pending_save(context, {.file_stem = "rate", .area = area, .draw = redraw_page});
    redraw_page(context.panel_state.page_picture_buffer);
    draw_picture(context.panel_state.page_picture_buffer, *ImGui::GetWindowDrawList());
    if (!is_page_png_pending(context)) show_rate_map_tooltip(context, map, area);
    context.widget_log.push_back(
        {"rate", area, advice.advised_rate ? base::exact_rate_text(*advice.advised_rate) : "none"});
    ImGui::EndChild();
}

} // namespace demo
