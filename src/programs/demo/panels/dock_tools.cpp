#include "draw/shapes/svg.hpp"
#include "programs/demo/panels/panels.hpp"

#include <algorithm>
#include <cmath>

namespace demo
{

namespace
{

using draw::TimeSpan;
using timestep::Nanos;

constexpr double notch = 0.8; // each notch of the mouse wheel multiplies or divides the shown time span by this

// The start of the newest frame on the wall clock; of the last frame before a pause.
Nanos newest_of(const telemetry::Frames& frames)
{
    if (frames.empty()) return Nanos::zero();
    const bool waits = telemetry::is_paused(frames.back()) && frames.size() > 1;
    return frames[frames.size() - (waits ? 2 : 1)].wall;
}

TimeSpan recorded(const telemetry::Frames& frames)
{
    return {frames.empty() ? Nanos::zero() : frames.front().wall - frames.front().measured, newest_of(frames)};
}

// Keeps at least half of the span between the first and the newest frame.
void show(const Context& c, TimeSpan span)
{
    lab::TimeView& time         = c.lab.settings.view.time;
    const telemetry::Frames all = c.lab.lane().samples();
    const TimeSpan kept         = recorded(all);
    const Nanos slack           = span.length() / 2;
    const TimeSpan moved        = draw::moved_into(span, {kept.from - slack, kept.to + slack});
    time.length                 = moved.length();
    time.to                     = moved.to;
}

void zoom(const Context& c, TimeSpan span, double factor, Nanos around)
{
    lab::TimeView& time = c.lab.settings.view.time;
    if (time.to)
        show(c, draw::zoomed_span(span, factor, around));
    else
        time.length = draw::zoomed_span(span, factor, span.to).length(); // the time span still ends at the newest frame
}

void pan(const Context& c, TimeSpan span, Nanos by) { show(c, {span.from + by, span.to + by}); }

void follow(const Context& c)
{
    c.lab.settings.view.time.to.reset();
    c.lab.resume();
}

void wheel_and_drag(const Context& c, const draw::TimeAxis& axis)
{
    const ImGuiIO& io = ImGui::GetIO();
    if (ImGui::IsItemHovered() && io.MouseWheel != 0.0F)
        zoom(c, axis.span(), std::pow(notch, static_cast<double>(io.MouseWheel)), axis.time(io.MousePos.x));
    if (ImGui::IsItemHovered() && io.MouseWheelH != 0.0F)
        pan(c, axis.span(), axis.length(40.0F) * static_cast<std::int64_t>(std::lround(io.MouseWheelH)));
    if (!ImGui::IsItemActive() || !ImGui::IsMouseDragging(0, 3.0F)) return;
    const auto by = static_cast<double>(io.MouseDelta.x) / static_cast<double>(axis.width());
    if (io.MouseDelta.x != 0.0F)
        pan(c, axis.span(), -Nanos{std::llround(by * static_cast<double>(axis.span().length().count()))});
}

void keys(const Context& c, const draw::TimeAxis& axis)
{
    const ImGuiIO& io = ImGui::GetIO();
    // While the keys move between controls, they do not move the time span.
    const bool work_panels = (io.ConfigFlags & ImGuiConfigFlags_NavEnableKeyboard) != 0;
    if (!ImGui::IsItemHovered() || io.WantTextInput || work_panels) return;
    const TimeSpan span = axis.span();
    const Nanos middle  = span.from + span.length() / 2;
    if (is_key_pressed(ImGuiKey_UpArrow)) zoom(c, span, notch, middle);
    if (is_key_pressed(ImGuiKey_DownArrow)) zoom(c, span, 1.0 / notch, middle);
    if (is_key_pressed(ImGuiKey_PageUp)) pan(c, span, -span.length() / 2);
    if (is_key_pressed(ImGuiKey_PageDown)) pan(c, span, span.length() / 2);
    const TimeSpan all = recorded(c.lab.lane().samples());
    if (is_key_pressed(ImGuiKey_Home)) show(c, {all.from, all.from + span.length()});
    if (is_key_pressed(ImGuiKey_End)) c.lab.settings.view.time.to.reset();
    for (const char typed : typed_characters())
    {
        if (typed == '+' || typed == '=') zoom(c, span, notch, middle);
        if (typed == '-') zoom(c, span, 1.0 / notch, middle);
    }
}

using SaveAction = PendingSave::Action;

void line(const Context& c, const char* label, const char* name, const char* tip, SaveAction action)
{
    if (ImGui::Selectable(label)) c.state.pending_save = {action, action == SaveAction::png ? 2 : 0};
    log_with_tooltip(c.log, name, "", tip);
}

} // namespace

bool CachedPicture::start_redraw_if_stale(const draw::Rect& area, const telemetry::Frames& frames, draw::TimeSpan span)
{
    constexpr std::size_t many = 4000;
    constexpr double soon      = 0.1;
    const draw::Rect& was      = picture.area();
    const bool moved           = was.x != area.x || was.y != area.y || was.w != area.w || was.h != area.h;
    const bool few             = frames.first_from(span.to) - frames.first_from(span.from) < many;
    const double now           = ImGui::GetTime();
    if (!few && !moved && now - drawn_at_s < soon && now >= drawn_at_s) return false;
    drawn_at_s = now;
    return true;
}

std::optional<std::size_t> frozen_frame(const Context& c, const telemetry::Frames& frames)
{
    return c.lab.frozen() ? frames.newest_by(*c.lab.frozen()) : std::nullopt;
}

// If the picture has been frozen at a frame outside of the span since the last call, first moves the span to this
// frame.
TimeSpan update_shown_span(const Context& c)
{
    lab::TimeView& time = c.lab.settings.view.time;
    const Nanos to      = time.to.value_or(newest_of(c.lab.lane().samples()));
    TimeSpan span{to - time.length, to};
    const bool stepped = c.lab.frozen() && time.frozen != c.lab.frozen();
    time.frozen        = c.lab.frozen();
    if (!stepped) return span;
    const Nanos edge = span.length() / 16;
    if (*time.frozen < span.from + edge) span = {*time.frozen - edge, *time.frozen - edge + span.length()};
    if (*time.frozen > span.to) span = {*time.frozen + edge - span.length(), *time.frozen + edge};
    time.to = span.to;
    return span;
}

std::optional<Nanos> handle_time_input(const Context& c, const draw::TimeAxis& axis)
{
    wheel_and_drag(c, axis);
    keys(c, axis);
    const ImGuiIO& io = ImGui::GetIO();
    if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(0))
    {
        follow(c);
        return std::nullopt;
    }
    // In a slow frame, the mouse may have moved between press and release.
    const bool clicked =
        ImGui::IsItemDeactivated() && io.MouseDragMaxDistanceSqr[0] < 9.0F && io.MouseClickedLastCount[0] < 2;
    return clicked ? std::optional{axis.time(io.MouseClickedPos[0].x)} : std::nullopt;
}

