#include "views/film_strip.hpp"

#include "draw/shapes/pen.hpp"
#include "telemetry/recent.hpp"

#include <algorithm>
#include <vector>

namespace views
{

namespace
{

using telemetry::Seen;

constexpr std::size_t stills = 12;

enum class Fault : std::uint8_t
{
    none,
    repeated, ///< the simulated time since the previous picture is less than a tenth of the wall time since then
    little,
    much,
};

Fault fault_of(const Seen& seen, timestep::Nanos refresh)
{
    if (!seen.is_uneven(refresh)) return Fault::none;
    if (seen.motion > seen.apart) return Fault::much;
    return 10 * seen.motion < seen.apart ? Fault::repeated : Fault::little;
}

std::vector<Seen> last_seen(const scenes::SceneCanvas& s, timestep::Nanos refresh)
{
    std::vector<Seen> all;
    telemetry::for_each_seen(telemetry::recent(s.frames), refresh, [&](const Seen& seen) { all.push_back(seen); });
    if (all.size() > stills) all.erase(all.begin(), all.end() - stills);
    return all;
}

// Draws one picture of the strip: a bar from below that is as high as half of the cell if the motion fits its time.
void draw_still(const scenes::SceneCanvas& s, const draw::Rect& cell, const Seen& seen, Fault fault)
{
    const bool well = fault == Fault::none;
    s.picture.box(cell, s.px(3), well ? s.theme().raised : draw::mix(s.theme().ground, s.theme().warning, 0.22F));
    const double share = timestep::to_seconds(seen.motion) / std::max(timestep::to_seconds(seen.apart), 1e-9);
    const float height = cell.h * static_cast<float>(std::clamp(0.5 * share, 0.0, 1.0));
    const float inset  = s.px(7);
    s.picture.box({cell.x + inset, cell.bottom() - height, cell.w - 2 * inset, height}, 0, s.loop());
    if (!well) s.picture.box(cell, s.px(3), s.theme().warning, s.px(1.6F));
}

// Writes the caption of the strip, left of the x coordinate `right`.
void explain(const scenes::SceneCanvas& s, const std::vector<Fault>& faults, float right)
{
    const auto has = [&](Fault fault) { return std::ranges::find(faults, fault) != faults.end(); };
    std::string what;
    const auto add = [&](Fault fault, const char* words)
    {
        if (has(fault)) what += (what.empty() ? "" : ", or ") + std::string{words};
    };
    add(Fault::repeated, "shown twice");
    add(Fault::little, "not far enough");
    add(Fault::much, "too far");
    const std::string begin = "last 12 frames";
    const std::string bars  = begin + ": bar: distance moved; line: even motion";
    if (what.empty()) return draw::at_foot(s, {bars, begin}, right);
    draw::at_foot(s, {bars + "; outlined: " + what, begin + "; outlined: " + what, "outlined: " + what}, right);
}

} // namespace

void draw_film_strip(const scenes::SceneCanvas& s, const lab::Lane& lane)
{
    if (!s.has_film()) return;
    const timestep::Nanos refresh = lane.references().refresh();
    const std::vector<Seen> seen  = last_seen(s, refresh);
    const float gap               = s.px(3);
    const float width             = std::min(s.px(44), (s.area.w - s.px(28)) / stills - gap);
    const draw::Rect strip{s.area.x + s.px(14), s.foot() - s.px(40), stills * (width + gap), s.px(28)};
    s.picture.box({strip.x - gap, strip.y - gap, strip.w + gap, strip.h + 2 * gap}, 0, s.theme().ground);
    std::vector<Fault> faults;
    for (const Seen& one : seen)
    {
        const auto place = static_cast<float>(stills - seen.size() + faults.size());
        faults.push_back(fault_of(one, refresh));
        draw_still(s, {strip.x + place * (width + gap), strip.y, width, strip.h}, one, faults.back());
    }
    const float even = strip.y + 0.5F * strip.h;
    s.picture.line({strip.x, even}, {strip.right() - gap, even}, s.px(1), draw::faded(s.theme().ink, 0.7F));
    explain(s, faults, s.area.x + 0.62F * s.area.w);
}

} // namespace views
