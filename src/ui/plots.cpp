// Two strips over the same seconds: how long frames were, and how many steps they bought.
#include "ui/panels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ui
{

namespace
{

constexpr double seconds_shown = 6.0;

struct Strip
{
    const Context& c;
    ImDrawList& ink;
    ImVec2 low, size;
    double top; ///< value at the upper edge
    timestep::Nanos now;

    float y(double value) const
    {
        return low.y + size.y * (1.0F - static_cast<float>(std::clamp(value / top, 0.0, 1.0)));
    }
    float x(timestep::Nanos wall) const
    {
        const double age = timestep::to_seconds(now - wall) / seconds_shown;
        return low.x + size.x * (1.0F - static_cast<float>(std::min(age, 1.0)));
    }
};

// 1, 2 or 5 times a power of ten, not less than `value`.
double round_up(double value)
{
    const double power = std::pow(10.0, std::floor(std::log10(value)));
    for (const double m : {1.0, 2.0, 5.0})
        if (m * power >= value) return m * power;
    return 10.0 * power;
}

template <class Value>
double largest(const lab::Lane& lane, Value value)
{
    const auto& samples = lane.samples();
    double most         = 0.0;
    for (std::size_t i = samples.size(); i-- > 0;)
    {
        if (timestep::to_seconds(samples.back().wall - samples[i].wall) > seconds_shown) break;
        most = std::max(most, value(samples[i]));
    }
    return most;
}

Strip begin_strip(const Context& c, const char* title, const std::string& now_text, ImVec2 low, ImVec2 size, double top,
                  const char* unit)
{
    ImDrawList& ink  = *ImGui::GetWindowDrawList();
    const float text = ImGui::GetTextLineHeight();
    ink.AddText(low, packed(c.theme.ink), title);
    ImGui::PushFont(mono());
    ink.AddText({low.x + size.x - ImGui::CalcTextSize(now_text.c_str()).x, low.y + 1}, packed(c.theme.ink),
                now_text.c_str());
    const std::string scale = fmt::format("{:g} {}", top, unit);
    const float gutter      = ImGui::CalcTextSize("0000 ms").x + 8 * c.scale;
    const Strip strip{c,
                      ink,
                      {low.x + gutter, low.y + text + 8 * c.scale},
                      {size.x - gutter, size.y - text - 12 * c.scale},
                      top,
                      c.lab.lane().samples().empty() ? timestep::Nanos{} : c.lab.lane().samples().back().wall};
    const ImVec2 far{strip.low.x + strip.size.x, strip.low.y + strip.size.y};
    ink.AddLine({strip.low.x, strip.low.y}, {far.x, strip.low.y}, packed(c.theme.line));
    ink.AddLine({strip.low.x, far.y}, far, packed(c.theme.line));
    ink.AddText({low.x, strip.low.y - 4 * c.scale}, packed(c.theme.quiet), scale.c_str());
    ink.AddText({low.x, far.y - ImGui::GetTextLineHeight()}, packed(c.theme.quiet), "0");
    ImGui::PopFont();
    return strip;
}

view::Colour loop_colour(const lab::Lab& lab)
{
    const lab::LaneSetup* setup = lab.setup(lab.selected());
    return view::loop_colour((setup != nullptr ? setup->settings : lab.settings).loop.preset);
}

// One bar per frame, as wide as the frame was long; `value` draws up, `lost` on top of it in red.
template <class Value, class Lost>
void bars(const Strip& s, Value value, Lost lost)
{
    const auto& samples = s.c.lab.lane().samples();
    const ImU32 plain   = packed(view::faded(loop_colour(s.c.lab), 0.85F));
    const ImU32 red     = packed(s.c.theme.alarm);
    for (std::size_t i = samples.size(); i-- > 0;)
    {
        const telemetry::FrameSample& f = samples[i];
        const float right               = s.x(f.wall);
        const float left                = s.x(f.wall - f.measured);
        if (right <= s.low.x) break;
        const float gap  = right - left > 4 ? 1.0F : 0.0F;
        const float base = s.low.y + s.size.y;
        s.ink.AddRectFilled({left, s.y(value(f))}, {std::max(right - gap, left + 1), base}, plain);
        if (lost(f) > 0.0)
            s.ink.AddRectFilled({left, s.y(value(f))}, {std::max(right - gap, left + 1), s.y(value(f) - lost(f))}, red);
    }
}

// A line across, and its name in the gutter where the scale leaves room for it.
void reference_line(const Strip& s, double value, const char* label)
{
    if (value > s.top) return;
    const float y    = s.y(value);
    const float line = ImGui::GetTextLineHeight();
    s.ink.AddLine({s.low.x, y}, {s.low.x + s.size.x, y}, packed(view::faded(s.c.theme.ink, 0.45F)));
    const bool room = y > s.low.y + 1.3F * line && y < s.low.y + s.size.y - 1.3F * line;
    const float x   = s.low.x - ImGui::CalcTextSize(label).x - 8 * s.c.scale;
    if (room) s.ink.AddText({x, y - line / 2}, packed(s.c.theme.quiet), label);
}

double frame_ms(const telemetry::FrameSample& f) { return timestep::to_millis(f.measured); }
double lost_ms(const telemetry::FrameSample& f) { return timestep::to_millis(f.plan.dropped); }
double steps(const telemetry::FrameSample& f)
{
    return static_cast<double>(f.plan.steps) + (f.plan.tail.count() > 0 ? 1.0 : 0.0);
}

} // namespace

void plots(const Context& c)
{
    const auto& samples = c.lab.lane().samples();
    if (samples.empty()) return;
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const ImVec2 all = ImGui::GetContentRegionAvail();
    const float gap  = 12 * c.scale;
    const ImVec2 half{all.x, (all.y - gap) / 2};

    const double top_ms = round_up(std::max(20.0, largest(c.lab.lane(), frame_ms) * 1.05));
    const Strip frames =
        begin_strip(c, "frame time", fmt::format("{:.1f} ms", frame_ms(samples.back())), low, half, top_ms, "ms");
    bars(frames, frame_ms, lost_ms);
    reference_line(frames, 1000.0 / 60.0, "1/60 s");

    const double top_steps = round_up(std::max(2.0, largest(c.lab.lane(), steps)));
    const Strip bought     = begin_strip(c, "steps per frame", fmt::format("{:.0f}", steps(samples.back())),
                                         {low.x, low.y + half.y + gap}, half, top_steps, "");
    bars(bought, steps, [](const telemetry::FrameSample&) { return 0.0; });
}

} // namespace ui
