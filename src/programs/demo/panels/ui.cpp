// Places the panels around the pictures of the loops, and draws them.
#include "lab/stage/demonstration_stage.hpp"
#include "lab/stage/lesson_stage.hpp"
#include "lab/stage/replay_stage.hpp"
#include "programs/demo/panels/panels.hpp"
#include "views/stage.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace demo
{

namespace
{

constexpr float gap                 = 8;
constexpr float header_height       = 40;
constexpr float panel_width         = 348;
constexpr float dock_height         = 228;
constexpr float first_screen_height = 192;
constexpr float presented_height    = 92;
constexpr float presented_font      = 28; // size of the text during a presentation, in a window of 1920x1080 points

// The cleared canvas is the background: with software OpenGL, blending one would take most of the frame's time.
template <class Contents>
void panel(const char* name, const draw::Rect& r, ImGuiWindowFlags flags, Contents contents)
{
    ImGui::SetNextWindowPos({r.x, r.y});
    ImGui::SetNextWindowSize({r.w, r.h});
    ImGui::PushStyleColor(ImGuiCol_WindowBg, ImVec4{});
    const bool open = ImGui::Begin(name, nullptr, fixed_window_flags | ImGuiWindowFlags_NoBringToFrontOnFocus | flags);
    ImGui::PopStyleColor();
    if (open) contents();
    ImGui::End();
}

// Returns true in the frame in which keyboard control is turned on; the caller then gives the controls the focus.
bool set_keyboard_control(bool on)
{
    int& flags         = ImGui::GetIO().ConfigFlags;
    const bool already = (flags & ImGuiConfigFlags_NavEnableKeyboard) != 0;
    flags              = on ? flags | ImGuiConfigFlags_NavEnableKeyboard : flags & ~ImGuiConfigFlags_NavEnableKeyboard;
    if (!on && already) ImGui::SetWindowFocus(nullptr);
    return on && !already;
}

// Returns true if the fold, a bit of ViewSettings::folds, is open.
bool fold(const Context& context, std::size_t place, const char* title)
{
    std::uint32_t& folds    = context.lab.settings.view.folds;
    const std::uint32_t bit = 1U << place;
    ImGui::Spacing();
    ImGui::PushFont(bold_font());
    ImGui::SetNextItemOpen((folds & bit) != 0);
    const bool open = ImGui::CollapsingHeader(title);
    ImGui::PopFont();
    log_item(context.log, fmt::format("fold.{}", lab::fold_names[place].name), open ? "on" : "off");
    folds = open ? folds | bit : folds & ~bit;
    return open;
}

// The folds scroll, draw_set_up_panel() below them does not.
void draw_control_panel(const Context& context, bool focus)
{
    const float rows   = has_two_button_columns() ? 3 : 5;
    const float footer = rows * ImGui::GetFrameHeightWithSpacing() + ImGui::GetStyle().ItemSpacing.y;
    ImGui::BeginChild("knobs", {0, -footer}, false, ImGuiWindowFlags_NavFlattened);
    if (focus) ImGui::SetWindowFocus();
    if (fold(context, 0, "Loop"))
    {
        draw_loop_panel(context);
        const bool open = ImGui::TreeNodeEx("numbers", ImGuiTreeNodeFlags_NoTreePushOnOpen, "Its numbers");
        log_item(context.log, "loop.numbers", open ? "on" : "off");
        if (open) draw_decision_panel(context);
    }
    if (fold(context, 1, "PC")) draw_machine_panel(context);
    if (fold(context, 2, "Scene and view"))
    {
        draw_scene_panel(context);
        draw_view_panel(context);
    }
    ImGui::EndChild();
    draw_set_up_panel(context);
}

void draw_timeline_page(const Context& context)
{
    const auto* lesson = context.lab.stage_as<lab::LessonStage>();
    if (lesson != nullptr && lesson->network_run() != nullptr)
        draw_network_timeline(context, *lesson->network_run());
    else if (auto* replay = context.lab.stage_as<lab::ReplayStage>(); replay != nullptr)
        draw_replay_page(context, *replay);
    else
        draw_lane_timeline(context);
}

struct DockPage
{
    lab::Dock dock;
    const char* title;
    const char* tip;
    void (*draw)(const Context& context);
    void (*tools)(const Context& context) = nullptr;
};
// In the order of their tabs.
constexpr std::array pages{
    DockPage{lab::Dock::timeline, "Timeline", "The steps of each frame of the selected lane, in detail.",
             draw_timeline_page, draw_timeline_tools},
    DockPage{lab::Dock::plots, "Plots", "Values of the selected lane over time.", draw_plots_page, draw_plot_tools},
    DockPage{lab::Dock::phase, "Phase", "Phase plot (velocity over position), and the longest stable step.",
             draw_phase_page, draw_phase_tools},
    DockPage{lab::Dock::code, "Code", "The source of the running loop: the lines that ran, and their values.",
             draw_code_page},
    DockPage{lab::Dock::scoreboard, "Scoreboard", "Compares all lanes by the most important metrics.",
             draw_scoreboard_page, draw_scoreboard_tools},
    DockPage{lab::Dock::lessons, "Lessons", "One-page lessons (E).", draw_lessons_page},
};

std::string lowered(std::string text)
{
    for (char& letter : text) letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    return text;
}

void name_lane(const Context& c)
{
    if (c.lab.lanes() < 2) return;
    const std::size_t lane = c.lab.selected();
    ImGui::SameLine(0, 14 * c.scale);
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(to_imvec4(draw::legible(colour_of_lane(c.lab, lane), c.theme.ground, c.theme.ink)), "%s",
                       c.lab.setup(lane).name.c_str());
}

// The number of tabs if all fit.
std::size_t first_of_second_row(const Context& context)
{
    const float room = ImGui::GetContentRegionMax().x - ImGui::GetStyle().WindowPadding.x;
    float width      = 0;
    for (std::size_t i = 0; i < pages.size(); ++i)
    {
        width += tab_width(pages[i].title, context) + (i > 0 ? 2 * context.scale : 0);
        if (width > room) return i;
    }
    return pages.size();
}

// The tabs are at the lower edge of the window, so that they stay there when the page "Code" makes the dock higher.
void draw_dock(const Context& context)
{
    lab::Dock& chosen = context.lab.settings.view.dock;
    const DockPage* shown =
        std::find_if(pages.begin(), pages.end(), [&](const DockPage& p) { return p.dock == chosen; });
    if (shown == pages.end()) shown = pages.begin();
    const std::size_t row = first_of_second_row(context);
    const float rows      = row < pages.size() ? 2 : 1;
    ImGui::BeginChild(shown->title, {0, -rows * ImGui::GetFrameHeightWithSpacing()}, false,
                      ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NavFlattened);
    shown->draw(context);
    ImGui::EndChild();
    for (std::size_t i = 0; i < pages.size(); ++i)
    {
        if (i > 0 && i != row) ImGui::SameLine(0, 2 * context.scale);
        if (draw_tab(context, {pages[i].title, pages[i].tip, &pages[i] == shown})) chosen = pages[i].dock;
    }
    name_lane(context);
    context.log.push_back({"dock", {}, lowered(shown->title)});
    if (shown->tools != nullptr && context.lab.stage_as<lab::ReplayStage>() == nullptr) shown->tools(context);
}

// In points. A narrow window has narrower controls, a low one a lower dock or none.
struct Places
{
    draw::Rect header, tour, stage, controls, dock;
};

// In points; 0 if the window is too low.
float dock_height_of(lab::Dock dock, float height, float scale)
{
    if (height < 320 * scale) return 0.0F;
    return dock == lab::Dock::code ? std::max(dock_height * scale, height * 0.46F)
                                   : std::min(dock_height * scale, height * 0.42F);
}

// At least 1 point, so that no part of a very small window has a negative size.
float some(float length) { return std::max(length, 1.0F); }

// Only the stage and one panel: the lesson beside it, or the slider that makes this PC slow below it.
Places presentation(const lab::Lab& lab, float width, float height, float scale)
{
    const float g = gap * scale;
    if (lab.stage_as<lab::LessonStage>() != nullptr)
    {
        const float side = std::min(panel_width * scale, width * 0.45F);
        return {.header   = {},
                .tour     = {},
                .stage    = {g, g, some(width - side - 3 * g), some(height - 2 * g)},
                .controls = {width - side - g, g, side, some(height - 2 * g)},
                .dock     = {}};
    }
    const float bar = presented_height * scale;
    return {.header   = {},
            .tour     = {},
            .stage    = {g, g, some(width - 2 * g), some(height - bar - 3 * g)},
            .controls = {g, height - bar - g, some(width - 2 * g), bar},
            .dock     = {}};
}

Places places(const lab::Lab& lab, float width, float height)
{
    const lab::Settings& settings = lab.settings;
    const lab::ViewSettings& view = settings.view;

    const float scale           = ui_scale(view, width, height);
    const float g               = gap * scale;
    const float top             = header_height * scale;
    const bool is_demonstration = lab.stage_as<lab::DemonstrationStage>() != nullptr;
    if (!view.panels && !is_demonstration)
        return {.header = {}, .tour = {}, .stage = {0, 0, width, height}, .controls = {}, .dock = {}};
    if (view.present) return presentation(lab, width, height, scale);

    if (lab::is_first_screen(settings) || is_demonstration)
    {
        const float bar  = first_screen_height * scale;
        const float card = tour_card_height(lab, width - 2 * g, scale);
        const float over = card > 0 ? top + card + g : top;
        return {.header   = {0, 0, width, top},
                .tour     = {g, top, some(width - 2 * g), card},
                .stage    = {g, over, some(width - 2 * g), some(height - over - bar - 2 * g)},
                .controls = {g, height - bar - g, some(width - 2 * g), bar},
                .dock     = {}};
    }

    const float side         = std::min(panel_width * scale, width * 0.45F);
    const float low          = dock_height_of(view.dock, height, scale);
    const float left         = some(width - side - 3 * g);
    const float stage_height = some(height - top - g - (low > 0 ? low + g : 0));
    return {.header   = {0, 0, width, top},
            .tour     = {},
            .stage    = {g, top, left, stage_height},
            .controls = {width - side - g, top, side, some(height - top - g)},
            .dock     = {g, top + stage_height + g, left, low}};
}

} // namespace

void disable_settings_file() { ImGui::GetIO().IniFilename = nullptr; }

float ui_scale(const lab::ViewSettings& view, float width, float height)
{
    const auto quarters = [](float factor) { return std::floor(factor * 4) / 4; };
    const float room    = std::clamp(std::min(width / 1920, height / 1080), 1.0F, 2.0F);
    const float fits    = std::max(std::min(width / 600, height / 380), 0.75F);
    const float usual   = std::min(static_cast<float>(view.font_scale) / 100 * quarters(room), quarters(fits));
    // Words of a presentation are never smaller than those of the usual window.
    return view.present ? std::max(std::min(width / 1920, height / 1080) * presented_font / default_font_size, usual)
                        : usual;
}

draw::Rect stage_area(const lab::Lab& lab, float width, float height) { return places(lab, width, height).stage; }

bool close_menus(const lab::Settings& settings)
{
    if (!ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup)) return false;
    // While the keyboard controls the panels, Dear ImGui closes its menus by Escape itself.
    if (!settings.view.panel_keys) ImGui::SetWindowFocus(nullptr);
    return true;
}

