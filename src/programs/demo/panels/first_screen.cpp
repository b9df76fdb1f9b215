// Draws the controls of the first screen: buttons for five loops, and the slider for the frame delay.
#include "catalogue/description.hpp"
#include "lab/settings/controls.hpp"
#include "programs/demo/panels/panels.hpp"
#include "timestep/presets.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <optional>
#include <span>
#include <vector>

namespace demo
{

namespace
{

using lab::Slowness;
using timestep::Nanos;

constexpr std::span shown_loops = std::span{timestep::all_presets}.first<5>();

std::string numbered_name(const timestep::Preset& p)
{
    return fmt::format("{}   {}", static_cast<int>(id_of(p)) + 1, p.name);
}

void draw_loop_button(const Context& c, const timestep::Preset& p, float width)
{
    const bool chosen              = c.lab.settings.loop.preset == id_of(p);
    const draw::Colour loop_colour = draw::loop_colour(id_of(p));
    ImGui::PushStyleColor(ImGuiCol_Button,
                          to_imvec4(chosen ? draw::mix(c.theme.raised, loop_colour, 0.35F) : c.theme.raised));
    if (ImGui::Button(fmt::format("###{}", p.name).c_str(), {width, 30 * c.scale}))
        lab::choose_or_toggle_loop(c.lab.settings, id_of(p));
    ImGui::PopStyleColor();
    log_item(c.log, fmt::format("loop.{}", p.name), chosen ? "on" : "off");
    const catalogue::Description& description = catalogue::description_of(p.name);
    show_tooltip_if_hovered(fmt::format("{}: {}.", description.title, description.price));
    const ImVec2 low        = ImGui::GetItemRectMin();
    const ImVec2 high       = ImGui::GetItemRectMax();
    const float dot         = std::min(16 * c.scale, width * 0.08F);
    const float label_width = width - 2.2F * dot - 6 * c.scale;
    bool narrow             = false; // true if digit, dot and name do not fit into all five buttons
    for (const timestep::Preset& loop : shown_loops) narrow = narrow || width_of(numbered_name(loop)) > label_width;
    const std::string label = narrow ? shortened(p.name, label_width) : numbered_name(p);
    const ImVec2 size       = ImGui::CalcTextSize(label.c_str());
    const float left        = std::max((low.x + high.x - size.x) / 2, low.x + 2.2F * dot);
    const float y           = (low.y + high.y - size.y) / 2;
    ImDrawList& draw_list   = *ImGui::GetWindowDrawList();
    draw_text(draw_list, {left, y}, c.theme.ink, label);
    if (narrow)
        draw_text(draw_list, {low.x + dot * 0.7F, y}, draw::legible(loop_colour, c.theme.raised, c.theme.ink),
                  fmt::format("{}", static_cast<int>(id_of(p)) + 1));
    else
        draw_list.AddCircleFilled({low.x + dot, (low.y + high.y) / 2}, std::min(5 * c.scale, dot * 0.7F),
                                  to_imu32(loop_colour));
}

void draw_loop_buttons(const Context& c)
{
    const float gap   = ImGui::GetStyle().ItemSpacing.x;
    const float width = (ImGui::GetContentRegionAvail().x - gap * (shown_loops.size() - 1)) / shown_loops.size();
    for (const timestep::Preset& loop : shown_loops)
    {
        if (&loop != &shown_loops.front()) ImGui::SameLine();
        draw_loop_button(c, loop, width);
    }
    for (const timestep::Preset& loop : shown_loops)
    {
        if (&loop != &shown_loops.front()) ImGui::SameLine();
        draw_show_me_button(c, id_of(loop), width);
    }
}

// The displayed fps of the first loop; 0 if unknown.
double displayed_fps(const lab::Lab& lab)
{
    if (!lab.shows_even_frames()) return lab.display.measured_hz;
    const telemetry::Frames samples{lab.lane(0).samples()};
    if (samples.size() < 2) return 0.0;
    const telemetry::Frames last_second = samples.from(samples.first_from(samples.back().wall - Nanos{1'000'000'000}));
    const Nanos duration                = last_second.back().wall - last_second.front().wall;
    return duration > Nanos::zero() ? static_cast<double>(last_second.size() - 1) / timestep::to_seconds(duration)
                                    : 0.0;
}

// Draws the longest label of `texts` that fits into the rest of the line, in grey; draws nothing if none fits. `texts`
// must be sorted from longest to shortest. A label other than texts[0] has texts[0] as its tooltip.
void write_longest_fitting(const Context& c, const char* name, std::initializer_list<std::string> texts,
                           bool right_aligned = false)
{
    const float next_x = ImGui::GetItemRectMax().x - ImGui::GetWindowPos().x + ImGui::GetStyle().ItemSpacing.x;
    const auto left_if_right_aligned = [](const std::string& text)
    { return ImGui::GetContentRegionMax().x - width_of(text); };
    const auto* text =
        std::ranges::find_if(texts, [&](const std::string& it) { return next_x <= left_if_right_aligned(it); });
    if (text == texts.end() || text->empty()) return;
    ImGui::SameLine(right_aligned ? left_if_right_aligned(*text) : next_x);
    draw_grey_text(*text);
    log_item(c.log, name, *texts.begin());
    if (text != texts.begin()) show_tooltip_if_hovered(*texts.begin());
}

// Draws this PC's lag settings except delay and VSYNC, and their reset button. Keeps `reserved_width` points free.
void draw_other_lag(const Context& c, float reserved_width)
{
    const std::string lag_text = lab::other_lag_text(c.lab.settings);
    if (lag_text.empty()) return;
    const float button_width = width_of("Clear") + 2 * ImGui::GetStyle().FramePadding.x;
    ImGui::SameLine();
    const float free_width = ImGui::GetContentRegionMax().x - ImGui::GetCursorPosX() - button_width - 16 * c.scale;
    const float text_width = std::max(free_width - reserved_width, std::min(free_width, 160 * c.scale));
    ImGui::TextColored(to_imvec4(draw::legible(c.theme.warning, c.theme.ground, c.theme.ink)), "%s",
                       shortened("other lag: " + lag_text, text_width).c_str());
    log_with_tooltip(c.log, "first.other-lag", lag_text, "Lag of this PC in addition to the delay: " + lag_text);
    ImGui::SameLine();
    if (ImGui::SmallButton("Clear")) lab::clear_other_lag(c.lab.settings);
    log_with_tooltip(c.log, "button.Clear", "", "Resets this lag; keeps the slider's delay and VSYNC.");
}

// This PC's frame times, such as "this PC: 15.9 to 18.2 ms a frame, longest 48 ms, 3 s ago"; empty while unknown.
std::string pc_pace_text(const lab::Lab& lab)
{
    constexpr double min_smooth_fps = 50.0; // below this frame rate, the line reports a slow PC
    const lab::PcPace& pace         = lab.pc_frames().pace();
    if (pace.high <= Nanos::zero()) return "";
    const auto ms = [](Nanos time) { return timestep::to_millis(time); };
    if (pace.fps < min_smooth_fps)
        return fmt::format("This PC shows only {:.0f} frames a second: {:.3g} to {:.3g} ms a frame.", pace.fps,
                           ms(pace.low), ms(pace.high));
    return fmt::format("this PC: {:.3g} to {:.3g} ms a frame, longest {:.3g} ms, {:.0f} s ago", ms(pace.low),
                       ms(pace.high), ms(pace.longest), timestep::to_seconds(pace.longest_ago));
}

void draw_slowness_line(const Context& c)
{
    ImGui::AlignTextToFramePadding();
    draw_text_in_font(bold_font(), "How slow is this PC?");
    ImGui::SameLine();
    draw_frames_switch(c);
    const double ms              = timestep::to_millis(c.lab.settings.machine.lag.delay);
    const double fps             = displayed_fps(c.lab);
    const std::string delay_text = ms > 0 ? fmt::format("{:.3g} ms added to every frame", ms) : "no extra delay";
    const std::string rate_text  = fps > 0 ? fmt::format(": {:.3g} frames a second", fps) : "";
    const std::string short_text =
        fmt::format("{:.3g} ms added", ms) + (fps > 0 ? fmt::format(": {:.3g} fps", fps) : "");
    // Drawn before the text of changing width, so that the button "Clear" does not move.
    draw_other_lag(c, width_of("100 ms added to every frame: 9.99 frames a second"));
    const bool is_narrow = ImGui::GetContentRegionMax().x < 1000 * c.scale;
    write_longest_fitting(c, "first.slowness", {is_narrow ? short_text : delay_text + rate_text, short_text});
    const std::string pace_text = pc_pace_text(c.lab);
    write_longest_fitting(
        c, "first.pc",
        {pace_text, pace_text.substr(0, pace_text.find(", longest")), pace_text.substr(0, pace_text.find(" a "))});
    const std::string frames_text =
        c.lab.slowness.is_of_this_pc() ? "this PC's frames of the last 4 s" : "steady frames";
    write_longest_fitting(
        c, "first.strip",
        {"colours: verdict at each delay, with " + frames_text, "verdicts with " + frames_text, "for " + frames_text},
        true);
}

void compute_next_verdicts(const Context& c)
{
    const bool uses_pc_frames = c.lab.frames_choice_refusal() == nullptr && !c.lab.wants_even_frames();
    c.lab.slowness.compute_next(c.lab.settings, uses_pc_frames ? c.lab.pc_frames().lengths() : std::vector<Nanos>{},
                                c.lab.refresh_period());
}

// Converts between a position on the slider, 0 to 1, and an x coordinate in points.
struct SliderTrack
{
    float x, width, y;

    float at(double share) const { return x + static_cast<float>(share) * width; }
    double share(float px) const { return std::clamp<double>((px - x) / width, 0.0, 1.0); }
};

void draw_delay_marks(const Context& c, const SliderTrack& track)
{
    ImDrawList& draw_list = *ImGui::GetWindowDrawList();
    for (const Nanos mark : Slowness::stops())
    {
        const bool last        = mark == Slowness::longest;
        const std::string text = fmt::format("{:.0f}{}", timestep::to_millis(mark), last ? " ms" : "");
        const float width      = width_of(text);
        const float x          = track.at(Slowness::share_of(mark));
        const float left       = last ? x + 4 * c.scale - width : x - width / 2;
        draw_text(draw_list, {left, track.y}, c.theme.quiet, text);
    }
}

draw::Colour colour_of_verdict(const Context& c, const std::optional<lab::LaneVerdict>& verdict)
{
    if (!verdict) return c.theme.raised;
    if (verdict->is_well()) return verdict->kind == lab::LaneVerdict::Kind::ok ? c.theme.accent : c.theme.quiet;
    return verdict->is_alarming() ? c.theme.alarm : c.theme.warning;
}

// Fills a rectangle with diagonal lines. All lengths and coordinates are in points.
void draw_hatching(const Context& c, ImDrawList& draw_list, float from, float to, float y, float height)
{
    for (float x = from; x < to; x += 3 * c.scale)
        draw_list.AddLine({x, y + height}, {x + 2 * c.scale, y}, to_imu32(c.theme.ground), c.scale);
}

// Draws a bar below the slider whose colours are the chosen loop's verdicts at all delays; hatched without a stable
// verdict (Slowness::is_mixed()).
void draw_verdict_strip(const Context& c, const SliderTrack& track)
{
    ImDrawList& draw_list                 = *ImGui::GetWindowDrawList();
    const auto verdicts                   = c.lab.slowness.verdicts();
    constexpr std::string_view it_depends = "IT DEPENDS";
    const float half_width                = 0.5F * track.width / static_cast<float>(verdicts.size() - 1);
    float next_free_x                     = track.x - half_width;
    std::string_view previous_name;
    for (std::size_t i = 0; i < verdicts.size(); ++i)
    {
        const float x = track.at(static_cast<double>(i) / static_cast<double>(verdicts.size() - 1));
        // An opaque colour, because adjacent rectangles overlap.
        const draw::Colour verdict_colour = draw::mix(c.theme.ground, colour_of_verdict(c, verdicts[i]), 0.8F);
        draw_list.AddRectFilled({x - half_width, track.y}, {x + half_width + 0.5F, track.y + 5 * c.scale},
                                to_imu32(verdict_colour));
        const bool is_mixed = c.lab.slowness.is_mixed(i);
        if (is_mixed) draw_hatching(c, draw_list, x - half_width, x + half_width, track.y, 5 * c.scale);
        std::string_view name = verdicts[i] ? name_of(*verdicts[i]) : std::string_view{};
        if (is_mixed) name = it_depends;
        if (name == previous_name) continue;
        if (!previous_name.empty()) // a gap, because two verdicts can have the same colour
            draw_list.AddRectFilled({x - half_width - c.scale, track.y},
                                    {x - half_width + c.scale, track.y + 5 * c.scale}, to_imu32(c.theme.ground));
        previous_name          = name;
        const float name_x     = std::max(x - half_width, next_free_x);
        const float name_width = width_of(name);
        if (name.empty() || name_x > x + 12 * c.scale || name_x + name_width > track.at(1.0) + half_width) continue;
        draw_text(draw_list, {name_x, track.y + 7 * c.scale}, c.theme.quiet, name);
        next_free_x = name_x + name_width + 8 * c.scale;
    }
}

std::optional<Nanos> snapped_delay(double share)
{
    constexpr double snap_distance = 0.012;
    for (const Nanos mark : Slowness::stops())
        if (std::abs(Slowness::share_of(mark) - share) < snap_distance) return mark;
    return std::nullopt;
}

void explain_verdict_under_mouse(const Context& c, const SliderTrack& track)
{
    if (!ImGui::IsItemHovered() || ImGui::IsItemActive()) return;
    const auto verdicts = c.lab.slowness.verdicts();
    const double share  = track.share(ImGui::GetMousePos().x);
    const auto index    = static_cast<std::size_t>(std::lround(share * static_cast<double>(verdicts.size() - 1)));
    const auto& verdict = verdicts[index];
    if (!verdict) return;
    const std::string_view frames_text =
        c.lab.slowness.is_of_this_pc() ? "This PC's frames of the last 4 s" : "Steady frames";
    show_tooltip_if_hovered(
        fmt::format("{}, each {:.0f} ms longer: verdict {} after 4 s.{}", frames_text,
                    timestep::to_millis(Slowness::delay_at(share)), in_words(*verdict),
                    c.lab.slowness.is_mixed(index) ? " Hatched: small changes give other verdicts." : ""));
}

void set_delay(const Context& c, Nanos delay)
{
    c.lab.settings.machine.lag.on = true;
    lab::control(lab::ControlId::frame_delay).set(c.lab.settings, timestep::to_millis(delay));
}

void draw_delay_slider(const Context& c)
{
    const Nanos& delay      = c.lab.settings.machine.lag.delay;
    const float line_height = ImGui::GetTextLineHeight();
    const float grab_width  = ImGui::GetStyle().GrabMinSize;
    const ImVec2 at         = ImGui::GetCursorScreenPos();
    const float width       = ImGui::GetContentRegionAvail().x;
    const SliderTrack track{at.x + 2 + grab_width / 2, width - 4 - grab_width, at.y};
    draw_delay_marks(c, track);
    ImGui::SetCursorScreenPos({at.x, at.y + line_height});
    double share = Slowness::share_of(delay);
    constexpr double share_limits[]{0.0, 1.0};
    {
        const ThinSlider thin_slider{width};
        if (ImGui::SliderScalar("##slowness", ImGuiDataType_Double, &share, &share_limits[0], &share_limits[1], "%.6g",
                                thin_slider.slider_flags))
            set_delay(c, snapped_delay(share).value_or(Slowness::delay_at(share)));
    }
    log_item(c.log, "first.delay", fmt::format("{:g} ms", timestep::to_millis(delay)));
    explain_verdict_under_mouse(c, track);
    if (const float wheel = ImGui::GetIO().MouseWheel; wheel != 0 && ImGui::IsItemHovered())
        set_delay(c, wheel < 0 ? Slowness::stop_after(delay) : Slowness::stop_before(delay));
    draw_verdict_strip(c, {track.x, track.width, ImGui::GetItemRectMax().y});
    ImGui::Dummy({width, 8 * c.scale + line_height});
}

// Draws the button "Tour", highlighted until the user has seen the tour.
void draw_tour_button(const Context& c, float width)
{
    ImGui::SameLine();
    const bool was_seen = c.lab.progress.tour_done;
    if (draw_button("Tour", "A tour of this screen; your settings are restored afterwards.", c.log, width,
                    was_seen ? c.theme.raised : draw::mix(c.theme.raised, c.theme.accent, 0.45F)))
        c.lab.start_tour();
}

// The VSYNC mode and the driver's response, in the longest form that fits into `width` points.
std::string fitting_vsync_text(const Context& c, const std::string& state, float width)
{
    constexpr std::array<std::string_view, 4> suffixes{"", ": as on", ": refused", ": ignored"};
    std::string text = "VSYNC " + state;
    if (width_of(text) <= width) return text;
    return shortened(fmt::format("VSYNC {}{}", lab::name_of(c.lab.settings.machine.vsync),
                                 suffixes[static_cast<std::size_t>(vsync_outcome(c.lab))]),
                     width);
}

void draw_vsync_list(const Context& c, float width)
{
    const std::string state      = vsync_text(c.lab);
    const std::string shown_text = fitting_vsync_text(c, state, width - 34 * c.scale);
    ImGui::SetNextItemWidth(width);
    const bool is_open = ImGui::BeginCombo("##vsync", shown_text.c_str());
    log_item(c.log, "first.vsync", state);
    if (!is_open)
    {
        show_tooltip_if_hovered(fmt::format("VSYNC {}. Key V: off, on or adaptive.", state));
        return;
    }
    for (const sim::VsyncMode mode : {sim::VsyncMode::off, sim::VsyncMode::on, sim::VsyncMode::adaptive})
    {
        const std::string name{lab::name_of(mode)};
        const bool chosen = c.lab.settings.machine.vsync == mode;
        if (ImGui::Selectable(("VSYNC " + name).c_str(), chosen)) c.lab.settings.machine.vsync = mode;
        log_choice(c.log, name, chosen);
    }
    ImGui::EndCombo();
}

void draw_bottom_row(const Context& c)
{
    const float gap             = ImGui::GetStyle().ItemSpacing.x;
    const float available_width = ImGui::GetContentRegionAvail().x - 4 * gap;
    const float width           = std::min(120 * c.scale, available_width / 6);
    draw_vsync_list(c, std::min(340 * c.scale, 2 * available_width / 6));
    const auto draw_key_button = [&](const char* label, const char* tip, const char* key)
    {
        ImGui::SameLine();
        if (draw_button(label, tip, c.log, width)) c.lab.apply(*lab::find_key(key));
    };
    draw_key_button("Hitch  H", "Makes the next frame 500 ms longer.", "H");
    draw_key_button("Reset  R", "Restarts the ball; keeps loop and settings.", "R");
    draw_tour_button(c, width);
    constexpr const char* mouse_hint = "Mouse: hold to catch the ball, release to throw it";
    ImGui::SameLine();
    if (ImGui::GetContentRegionMax().x - width - 2 * gap - ImGui::GetCursorPosX() > width_of(mouse_hint))
    {
        draw_grey_text(mouse_hint);
        log_item(c.log, "first.hint", mouse_hint);
    }
    ImGui::SameLine(ImGui::GetContentRegionMax().x - width); // right-aligns the next button
    if (draw_button("More  M", "Shows all loops, all settings, plots, races and lessons.", c.log, width))
        c.lab.set_all_panels(true);
}

} // namespace

void draw_frames_switch(const Context& c)
{
    struct FrameSource
    {
        lab::FrameTiming timing;
        const char* label;
        const char* tip;
    };
    constexpr std::array sources{
        FrameSource{
            lab::FrameTiming::even, "steady frames",
            "Each loop runs on a simulated PC with steady frame times, shown in real time. The delay is simulated, "
            "too."},
        FrameSource{
            lab::FrameTiming::this_pc, "frames of this PC",
            "The loops run with the measured frame times of this PC, including hitches. The delay really makes this "
            "PC's frames longer."},
    };
    const char* const disabled_reason = c.lab.frames_choice_refusal();
    ImGui::BeginDisabled(disabled_reason != nullptr);
    for (const FrameSource& source : sources)
    {
        const bool chosen = c.lab.settings.frames == source.timing;
        if (source.timing != sources.front().timing) ImGui::SameLine();
        if (ImGui::RadioButton(source.label, chosen)) c.lab.settings.frames = source.timing;
        log_with_tooltip(c.log, fmt::format("frames.{}", source.label), chosen ? "on" : "off",
                         disabled_reason != nullptr ? disabled_reason : source.tip);
    }
    ImGui::EndDisabled();
}

void draw_presented_controls(const Context& c)
{
    compute_next_verdicts(c);
    draw_slowness_line(c);
    draw_delay_slider(c);
}

void draw_first_screen(const Context& c)
{
    compute_next_verdicts(c);
    draw_loop_buttons(c);
    ImGui::Spacing();
    draw_slowness_line(c);
    draw_delay_slider(c);
    draw_bottom_row(c);
}

} // namespace demo
