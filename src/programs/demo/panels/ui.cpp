#include "programs/demo/panels/ui.hpp"

#include "draw/shapes/contrast.hpp"
#include "draw/shapes/theme.hpp"
#include "lab/stage/lesson_stage.hpp"
#include "lab/stage/replay_stage.hpp"
#include "programs/demo/panels/panels.hpp"
#include "programs/demo/panels/theme.hpp"
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
constexpr float first_screen_height = 166;

constexpr ImGuiWindowFlags fixed_place = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                                         ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                                         ImGuiWindowFlags_NoBringToFrontOnFocus;

// Draws a panel without a background; the cleared canvas is its background. With software OpenGL, blending a background
// would take most of the frame's time.
template <class Contents>
void panel(const char* name, const draw::Rect& r, ImGuiWindowFlags flags, Contents contents)
{
    ImGui::SetNextWindowPos({r.x, r.y});
    ImGui::SetNextWindowSize({r.w, r.h});
    ImGui::PushStyleColor(ImGuiCol_WindowBg, ImVec4{});
    const bool open = ImGui::Begin(name, nullptr, fixed_place | flags);
    ImGui::PopStyleColor();
    if (open) contents();
    ImGui::End();
}

// Turns keyboard control of the panels on or off. While it is off, the arrow keys, Space and Tab control the laboratory
// instead. Returns true in the frame in which it is turned on; the caller then gives the controls the focus.
bool set_keyboard_control(bool on)
{
    int& flags         = ImGui::GetIO().ConfigFlags;
    const bool already = (flags & ImGuiConfigFlags_NavEnableKeyboard) != 0;
    flags              = on ? flags | ImGuiConfigFlags_NavEnableKeyboard : flags & ~ImGuiConfigFlags_NavEnableKeyboard;
    if (!on && already) ImGui::SetWindowFocus(nullptr);
    return on && !already;
}

// Draws the column of panels with controls, which scrolls, and set_up_panel() below it, which does not scroll.
void control_panel(const Context& context, bool focus)
{
    const float rows   = set_up_side_by_side() ? 1 : 2;
    const float footer = rows * ImGui::GetFrameHeightWithSpacing() + ImGui::GetStyle().ItemSpacing.y;
    ImGui::BeginChild("knobs", {0, -footer}, false, ImGuiWindowFlags_NavFlattened);
    if (focus) ImGui::SetWindowFocus();
    loop_panel(context);
    machine_panel(context);
    scene_panel(context);
    view_panel(context);
    decision_panel(context);
    ImGui::EndChild();
    set_up_panel(context);
}

// A page in the lower part of the window (the dock).
struct DockPage
{
    lab::Dock dock;
    const char* title;
    const char* tip;
    void (*draw)(const Context& context);
    /// Draws the buttons of a page (such as "Plots") beside the tabs; null if the page has no buttons.
    void (*tools)(const Context& context) = nullptr;
};
// The pages in the lower part of the window (the dock), in the order of their tabs.
constexpr std::array pages{
    DockPage{lab::Dock::timeline, "Timeline", "The steps of each frame of the selected lane, in detail.", timeline,
             timeline_tools},
    DockPage{lab::Dock::plots, "Plots", "Values of the selected lane over time.", plots, plot_tools},
    DockPage{lab::Dock::phase, "Phase", "Position against velocity, and the steps that the integrator stands.", phase,
             phase_tools},
    DockPage{lab::Dock::code, "Code", "The source of the running loop: the lines that ran, and their values.",
             code_page},
    DockPage{lab::Dock::scoreboard, "Scoreboard", "Every lane by the metrics that matter.", scoreboard,
             scoreboard_tools},
    DockPage{lab::Dock::lessons, "Lessons", "One-page lessons (E).", lessons_page},
};

std::string lowered(std::string text)
{
    for (char& letter : text) letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    return text;
}

// Writes the name of the selected lane (loop), whose data the page shows. Writes nothing if there is only one lane.
void name_lane(const Context& c)
{
    if (c.lab.lanes() < 2) return;
    const std::size_t lane = c.lab.selected();
    ImGui::SameLine(0, 14 * c.scale);
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(colour(draw::legible(colour_of_lane(c.lab, lane), c.theme.ground, c.theme.ink)), "%s",
                       c.lab.setup(lane).name.c_str());
}

// Draws a page of the dock (the lower part of the window). On the page "Timeline", a network game and a replay have
// timelines of their own.
void draw_page(const Context& context, const DockPage& page)
{
    const bool of_time = page.dock == lab::Dock::timeline;
    const auto* lesson = context.lab.stage_as<lab::LessonStage>();
    if (of_time && lesson != nullptr && lesson->network_run() != nullptr)
        network_timeline(context, *lesson->network_run());
    else if (auto* replay = context.lab.stage_as<lab::ReplayStage>(); of_time && replay != nullptr)
        replay_page(context, replay->player());
    else
        page.draw(context);
}

