// Draws the controls of the first screen: buttons for five loops, and one slider that makes this PC slow.
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

std::string with_digit(const timestep::Preset& p)
{
    return fmt::format("{}   {}", static_cast<int>(id_of(p)) + 1, p.name);
}

void loop_button(const Context& c, const timestep::Preset& p, float width)
{
    const bool chosen      = c.lab.settings.loop.preset == id_of(p);
    const draw::Colour own = draw::loop_colour(id_of(p));
    ImGui::PushStyleColor(ImGuiCol_Button, colour(chosen ? draw::mix(c.theme.raised, own, 0.35F) : c.theme.raised));
    if (ImGui::Button(fmt::format("###{}", p.name).c_str(), {width, 30 * c.scale}))
        lab::choose_or_toggle_loop(c.lab.settings, id_of(p));
    ImGui::PopStyleColor();
    log_item(c.log, fmt::format("loop.{}", p.name), chosen ? "on" : "off");
    const catalogue::Description& about = catalogue::description_of(p.name);
    tooltip(fmt::format("{}: {}.", about.title, about.price));
    const ImVec2 low  = ImGui::GetItemRectMin();
    const ImVec2 high = ImGui::GetItemRectMax();
    const float dot   = std::min(16 * c.scale, width * 0.08F);
    const float room  = width - 2.2F * dot - 6 * c.scale;
    bool narrow       = false; // true if one of the buttons, which have equal widths, has no room for digit and dot
    for (const timestep::Preset& loop : shown_loops) narrow = narrow || width_of(with_digit(loop)) > room;
    const std::string label = narrow ? shortened(p.name, room) : with_digit(p);
    const ImVec2 size       = ImGui::CalcTextSize(label.c_str());
    const float left        = std::max((low.x + high.x - size.x) / 2, low.x + 2.2F * dot);
    const float y           = (low.y + high.y - size.y) / 2;
    ImDrawList& draw_list   = *ImGui::GetWindowDrawList();
    draw_text(draw_list, {left, y}, c.theme.ink, label);
    if (narrow)
        draw_text(draw_list, {low.x + dot * 0.7F, y}, draw::legible(own, c.theme.raised, c.theme.ink),
                  fmt::format("{}", static_cast<int>(id_of(p)) + 1));
    else
        draw_list.AddCircleFilled({low.x + dot, (low.y + high.y) / 2}, std::min(5 * c.scale, dot * 0.7F), packed(own));
}

void loop_buttons(const Context& c)
{
    const float gap   = ImGui::GetStyle().ItemSpacing.x;
    const float width = (ImGui::GetContentRegionAvail().x - gap * (shown_loops.size() - 1)) / shown_loops.size();
    for (const timestep::Preset& loop : shown_loops)
    {
        if (&loop != &shown_loops.front()) ImGui::SameLine();
        loop_button(c, loop, width);
    }
    for (const timestep::Preset& loop : shown_loops)
    {
        if (&loop != &shown_loops.front()) ImGui::SameLine();
        draw_show_me_button(c, id_of(loop), width);
    }
}

