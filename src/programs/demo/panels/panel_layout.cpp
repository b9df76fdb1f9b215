// Computes the layout of the panels around the picture of the running loops, and draws all panels.
#include "base/text.hpp"
#include "lab/replay/replay_player.hpp"
#include "lab/stage/demonstration_driver.hpp"
#include "lab/stage/lesson_driver.hpp"
#include "programs/demo/panels/panels.hpp"
#include "views/lane_view.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

namespace demo
{

namespace
{

constexpr float panel_gap = 8;
constexpr float header_height = 40;
constexpr float scrubber_height = 50;
constexpr float side_panel_width = 348;
constexpr float default_dock_height = 228;
constexpr float audience_view_bar_height = 92;
constexpr float audience_view_font_size = 28; // in a window of 1920x1080 points

// Draws a panel without a background: blending a background would take most of the frame's time in software OpenGL.
void draw_panel(const char* name, const draw::Rect& area, ImGuiWindowFlags extra_window_flags, auto draw_contents)
{
    ImGui::SetNextWindowPos({area.x, area.y});
    ImGui::SetNextWindowSize({area.w, area.h});
    ImGui::PushStyleColor(ImGuiCol_WindowBg, ImVec4{});
    const bool is_open =
        ImGui::Begin(name, nullptr, fixed_window_flags | ImGuiWindowFlags_NoBringToFrontOnFocus | extra_window_flags);
    ImGui::PopStyleColor();
    if (is_open) draw_contents();
    ImGui::End();
}

// Draws a section's heading. Returns whether the section is open, and stores this in bit `index` of open_sections_mask.
bool draw_section_heading(const PanelContext& context, std::size_t index, const char* title)
{
    std::uint32_t& open_sections_mask = context.settings.view.open_sections_mask;
    const std::uint32_t section_bit = 1U << index;
    ImGui::Spacing();
    ImGui::PushFont(bold_font());
    ImGui::SetNextItemOpen((open_sections_mask & section_bit) != 0);
    const bool is_open = ImGui::CollapsingHeader(title);
    ImGui::PopFont();
    log_last_item(context.widget_log, fmt::format("fold.{}", lab::panel_section_names[index]), is_open ? "on" : "off");
    open_sections_mask = is_open ? open_sections_mask | section_bit : open_sections_mask & ~section_bit;
    return is_open;
}

constexpr std::size_t loop_section = 0, pc_section = 1, scene_section = 2; // indices in lab::panel_section_names

// The collapsible sections scroll. The buttons below (draw_footer_buttons()) keep their place.
void draw_control_panel(const PanelContext& context, bool takes_focus)
{
    const float button_row_count = has_paired_buttons() ? 2 : 3;
    const float footer_height = button_row_count * ImGui::GetFrameHeightWithSpacing() + ImGui::GetStyle().ItemSpacing.y;
    ImGui::BeginChild("knobs", {0, -footer_height}, false, ImGuiWindowFlags_NavFlattened);
    if (takes_focus) ImGui::SetWindowFocus();
    if (draw_section_heading(context, loop_section, "Loop"))
    {
        draw_loop_panel(context);
        const bool are_statistics_open =
            ImGui::TreeNodeEx("numbers", ImGuiTreeNodeFlags_NoTreePushOnOpen, "Statistics of the loop");
        log_last_item(context.widget_log, "loop.numbers", are_statistics_open ? "on" : "off");
        if (are_statistics_open) draw_selected_lane_statistics(context);
    }
    if (draw_section_heading(context, pc_section, "PC")) draw_pc_panel(context);
    if (draw_section_heading(context, scene_section, "Scene and view"))
    {
        draw_scene_settings_panel(context);
        draw_view_panel(context);
    }
    ImGui::EndChild();
    draw_footer_buttons(context);
}

void draw_timeline_page(const PanelContext& context)
{
    if (auto* replay = context.lab.experiment.driver_as<lab::ReplayPlayer>(); replay != nullptr)
        draw_replay_page(context, *replay);
    else
        draw_lane_timeline(context);
}

struct DockPage
{
    const char* title;
    const char* tooltip;
    void (*draw)(const PanelContext& context);
    void (*draw_toolbar)(const PanelContext& context) = nullptr;
    bool shows_selected_lane = false;
    const char* toolbar_text = ""; // as wide as the toolbar, which then never lies beyond the page's edge
};
// In the order of lab::PanelPage.
constexpr std::array dock_pages{
    DockPage{"Timeline", "Frame times, steps and displayed frames of the selected loop.", draw_timeline_page,
             draw_timeline_page_toolbar, true},
    DockPage{"Plots", "Metrics of the selected loop over time.", draw_plots_page, draw_plots_page_toolbar, true},
    DockPage{"Phase", "Phase plot (velocity over position), and the longest stable step.", draw_phase_portrait_page,
             draw_page_toolbar, true},
    DockPage{"Code", "The source code of the running loop, with the lines that ran and the values of its variables.",
             draw_code_page, nullptr, true},
    DockPage{"Scoreboard", "Compares all loops by the most important metrics.", draw_sortable_scoreboard_page,
             draw_scoreboard_toolbar, false, "64 starts  Faults  [ ] all metrics          "},
    DockPage{"Lessons", "Lessons with a question, a run and an explanation (E).", draw_lessons_page},
    DockPage{"Rate", "Finds a step rate for your game from its speeds, springs, step cost and displays.",
             draw_rate_page, draw_page_toolbar},
};

// The index of the first tab in the second row; the number of tabs if all tabs and the toolbar fit into one row.
std::size_t first_row_tab_count(const PanelContext& context, const char* toolbar_text)
{
    const float available_width = ImGui::GetContentRegionMax().x - ImGui::GetStyle().WindowPadding.x;
    float row_width = 0;
    for (std::size_t i = 0; i < dock_pages.size(); ++i)
    {
        row_width += flat_button_width({dock_pages[i].title}, context) + (i > 0 ? 2 * context.scale : 0);
        if (row_width > available_width) return i;
    }
    const float toolbar_width = *toolbar_text != '\0' ? flat_button_width({toolbar_text}, context) : 0;
    return row_width + toolbar_width > available_width ? dock_pages.size() - 1 : dock_pages.size();
}

// Draws the tabs at the window's lower edge, so that they do not move when a page needs more height.
void draw_dock(const PanelContext& context)
{
    lab::PanelPage& chosen_page = context.settings.view.panel_page;
    const auto shown_page_index = static_cast<std::size_t>(chosen_page);
    const DockPage& shown_page = dock_pages[shown_page_index];
    const std::size_t second_row_first_tab = first_row_tab_count(context, shown_page.toolbar_text);
    const float tab_row_count = second_row_first_tab < dock_pages.size() ? 2 : 1;
    ImGui::BeginChild(shown_page.title, {0, -tab_row_count * ImGui::GetFrameHeightWithSpacing()}, false,
                      ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NavFlattened);
    shown_page.draw(context);
    ImGui::EndChild();
    for (std::size_t i = 0; i < dock_pages.size(); ++i)
    {
        if (i > 0 && i != second_row_first_tab) ImGui::SameLine(0, 2 * context.scale);
        if (draw_flat_button(context, {dock_pages[i].title, dock_pages[i].tooltip, i == shown_page_index}))
            chosen_page = static_cast<lab::PanelPage>(i);
    }
    if (shown_page.shows_selected_lane && context.lab.shown_lane_count() > 1)
    {
        const std::size_t lane_index = context.lab.selected_lane_index();
        ImGui::SameLine(0, 14 * context.scale);
        ImGui::AlignTextToFramePadding();
        ImGui::TextColored(to_imvec4(context.theme.legible(colour_of_lane(context.lab, lane_index))), "%s",
                           context.lab.experiment.lanes[lane_index].setup().name.c_str());
    }
    context.widget_log.push_back({"dock", {}, base::ascii_lower_case(shown_page.title)});
    if (shown_page.draw_toolbar != nullptr && context.lab.experiment.driver_as<lab::ReplayPlayer>() == nullptr)
        shown_page.draw_toolbar(context);
}

// Areas of the panels in points.
struct PanelLayout
{
    draw::Rect header{}, stage{}, scrubber{}, controls{}, dock{};
};

// Height in points of the dock (the tabbed pages below the stage); 0 if the window is not tall enough for a dock.
float dock_height_of(lab::PanelPage page, float window_height, float scale)
{
    if (window_height < 320 * scale) return 0.0F;
    if (page == lab::PanelPage::rate) return std::max(default_dock_height * scale, window_height * 0.53F);
    return page == lab::PanelPage::code ? std::max(default_dock_height * scale, window_height * 0.46F)
                                        : std::min(default_dock_height * scale, window_height * 0.42F);
}

// The area with its width and height clamped to at least 1 point, so that a very small window has no negative sizes.
draw::Rect non_empty_area(float x, float y, float width, float height)
{
    return {x, y, std::max(width, 1.0F), std::max(height, 1.0F)};
}

PanelLayout audience_view_layout(const lab::Lab& lab, float width, float height, float scale)
{
    const float gap = panel_gap * scale;
    if (lab.experiment.driver_as<lab::LessonDriver>() != nullptr)
    {
        const float controls_width = std::min(side_panel_width * scale, width * 0.45F);
        return {.stage = non_empty_area(gap, gap, width - controls_width - 3 * gap, height - 2 * gap),
                .controls = non_empty_area(width - controls_width - gap, gap, controls_width, height - 2 * gap)};
    }
    const float bar_height = audience_view_bar_height * scale;
    return {.stage = non_empty_area(gap, gap, width - 2 * gap, height - bar_height - 3 * gap),
            .controls = non_empty_area(gap, height - bar_height - gap, width - 2 * gap, bar_height)};
}

PanelLayout layout_without_scrubber(const lab::Lab& lab, float width, float height)
{
    const lab::ViewSettings& view = lab.session.settings.view;
    const float scale = ui_scale(view, width, height);
    const float gap = panel_gap * scale;
    const float header_bottom = header_height * scale;
    const bool is_demonstration = lab.experiment.driver_as<lab::DemonstrationDriver>() != nullptr;
    if (!view.shows_panels && !is_demonstration) return {.stage = {0, 0, width, height}};
    if (view.shows_audience_view) return audience_view_layout(lab, width, height, scale);

    const draw::Rect header{0, 0, width, header_bottom};
    if (lab::shows_first_screen(lab.session.settings) || is_demonstration)
    {
        const float bar_height = first_screen_bar_height(scale);
        return {.header = header,
                .stage =
                    non_empty_area(gap, header_bottom, width - 2 * gap, height - header_bottom - bar_height - 2 * gap),
                .controls = non_empty_area(gap, height - bar_height - gap, width - 2 * gap, bar_height)};
    }

    if (is_portrait(width, height)) // one below the other
    {
        const float inner = width - 2 * gap, rest = height - header_bottom - 3 * gap;
        const draw::Rect stage{gap, header_bottom, inner, 0.36F * rest};
        const draw::Rect controls{gap, stage.bottom() + gap, inner, 0.36F * rest};
        return {.header = header,
                .stage = stage,
                .controls = controls,
                .dock = {gap, controls.bottom() + gap, inner, 0.28F * rest}};
    }
    const float controls_width = std::min(side_panel_width * scale, width * 0.45F);
    const float dock_height = dock_height_of(view.panel_page, height, scale);
    const draw::Rect stage = non_empty_area(gap, header_bottom, width - controls_width - 3 * gap,
                                            height - header_bottom - gap - (dock_height > 0 ? dock_height + gap : 0));
    return {.header = header,
            .stage = stage,
            .controls = non_empty_area(width - controls_width - gap, header_bottom, controls_width,
                                       height - header_bottom - gap),
            .dock = {gap, header_bottom + stage.h + gap, stage.w, dock_height}};
}

PanelLayout panel_layout(const lab::Lab& lab, float width, float height)
{
    PanelLayout layout = layout_without_scrubber(lab, width, height);
    const float scale = ui_scale(lab.session.settings.view, width, height);
    const float used_height = (scrubber_height + panel_gap) * scale;
    const bool plays_recording = lab.this_pc.playback && !lab.this_pc.playback->has_ended() &&
                                 lab.experiment.time_source() == lab::TimeSource::this_pc;
    if (!plays_recording || !lab.session.settings.view.shows_panels || layout.stage.h < 160 * scale + used_height)
        return layout;
    layout.stage.h -= used_height;
    layout.scrubber = {layout.stage.x, layout.stage.bottom() + panel_gap * scale, layout.stage.w,
                       scrubber_height * scale};
    return layout;
}

} // namespace

bool is_portrait(float width, float height) { return height > 1.2F * width && width < 600; }

float ui_scale(const lab::ViewSettings& view, float width, float height)
{
    const auto rounded_down_to_quarters = [](float factor) { return std::floor(factor * 4) / 4; };
    const float large_window_factor = std::clamp(std::min(width / 1920, height / 1080), 1.0F, 2.0F);
    const float needed_width = is_portrait(width, height) ? 360.0F : 600.0F; // a portrait window has more rows
    const float small_window_factor = std::max(std::min(width / needed_width, height / 300), 0.75F);
    const float normal_scale =
        std::min(static_cast<float>(view.font_scale_percent) / 100 * rounded_down_to_quarters(large_window_factor),
                 rounded_down_to_quarters(small_window_factor));
    return view.shows_audience_view
               ? std::max(std::min(width / 1920, height / 1080) * audience_view_font_size / default_font_size,
                          normal_scale)
               : normal_scale;
}

draw::Rect stage_area(const lab::Lab& lab, float width, float height) { return panel_layout(lab, width, height).stage; }

bool close_menu(const lab::Settings& settings)
{
    if (!ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup)) return false;
    // Dear ImGui closes menus on Escape only if the keyboard controls the panels. Else, losing the focus closes them.
    if (!settings.view.keyboard_controls_panels) ImGui::SetWindowFocus(nullptr);
    return true;
}