// Draws the dock, the lower part of the window: the tabs, the buttons of the chosen page, and this page below them.
void dock(const Context& context)
{
    lab::Dock& chosen = context.lab.settings.view.dock;
    const DockPage* shown =
        std::find_if(pages.begin(), pages.end(), [&](const DockPage& p) { return p.dock == chosen; });
    if (shown == pages.end()) shown = pages.begin();
    for (const DockPage& page : pages)
    {
        if (&page != pages.begin()) ImGui::SameLine(0, 2 * context.scale);
        if (tab(page.title, page.tip, &page == shown, context)) chosen = page.dock;
    }
    name_lane(context);
    context.log.push_back({"dock", {}, lowered(shown->title)});
    if (shown->tools != nullptr && context.lab.stage_as<lab::ReplayStage>() == nullptr) shown->tools(context);
    ImGui::BeginChild(shown->title, {0, 0}, false, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NavFlattened);
    draw_page(context, *shown);
    ImGui::EndChild();
}

// The areas of the parts of the window, in points. A narrow window has narrower controls, and a low window has no dock
// (the pages at the bottom), so that no parts overlap.
struct Places
{
    draw::Rect header, stage, controls, dock;
};

// Returns the height of the dock (the pages at the bottom) in points; 0 if the window is too low. The page "Code" is
// higher than the other pages, to show more lines.
float dock_height_of(lab::Dock dock, float height, float scale)
{
    if (height < 520 * scale) return 0.0F;
    return dock == lab::Dock::code ? std::max(dock_height * scale, height * 0.46F) : dock_height * scale;
}

// Returns `length`, but at least 1 point. So no part of a very small window has a negative size.
float some(float length) { return std::max(length, 1.0F); }

Places places(const lab::Settings& settings, float width, float height)
{
    const lab::ViewSettings& view = settings.view;

    const float scale = scale_of(view, width, height);
    const float g     = gap * scale;
    const float top   = header_height * scale;
    if (!view.panels) return {.header = {}, .stage = {0, 0, width, height}, .controls = {}, .dock = {}};

    if (lab::is_first_screen(settings))
    {
        const float bar = first_screen_height * scale;
        return {.header   = {0, 0, width, top},
                .stage    = {g, top, some(width - 2 * g), some(height - top - bar - 2 * g)},
                .controls = {g, height - bar - g, some(width - 2 * g), bar},
                .dock     = {}};
    }

    const float side         = std::min(panel_width * scale, width * 0.45F);
    const float low          = dock_height_of(view.dock, height, scale);
    const float left         = some(width - side - 3 * g);
    const float stage_height = some(height - top - g - (low > 0 ? low + g : 0));
    return {.header   = {0, 0, width, top},
            .stage    = {g, top, left, stage_height},
            .controls = {width - side - g, top, side, some(height - top - g)},
            .dock     = {g, top + stage_height + g, left, low}};
}

} // namespace

void set_up() { ImGui::GetIO().IniFilename = nullptr; }

float scale_of(const lab::ViewSettings& view, float width, float height)
{
    const float room = std::clamp(std::min(width / 1920, height / 1080), 1.0F, 2.0F);
    return static_cast<float>(view.font_scale) / 100 * std::floor(room * 4) / 4;
}

draw::Rect stage_area(const lab::Settings& settings, float width, float height)
{
    return places(settings, width, height).stage;
}

std::vector<draw::Rect> lane_areas(const draw::Rect& stage, const lab::Lab& lab)
{
    const auto gap_between = static_cast<float>(lab.settings.view.font_scale) / 25;
    return views::lanes_on(stage, lab.lanes(), lab.lane(0).world(), gap_between);
}

void draw(lab::Lab& lab, RecordingCard& card, const draw::Rect& stage, const std::string& notice, WidgetLog& log)
{
    const draw::Theme& theme = draw::theme(lab.settings.view.light);
    const ImVec2 size        = ImGui::GetIO().DisplaySize;
    const float scale        = scale_of(lab.settings.view, size.x, size.y);
    apply_theme(theme, scale);
    const bool focus = set_keyboard_control(lab.settings.view.panel_keys);
    const Context context{lab, theme, scale, log, card};
    const Places at = places(lab.settings, size.x, size.y);

    stage_overlay(context, stage);
    if (lab.settings.view.panels)
    {
        panel("header", at.header, ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoScrollbar,
              [&] { header(context, notice); });
        if (auto* lesson = lab.stage_as<lab::LessonStage>())
            // The panel has another name for each lesson, so that Dear ImGui does not use the scroll position of the
            // last lesson.
            panel(fmt::format("lesson {}", lesson->place()).c_str(), at.controls, 0,
                  [&]
                  {
                      if (focus) ImGui::SetWindowFocus();
                      lesson_panel(context, *lesson);
                  });
        else if (lab::is_first_screen(lab.settings))
            panel("first", at.controls, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse,
                  [&] { first_screen(context); });
        else
            panel("controls", at.controls, 0, [&] { control_panel(context, focus); });
        if (at.dock.h > 0) panel("dock", at.dock, ImGuiWindowFlags_NoScrollbar, [&] { dock(context); });
    }
    scrubber(context, stage);
    tour_card(context, stage);
    recording_card(context);
    if (lab.settings.view.help) help_page(context);
}

} // namespace demo
