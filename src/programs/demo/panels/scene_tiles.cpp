// Draws the scenes as tiles: a small picture of each, and its name. A click chooses the scene.
#include "draw/shapes/theme.hpp"
#include "programs/demo/panels/panels.hpp"
#include "scenes/world.hpp"
#include "views/lane_view.hpp"

#include <fmt/core.h>

#include <cstddef>

namespace demo
{

namespace
{

constexpr draw::Rect pictured_area{0, 0, 360, 216}; // in points; a tile shows it smaller
constexpr timestep::Nanos pictured_time{1'200'000'000}; // since the start of the scene

// Runs the scene for a moment on a virtual PC.
draw::Picture picture_of_scene(std::size_t scene_index, const draw::Theme& theme)
{
    lab::Settings settings;
    choose_scene(settings, scene_index);
    settings.view.shows_trail = false;
    settings.view.shown_references = view::ShownReferences::none;
    lab::LaneRun run{{.config = settings.lane}, true};
    while (run.next_frame_start_time() < pictured_time) run.simulate_frame();
    scenes::Trail trail;
    views::extend_trail(trail, run.lane());
    draw::Picture picture;
    views::redraw_lane(picture, run.lane(), run.lane().newest_moment(), trail, settings.view, pictured_area,
                       {.theme = theme,
                        .pixels_per_point = 2,
                        .loop_colour = draw::loop_colour(settings.lane.loop.preset),
                        .has_legend = false});
    return picture;
}

} // namespace

void draw_scene_tiles(const PanelContext& context)
{
    constexpr int column_count = 3;
    std::vector<draw::Picture>& pictures = context.panel_state.scene_pictures;
    const auto scene_types = scenes::all_scenes();
    const bool is_light = context.settings.view.uses_light_theme;
    if (std::exchange(context.panel_state.has_light_scene_pictures, is_light) != is_light) pictures.clear();
    if (pictures.size() < scene_types.size()) // one a frame, so that no frame takes long
        pictures.push_back(picture_of_scene(pictures.size(), context.theme));

    const float gap = ImGui::GetStyle().ItemSpacing.x;
    const float width = std::floor((ImGui::GetContentRegionAvail().x - (column_count - 1) * gap) / column_count);
    const float picture_height = width * pictured_area.h / pictured_area.w;
    const float height = picture_height + ImGui::GetTextLineHeight() + 2 * context.scale;
    const lab::Control& control = lab::control_of(lab::ControlId::scene);
    const char* const disabled_reason = control.no_effect_reason(context.settings);
    const std::size_t chosen = context.settings.lane.scene.scene_index;
    ImGui::BeginDisabled(disabled_reason != nullptr);
    for (std::size_t i = 0; i < scene_types.size(); ++i)
    {
        if (i % column_count != 0) ImGui::SameLine();
        const std::string name{scene_types[i]->name};
        const ImVec2 corner = ImGui::GetCursorScreenPos();
        if (ImGui::InvisibleButton(name.c_str(), {width, height})) choose_scene(context.settings, i);
        const bool is_hovered = is_item_hovered();
        describe_last_item(context.widget_log, fmt::format("tile.{}", name), i == chosen ? "on" : "off",
                           disabled_reason != nullptr ? disabled_reason : scene_types[i]->what_to_watch);
        ImDrawList& draw_list = *ImGui::GetWindowDrawList();
        const ImVec2 picture_end{corner.x + width, corner.y + picture_height};
        draw_list.AddRectFilled(corner, picture_end, to_imu32(context.theme.background), 4 * context.scale);
        if (i < pictures.size()) draw_scaled_shapes(pictures[i], draw_list, corner, width / pictured_area.w);
        draw_list.AddRect(corner, picture_end,
                          to_imu32(i == chosen || is_hovered ? context.theme.accent : context.theme.border),
                          4 * context.scale, 0, (i == chosen ? 2.0F : 1.0F) * context.scale);
        draw_text(draw_list, {corner.x, picture_end.y + context.scale},
                  i == chosen ? context.theme.text : context.theme.dim_text, ellipsized(name, width));
    }
    ImGui::EndDisabled();
    context.widget_log.push_back({std::string{control.path}, {}, lab::parsable_value_text(context.settings, control)});
}

void draw_scene_name(const PanelContext& context, const draw::Rect& stage_area)
{
    constexpr double shown_s = 2.5;
    SceneNameState& state = context.panel_state.scene_name;
    const std::size_t scene_index = context.settings.lane.scene.scene_index;
    if (std::exchange(state.scene_index, scene_index) != scene_index && ImGui::GetFrameCount() > 1)
        state.shown_until_s = ImGui::GetTime() + shown_s;
    if (ImGui::GetTime() >= state.shown_until_s) return;
    const auto scene_types = scenes::all_scenes();
    const std::string text =
        fmt::format("{}  {} of {}", scene_types[scene_index]->title, scene_index + 1, scene_types.size());
    ImGui::PushFont(title_font());
    const float padding = 10 * context.scale;
    const float width = scaled_width_in_points(text) + 2 * padding;
    const float height = ImGui::GetTextLineHeight() + padding;
    const ImVec2 corner{stage_area.x + 0.5F * (stage_area.w - width), stage_area.bottom() - 2.2F * height};
    ImDrawList& draw_list = *ImGui::GetBackgroundDrawList();
    draw_list.AddRectFilled(corner, {corner.x + width, corner.y + height}, to_imu32(context.theme.control_background),
                            6 * context.scale);
    draw_text(draw_list, {corner.x + padding, corner.y + 0.5F * padding}, context.theme.text, text);
    ImGui::PopFont();
    context.widget_log.push_back({"stage.scene", {corner.x, corner.y, width, height}, text});
}

} // namespace demo