std::vector<draw::Rect> lane_areas(const draw::Rect& stage, const lab::Lab& lab)
{
    const auto gap_between = static_cast<float>(lab.settings.view.font_scale) / 25;
    return views::lane_areas(stage, lab.lanes(), lab.lane(0).world(), gap_between);
}

void draw_panels(lab::Lab& lab, RecordingCard& card, PanelState& state, const draw::Rect& stage,
                 const std::string& notice, const std::string& about, WidgetLog& log)
{
    const draw::Theme& theme = draw::theme(lab.settings.view.light);
    const ImVec2 size        = ImGui::GetIO().DisplaySize;
    const float scale        = ui_scale(lab.settings.view, size.x, size.y);
    apply_theme(theme, scale);
    const bool focus = set_keyboard_control(lab.settings.view.panel_keys);
    const Context context{lab, theme, scale, log, card, state};
    const Places at = places(lab, size.x, size.y);

    draw_stage_overlay(context, stage);
    auto* shown = lab.stage_as<lab::DemonstrationStage>();
    if (lab.settings.view.panels || shown != nullptr)
    {
        if (at.header.h > 0)
            panel("header", at.header, ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoScrollbar,
                  [&] { draw_header(context, notice); });
        if (shown != nullptr)
            panel("demonstration", at.controls, 0, [&] { draw_demonstration_panel(context, *shown); });
        else if (auto* lesson = lab.stage_as<lab::LessonStage>())
            // The panel has another name for each lesson, so that Dear ImGui does not use the scroll position of the
            // last lesson.
            panel(fmt::format("lesson {}", lesson->lesson().name).c_str(), at.controls, 0,
                  [&]
                  {
                      if (focus) ImGui::SetWindowFocus();
                      draw_lesson_panel(context, *lesson);
                  });
        else if (lab.settings.view.present)
            panel("presented", at.controls, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse,
                  [&] { draw_presented_controls(context); });
        else if (lab::is_first_screen(lab.settings))
            panel("first", at.controls, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse,
                  [&] { draw_first_screen(context); });
        else
            panel("controls", at.controls, 0, [&] { draw_control_panel(context, focus); });
        if (at.dock.h > 0) panel("dock", at.dock, ImGuiWindowFlags_NoScrollbar, [&] { draw_dock(context); });
    }
    draw_recording_strip(context, stage);
    draw_tour_card(context, at.tour);
    draw_recording_card(context);
    if (lab.settings.view.help) draw_help_page(context, about);
}

} // namespace demo
