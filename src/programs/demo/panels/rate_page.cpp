// The page "Rate": numbers of the user's game, the step rates that suit them, and the map of step rates and displays.
#include "base/number.hpp"
#include "lab/metrics/step_rate.hpp"
#include "programs/demo/panels/panels.hpp"
#include "views/step_rate.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace demo
{

namespace
{

void draw_display_checkboxes(const Context& c, const lab::RateMap& map)
{
    std::vector<timestep::Rate>& displays = c.lab.settings.view.game.displays;
    draw_grey_text("refresh rates of the players' displays, in Hz");
    for (std::size_t i = 0; i < map.displays.size(); ++i)
    {
        if (i % 4 != 0) ImGui::SameLine(static_cast<float>(i % 4) * 62 * c.scale);
        const std::string label = base::rate_text(map.displays[i]);
        bool is_chosen          = std::ranges::find(displays, map.displays[i]) != displays.end();
        if (ImGui::Checkbox(label.c_str(), &is_chosen))
        {
            if (is_chosen)
                displays.push_back(map.displays[i]);
            else
                std::erase(displays, map.displays[i]);
        }
        log_item(c.log, "rate.display." + label, is_chosen ? "on" : "off");
    }
}

void edit_game_numbers(const Context& c, const lab::RateMap& map)
{
    ImGui::BeginChild("game", {270 * c.scale, 0}, false, ImGuiWindowFlags_NavFlattened);
    draw_display_checkboxes(c, map);
    for (const lab::Control& control : lab::controls())
        if (control.path.starts_with("rate.")) edit_control(c.lab.settings, control, c.log);
    ImGui::EndChild();
}

void show_cell_tooltip(const Context& c, const lab::RateMap& map, draw::Rect area)
{
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const auto cell    = views::map_cell_at(map, area, {mouse.x, mouse.y}, c.scale);
    if (!cell) return;
    const sim::StepRateFit fit = map.fit(cell->step_index, cell->display_index);
    show_tooltip_if_hovered(
        fmt::format("{} steps on a display of {} Hz that shows the newest state: {:.4g} repeats and {:.4g} doubles a "
                    "second; beat {:.4g} Hz",
                    base::rate_text(map.steps[cell->step_index]), base::rate_text(map.displays[cell->display_index]),
                    fit.repeats, fit.doubles, fit.beat));
}

} // namespace

void draw_rate_page(const Context& c)
{
    const lab::RateMap map = lab::rate_map(c.lab.settings.view.game.displays);
    edit_game_numbers(c, map);
    ImGui::SameLine(0, 14 * c.scale);
    ImGui::BeginChild("advice", {0, 0}, false, ImGuiWindowFlags_NavFlattened);
    const lab::StepRateAdvice advice = lab::advise_step_rate(c.lab.settings.view.game);
    if (advice.rate && draw_button("Use it", "Runs the loop in the window at this step rate.", c.log, 70 * c.scale))
        c.lab.settings.loop.set_rate(*advice.rate);
    if (advice.rate) ImGui::SameLine();
    draw_paragraph(text_of(advice));
    const draw::Rect area = available_area();
    ImGui::InvisibleButton("map", {std::max(area.w, 1.0F), std::max(area.h, 1.0F)});
    const auto draw = [&](draw::Picture& picture) {
        views::redraw_step_rate(picture, c.lab.settings.view.game, advice, map, area, {c.theme, c.scale});
    };
    advance_pending_save_or_copy(c, {.file_stem = "rate", .area = area, .draw = draw});
    draw(c.state.page_picture);
    draw_picture(c.state.page_picture, *ImGui::GetWindowDrawList());
    if (!is_saving_png(c)) show_cell_tooltip(c, map, area);
    c.log.push_back({"rate", area, advice.rate ? base::rate_text(*advice.rate) : "none"});
    ImGui::EndChild();
}

} // namespace demo