std::vector<draw::Rect> lane_areas(const draw::Rect& stage_area, const lab::Lab& lab)
{
    const auto lane_gap = static_cast<float>(lab.session.settings.view.font_scale_percent) / 25;
    return views::lane_areas(stage_area, lab.shown_lane_count(), lab.lane(0).world(), lane_gap);
}

void draw_panels(lab::Lab& lab, PanelState& panel_state, const draw::Rect& stage_area, const Notice& notice,
                 const std::string& about_text, WidgetLog& widget_log)
{
    const draw::Theme& theme = draw::theme(lab.session.settings.view.uses_light_theme);
    const ImVec2 display_size = ImGui::GetIO().DisplaySize;
    const float scale = ui_scale(lab.session.settings.view, display_size.x, display_size.y);
    apply_theme(theme, scale);
    const bool keyboard_controls_panels = lab.session.settings.view.keyboard_controls_panels;
    const bool did_keyboard_control = (ImGui::GetIO().ConfigFlags & ImGuiConfigFlags_NavEnableKeyboard) != 0;
    const bool controls_take_focus = keyboard_controls_panels && !did_keyboard_control;
    if (keyboard_controls_panels != did_keyboard_control)
        ImGui::GetIO().ConfigFlags ^= ImGuiConfigFlags_NavEnableKeyboard;
    if (did_keyboard_control && !keyboard_controls_panels) ImGui::SetWindowFocus(nullptr);
    const PanelContext context{lab, lab.session.settings, theme, scale, widget_log, panel_state};
    const PanelLayout layout = panel_layout(lab, display_size.x, display_size.y);

    draw_lane_overlays(context, stage_area);
    draw_scene_name(context, stage_area);
    auto* demonstration = lab.experiment.driver_as<lab::DemonstrationDriver>();
    const ImGuiIO& io = ImGui::GetIO();
    const bool is_touched = io.MouseWheel != 0 || ImGui::IsMouseClicked(0) || ImGui::IsMouseClicked(1);
    if (demonstration != nullptr && demonstration->is_opening() && is_touched) demonstration->stop();
    if (lab.session.settings.view.shows_panels || demonstration != nullptr)
    {
        if (layout.header.h > 0)
            draw_panel("header", layout.header, ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoScrollbar,
                       [&] { draw_window_header(context, notice, stage_area); });
        if (demonstration != nullptr && !demonstration->is_opening())
            draw_panel("demonstration", layout.controls, 0, [&] { draw_demonstration(context, *demonstration); });
        else if (auto* lesson = lab.experiment.driver_as<lab::LessonDriver>())
            // Each lesson has its own panel name, so that Dear ImGui does not keep another lesson's scroll position.
            draw_panel(fmt::format("lesson {}", lesson->lesson().name).c_str(), layout.controls, 0,
                       [&]
                       {
                           if (controls_take_focus) ImGui::SetWindowFocus();
                           draw_lesson_panel(context, *lesson);
                       });
        else if (lab.session.settings.view.shows_audience_view)
            draw_panel("presented", layout.controls, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse,
                       [&] { draw_delay_controls(context); });
        else if (lab::shows_first_screen(lab.session.settings))
            draw_panel("first", layout.controls, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse,
                       [&] { draw_first_screen_controls(context); });
        else
            draw_panel("controls", layout.controls, 0, [&] { draw_control_panel(context, controls_take_focus); });
        if (layout.dock.h > 0)
            draw_panel("dock", layout.dock, ImGuiWindowFlags_NoScrollbar, [&] { draw_dock(context); });
    }
    if (layout.scrubber.h > 0) draw_recording_scrubber(context, layout.scrubber);
    draw_recording_card(context);
    if (lab.session.settings.view.shows_help_page) draw_help_page(context, about_text);
}

} // namespace demo