void draw_timeline_buttons(const Context& c)
{
    struct Button
    {
        const char* label;
        const char* name;
        const char* tip;
        void (*act)(const Context& c);
    };
    static constexpr std::array all{
        Button{"-", "time.out", "Zooms out: shows more time. Also: mouse wheel, - or down arrow.",
               [](const Context& x) { zoom(x, update_shown_span(x), 1.0 / (notch * notch), update_shown_span(x).to); }},
        Button{"+", "time.in", "Zooms in: shows less time. Also: mouse wheel, + or up arrow.",
               [](const Context& x) { zoom(x, update_shown_span(x), notch * notch, update_shown_span(x).to); }},
        Button{"\u2190", "time.back", "Goes back by one frame and freezes the stage there. Key: left arrow.",
               [](const Context& x) { x.lab.freeze_relative_frame(-1); }},
        Button{"\u2192", "time.forward", "Goes forward by one frame. Key: right arrow.",
               [](const Context& x) { x.lab.freeze_relative_frame(1); }},
        Button{"Live", "time.live", "Continues and follows the newest frame. Keys: Space or Escape; or double-click.",
               follow}};
    // In a narrow window, the buttons for zooming and stepping are left out; their keys still work.
    const float small = 24 * c.scale;
    const float wide  = 48 * c.scale;
    const float gap   = 4 * c.scale;
    ImGui::SameLine(0, 2 * gap);
    const float room = ImGui::GetContentRegionMax().x - ImGui::GetCursorPosX() - wide - small - gap;
    const auto fit   = static_cast<std::size_t>(std::clamp(std::floor(room / (small + gap)), 0.0F, 4.0F)) / 2 * 2;
    if (room < 0) return;
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(room - static_cast<float>(fit) * (small + gap), 0.0F));
    const bool away = c.lab.frozen() || c.lab.settings.view.time.to;
    for (const Button& b : all)
    {
        const bool live = &b == &all.back();
        if (&b < all.begin() + (4 - fit)) continue;
        if (&b != all.begin() + (4 - fit)) ImGui::SameLine(0, gap);
        const bool lit          = live && !away && !c.lab.settings.paused;
        const draw::Colour back = lit ? draw::mix(c.theme.raised, c.theme.accent, 0.45F) : c.theme.raised;
        ImGui::PushStyleColor(ImGuiCol_Button, to_imvec4(back));
        if (ImGui::Button(b.label, {live ? wide : small, 0})) b.act(c);
        ImGui::PopStyleColor();
        const char* const state = away ? "away" : "following";
        log_with_tooltip(c.log, b.name, live ? state : "", b.tip);
    }
}

