#include "view/parts/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace view
{

namespace
{
constexpr float letter = 7.4F; // points, on average, of a proportional font of 15 points

float width_of(const Stage& stage, const std::string& text)
{
    return stage.px(letter) * static_cast<float>(text.size());
}
} // namespace

void caption(const Stage& stage, std::initializer_list<std::string> texts)
{
    const float room = stage.area.w - stage.px(24);
    const auto* fits = std::ranges::find_if(texts, [&](const std::string& t) { return width_of(stage, t) <= room; });
    if (!stage.roomy() || fits == texts.end()) return;
    stage.picture.write(
        {{stage.area.x + stage.px(14), stage.area.bottom() - stage.px(27)}, *fits, stage.theme().quiet});
}

void word(const Stage& stage, Point at, std::string text, Align align)
{
    if (stage.roomy()) stage.picture.write({at, std::move(text), stage.theme().quiet, align, Font::figures});
}

void point_at_lost(const Stage& stage, const char* what, physics::Vec2 at)
{
    const Point p        = stage.at(at);
    const Rect& area     = stage.area;
    const bool somewhere = physics::is_finite(at);
    if (somewhere && area.contains(p)) return;
    const bool left   = somewhere && p.x < area.x;
    const bool right  = !somewhere || p.x > area.right();
    std::string text  = !somewhere      ? fmt::format("{} at no finite place", what)
                        : at.y == 0.0   ? fmt::format("{} at x = {:.3g} m", what, at.x)
                        : left || right ? fmt::format("{} at ({:.3g}, {:.3g}) m", what, at.x, at.y)
                                        : fmt::format("{} at y = {:.3g} m", what, at.y);
    text              = left           ? "\xe2\x86\x90 " + text
                        : right        ? text + " \xe2\x86\x92"
                        : p.y < area.y ? "\xe2\x86\x91 " + text
                                       : "\xe2\x86\x93 " + text;
    const float inset = stage.px(16);
    const float x     = left ? area.x + inset : right ? area.right() - inset : p.x;
    const float top   = area.y + stage.px(stage.roomy() ? 96 : 8);
    const float y = std::clamp(somewhere ? p.y - stage.px(68) : area.y + area.h / 2, top, area.bottom() - stage.px(52));
    stage.picture.write({{x, y}, text, stage.theme().alarm, left ? Align::left : right ? Align::right : Align::centre});
}

} // namespace view