// fps that the first lane shows; 0 if unknown.
double frames_a_second(const lab::Lab& lab)
{
    if (!lab.shows_even_frames()) return lab.display.measured_hz;
    const telemetry::Frames all{lab.lane(0).samples()};
    if (all.size() < 2) return 0.0;
    const telemetry::Frames frames = all.from(all.first_from(all.back().wall - Nanos{1'000'000'000}));
    const Nanos time               = frames.back().wall - frames.front().wall;
    return time > Nanos::zero() ? static_cast<double>(frames.size() - 1) / timestep::to_seconds(time) : 0.0;
}

// Writes, in grey, the first of `texts` (from long to short) that fits into the rest of the line; nothing if none fits.
// A shortened text has texts[0] as its tooltip.
void write_beside(const Context& c, const char* name, std::initializer_list<std::string> texts, bool at_the_end = false)
{
    const float next = ImGui::GetItemRectMax().x - ImGui::GetWindowPos().x + ImGui::GetStyle().ItemSpacing.x;
    const auto left  = [](const std::string& text) { return ImGui::GetContentRegionMax().x - width_of(text); };
    const auto* text = std::ranges::find_if(texts, [&](const std::string& it) { return next <= left(it); });
    if (text == texts.end() || text->empty()) return;
    ImGui::SameLine(at_the_end ? left(*text) : next);
    write_quietly(*text);
    log_item(c.log, name, *texts.begin());
    if (text != texts.begin()) tooltip(*texts.begin());
}

// Names the lag of this PC besides the delay and VSYNC, with a button that resets it. Leaves `width` points of the line
// free.
void other_lag(const Context& c, float width)
{
    const std::string set = lab::other_lag_text(c.lab.settings);
    if (set.empty()) return;
    const float button_width = width_of("Clear") + 2 * ImGui::GetStyle().FramePadding.x;
    ImGui::SameLine();
    const float left = ImGui::GetContentRegionMax().x - ImGui::GetCursorPosX() - button_width - 16 * c.scale;
    const float room = std::max(left - width, std::min(left, 160 * c.scale));
    ImGui::TextColored(colour(draw::legible(c.theme.warning, c.theme.ground, c.theme.ink)), "%s",
                       shortened("also set: " + set, room).c_str());
    log_and_explain(c.log, "first.other-lag", set, "Also set for this PC, besides the delay: " + set);
    ImGui::SameLine();
    if (ImGui::SmallButton("Clear")) lab::clear_other_lag(c.lab.settings);
    log_and_explain(c.log, "button.Clear", "", "Resets these settings; only the slider's delay and VSYNC stay.");
}

// Such as "this PC: 15.9 to 18.2 ms a frame, longest 48 ms 3 s ago"; empty while unknown.
std::string pc_text(const lab::Lab& lab)
{
    constexpr double smooth = 50.0; // frames a second; fewer are called slow
    const lab::PcPace& pace = lab.pc_frames().pace();
    if (pace.high <= Nanos::zero()) return "";
    const auto ms = [](Nanos time) { return timestep::to_millis(time); };
    if (pace.fps < smooth)
        return fmt::format("This PC shows only {:.0f} frames a second: {:.3g} to {:.3g} ms a frame.", pace.fps,
                           ms(pace.low), ms(pace.high));
    return fmt::format("this PC: {:.3g} to {:.3g} ms a frame, longest {:.3g} ms {:.0f} s ago", ms(pace.low),
                       ms(pace.high), ms(pace.longest), timestep::to_seconds(pace.longest_ago));
}

void how_slow(const Context& c)
{
    ImGui::AlignTextToFramePadding();
    write(bold(), "How slow is this PC?");
    ImGui::SameLine();
    draw_frames_switch(c);
    const double ms         = timestep::to_millis(c.lab.settings.machine.lag.delay);
    const double hz         = frames_a_second(c.lab);
    const std::string delay = ms > 0 ? fmt::format("{:.3g} ms added to every frame", ms) : "no extra delay";
    const std::string rate  = hz > 0 ? fmt::format(": {:.3g} frames a second", hz) : "";
    const std::string brief = fmt::format("{:.3g} ms added", ms) + (hz > 0 ? fmt::format(": {:.3g} fps", hz) : "");
    // The button comes before the text, whose width changes, so that it stays under the mouse.
    other_lag(c, width_of("100 ms added to every frame: 9.99 frames a second"));
    const bool narrow = ImGui::GetContentRegionMax().x < 1000 * c.scale;
    write_beside(c, "first.slowness", {narrow ? brief : delay + rate, brief});
    const std::string pc = pc_text(c.lab);
    write_beside(c, "first.pc", {pc, pc.substr(0, pc.find(", longest")), pc.substr(0, pc.find(" a "))});
    const std::string frames = c.lab.slowness.is_of_this_pc() ? "the frames of the last 4 s" : "even frames";
    write_beside(c, "first.strip",
                 {"strip: verdict at each delay, with " + frames, "strip: with " + frames, "strip: " + frames}, true);
}

void look_at_strip(const Context& c)
{
    const bool measured = c.lab.frames_choice_refusal() == nullptr && !c.lab.wants_even_frames();
    c.lab.slowness.compute_next(c.lab.settings, measured ? c.lab.pc_frames().lengths() : std::vector<Nanos>{},
                                c.lab.refresh_period());
}

// Converts a share of the slider's length, 0 to 1, to an x coordinate in points, and back.
struct Track
{
    float x, width, y;

    float at(double share) const { return x + static_cast<float>(share) * width; }
    double share(float px) const { return std::clamp<double>((px - x) / width, 0.0, 1.0); }
};

void draw_stops(const Context& c, const Track& track)
{
    ImDrawList& draw_list = *ImGui::GetWindowDrawList();
    for (const Nanos stop : Slowness::stops())
    {
        const bool last        = stop == Slowness::longest;
        const std::string text = fmt::format("{:.0f}{}", timestep::to_millis(stop), last ? " ms" : "");
        const float width      = width_of(text);
        const float x          = track.at(Slowness::share_of(stop));
        const float left       = last ? x + 4 * c.scale - width : x - width / 2;
        draw_text(draw_list, {left, track.y}, c.theme.quiet, text);
    }
}

draw::Colour ink_of(const Context& c, const std::optional<lab::LaneVerdict>& verdict)
{
    if (!verdict) return c.theme.raised;
    if (verdict->is_well()) return verdict->kind == lab::LaneVerdict::Kind::ok ? c.theme.accent : c.theme.quiet;
    return verdict->is_alarming() ? c.theme.alarm : c.theme.warning;
}

// `from`, `to`: x coordinates in points.
void hatch(const Context& c, ImDrawList& draw_list, float from, float to, float y, float height)
{
    for (float x = from; x < to; x += 3 * c.scale)
        draw_list.AddLine({x, y + height}, {x + 2 * c.scale, y}, packed(c.theme.ground), c.scale);
}

// The colour at a position is the verdict about the chosen loop at this delay. Parts in which the verdict depends on
// the moment are hatched.
void draw_verdicts(const Context& c, const Track& track)
{
    ImDrawList& draw_list                 = *ImGui::GetWindowDrawList();
    const auto verdicts                   = c.lab.slowness.verdicts();
    constexpr std::string_view it_depends = "IT DEPENDS";
    const float half                      = 0.5F * track.width / static_cast<float>(verdicts.size() - 1);
    float free                            = track.x - half;
    std::string_view last;
    for (std::size_t i = 0; i < verdicts.size(); ++i)
    {
        const float x = track.at(static_cast<double>(i) / static_cast<double>(verdicts.size() - 1));
        // The colour is opaque, because neighbouring rectangles of the strip overlap.
        const draw::Colour what = draw::mix(c.theme.ground, ink_of(c, verdicts[i]), 0.8F);
        draw_list.AddRectFilled({x - half, track.y}, {x + half + 0.5F, track.y + 5 * c.scale}, packed(what));
        const bool mixed = c.lab.slowness.is_mixed(i);
        if (mixed) hatch(c, draw_list, x - half, x + half, track.y, 5 * c.scale);
        std::string_view name = verdicts[i] ? name_of(*verdicts[i]) : std::string_view{};
        if (mixed) name = it_depends;
        if (name == last) continue;
        if (!last.empty()) // a gap, because two verdicts may have one colour
            draw_list.AddRectFilled({x - half - c.scale, track.y}, {x - half + c.scale, track.y + 5 * c.scale},
                                    packed(c.theme.ground));
        last             = name;
        const float from = std::max(x - half, free);
        const float wide = width_of(name);
        if (name.empty() || from > x + 12 * c.scale || from + wide > track.at(1.0) + half) continue;
        draw_text(draw_list, {from, track.y + 7 * c.scale}, c.theme.quiet, name);
        free = from + wide + 8 * c.scale;
    }
}

std::optional<Nanos> stop_near(double share)
{
    constexpr double catches = 0.012;
    for (const Nanos stop : Slowness::stops())
        if (std::abs(Slowness::share_of(stop) - share) < catches) return stop;
    return std::nullopt;
}

void show_verdict_under_mouse(const Context& c, const Track& track)
{
    if (!ImGui::IsItemHovered() || ImGui::IsItemActive()) return;
    const auto verdicts = c.lab.slowness.verdicts();
    const double share  = track.share(ImGui::GetMousePos().x);
    const auto place    = static_cast<std::size_t>(std::lround(share * static_cast<double>(verdicts.size() - 1)));
    const auto& verdict = verdicts[place];
    if (!verdict) return;
    const std::string_view frames = c.lab.slowness.is_of_this_pc() ? "The frame times of the last 4 s" : "Even frames";
    tooltip(fmt::format("{}, each {:.0f} ms longer: {} after 4 s.{}", frames,
                        timestep::to_millis(Slowness::delay_at(share)), in_words(*verdict),
                        c.lab.slowness.is_mixed(place) ? " Hatched: the outcome depends on the moment." : ""));
}

void set_delay(const Context& c, Nanos delay)
{
    c.lab.settings.machine.lag.on = true;
    lab::control(lab::ControlId::frame_delay).set(c.lab.settings, timestep::to_millis(delay));
}

void slider(const Context& c)
{
    const Nanos& delay = c.lab.settings.machine.lag.delay;
    const float line   = ImGui::GetTextLineHeight();
    const float grab   = ImGui::GetStyle().GrabMinSize;
    const ImVec2 at    = ImGui::GetCursorScreenPos();
    const float width  = ImGui::GetContentRegionAvail().x;
    const Track track{at.x + 2 + grab / 2, width - 4 - grab, at.y};
    draw_stops(c, track);
    ImGui::SetCursorScreenPos({at.x, at.y + line});
    double share = Slowness::share_of(delay);
    constexpr double first_last[]{0.0, 1.0};
    {
        const ThinTrack thin{width};
        if (ImGui::SliderScalar("##slowness", ImGuiDataType_Double, &share, &first_last[0], &first_last[1], "%.6g",
                                thin.flags))
            set_delay(c, stop_near(share).value_or(Slowness::delay_at(share)));
    }
    log_item(c.log, "first.delay", fmt::format("{:g} ms", timestep::to_millis(delay)));
    show_verdict_under_mouse(c, track);
    if (const float wheel = ImGui::GetIO().MouseWheel; wheel != 0 && ImGui::IsItemHovered())
        set_delay(c, wheel < 0 ? Slowness::stop_after(delay) : Slowness::stop_before(delay));
    draw_verdicts(c, {track.x, track.width, ImGui::GetItemRectMax().y});
    ImGui::Dummy({width, 8 * c.scale + line});
}

// The button stands out until the user has seen the tour.
void offer_tour(const Context& c, float width)
{
    ImGui::SameLine();
    const bool seen = c.lab.progress.tour_done;
    if (button("Tour", "A tour of this screen; your settings are restored afterwards.", c.log, width,
               seen ? c.theme.raised : draw::mix(c.theme.raised, c.theme.accent, 0.45F)))
        c.lab.start_tour();
}

// "VSYNC", its mode and the driver's answer, in the longest form that fits into `width` points.
std::string vsync_text(const Context& c, const std::string& state, float width)
{
    constexpr std::array<std::string_view, 4> words{"", ": as on", ": refused", ": ignored"};
    std::string text = "VSYNC " + state;
    if (width_of(text) <= width) return text;
    return shortened(fmt::format("VSYNC {}{}", lab::name_of(c.lab.settings.machine.vsync),
                                 words[static_cast<std::size_t>(answer_to_vsync(c.lab))]),
                     width);
}

void vsync_list(const Context& c, float width)
{
    const std::string state = vsync_state(c.lab);
    const std::string said  = vsync_text(c, state, width - 34 * c.scale);
    ImGui::SetNextItemWidth(width);
    const bool open = ImGui::BeginCombo("##vsync", said.c_str());
    log_item(c.log, "first.vsync", state);
    if (!open)
    {
        tooltip(fmt::format("VSYNC {}. Key V: off, on or adaptive.", state));
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

void buttons(const Context& c)
{
    const float gap   = ImGui::GetStyle().ItemSpacing.x;
    const float six   = ImGui::GetContentRegionAvail().x - 4 * gap;
    const float width = std::min(120 * c.scale, six / 6);
    vsync_list(c, std::min(340 * c.scale, 2 * six / 6));
    const auto press = [&](const char* label, const char* tip, const char* key)
    {
        ImGui::SameLine();
        if (button(label, tip, c.log, width)) c.lab.apply(*lab::find_key(key));
    };
    press("Hitch  H", "Makes the next frame 500 ms longer.", "H");
    press("Reset  R", "Restarts the ball; loop and settings stay.", "R");
    offer_tour(c, width);
    constexpr const char* hint = "Mouse: hold to catch the ball, release to throw it";
    ImGui::SameLine();
    if (ImGui::GetContentRegionMax().x - width - 2 * gap - ImGui::GetCursorPosX() > width_of(hint))
    {
        write_quietly(hint);
        log_item(c.log, "first.hint", hint);
    }
    ImGui::SameLine(ImGui::GetContentRegionMax().x - width); // places the next button at the right end
    if (button("More  M", "Shows all loops, all settings, plots, races and lessons.", c.log, width))
        c.lab.set_all_panels(true);
}

} // namespace

void draw_frames_switch(const Context& c)
{
    struct Choice
    {
        lab::FrameTiming timing;
        const char* label;
        const char* tip;
    };
    constexpr std::array choices{
        Choice{lab::FrameTiming::even, "even frames",
               "Each loop runs on a virtual PC with even frames, which the window shows in real time. The delay is "
               "simulated."},
        Choice{lab::FrameTiming::this_pc, "frames of this PC",
               "The loops get the measured frame times of this PC, hitches included. The delay really slows this PC "
               "down."},
    };
    const char* const reason = c.lab.frames_choice_refusal();
    ImGui::BeginDisabled(reason != nullptr);
    for (const Choice& choice : choices)
    {
        const bool chosen = c.lab.settings.frames == choice.timing;
        if (choice.timing != choices.front().timing) ImGui::SameLine();
        if (ImGui::RadioButton(choice.label, chosen)) c.lab.settings.frames = choice.timing;
        log_and_explain(c.log, fmt::format("frames.{}", choice.label), chosen ? "on" : "off",
                        reason != nullptr ? reason : choice.tip);
    }
    ImGui::EndDisabled();
}

void draw_presented_controls(const Context& c)
{
    look_at_strip(c);
    how_slow(c);
    slider(c);
}

void draw_first_screen(const Context& c)
{
    look_at_strip(c);
    loop_buttons(c);
    ImGui::Spacing();
    how_slow(c);
    slider(c);
    buttons(c);
}

} // namespace demo