void draw_page_menu(const Context& c, void (*more)(const Context& context))
{
    ImGui::SameLine(0, 4 * c.scale);
    if (ImGui::Button("\u2026", {24 * c.scale, 0})) ImGui::OpenPopup("picture");
    log_with_tooltip(c.log, "dock.menu", ImGui::IsPopupOpen("picture") ? "open" : "",
                     "Menu: what this page shows, and how to copy or save it.");
    if (!ImGui::BeginPopup("picture")) return;
    if (more != nullptr)
    {
        more(c);
        ImGui::Separator();
    }
    line(c, "Copy CSV", "dock.copy-csv", "Copies the visible numbers to the clipboard, one row for each frame.",
         SaveAction::csv);
    line(c, "Save SVG", "dock.save-svg",
         "Saves the diagram as vector graphics in the folder in which the program was started.", SaveAction::svg);
    line(c, "Save PNG", "dock.save-png", "Saves the diagram as pixels in the folder in which the program was started.",
         SaveAction::png);
    ImGui::EndPopup();
}

void handle_save_request(const Context& c, const SaveablePage& page)
{
    PendingSave& pending = c.state.pending_save;
    if (pending.action == SaveAction::nothing || pending.frames_to_wait-- > 0) return;
    switch (pending.action)
    {
    case SaveAction::csv:
        if (page.csv) ImGui::SetClipboardText(page.csv().c_str());
        break;
    case SaveAction::png:
        c.lab.requests.emplace_back(
            lab::request::PartOfWindow{page.file_stem, page.area.x, page.area.y, page.area.w, page.area.h});
        break;
    case SaveAction::svg:
    {
        draw::Picture picture;
        page.draw(picture);
        c.lab.requests.emplace_back(lab::request::Drawing{page.file_stem, draw::to_svg(picture)});
        break;
    }
    case SaveAction::nothing: break;
    }
    pending = {};
}

bool is_saving_png(const Context& c) { return c.state.pending_save.action == SaveAction::png; }

} // namespace demo
