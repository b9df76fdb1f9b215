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
// With an arrow that points to where it is.
std::string lost_text(const char* what, physics::Vec2 at, Rect area, Point p)
{
    if (!physics::is_finite(at)) return fmt::format("{} at no finite place", what);
    const bool beside = p.x < area.x || p.x > area.right();
    std::string text  = at.y == 0.0 ? fmt::format("{} at x = {}", what, length_text(at.x))
                        : beside    ? fmt::format("{} at ({}, {})", what, length_text(at.x), length_text(at.y))
                                    : fmt::format("{} at y = {}", what, length_text(at.y));
    if (p.x < area.x) return "\xe2\x86\x90 " + text;
    if (p.x > area.right()) return text + " \xe2\x86\x92";
    return (p.y < area.y ? "\xe2\x86\x91 " : "\xe2\x86\x93 ") + text;
}
} // namespace

std::string length_text(double metres)
{
    constexpr double most = 1e12;
    const double size     = std::abs(metres);
    if (size < 1000.0) return fmt::format("{:.3g} m", metres);
    if (size >= most) return metres < 0.0 ? "-1 billion km and beyond" : "1 billion km and beyond";
    const double unit = std::pow(10.0, std::max(std::floor(std::log10(size / 1000.0)) - 2.0, -2.0));
    return fmt::format("{:g} km", std::round(metres / 1000.0 / unit) * unit);
}

void caption(const Stage& stage, std::initializer_list<std::string> texts)
{
    caption(stage, texts, stage.area.right());
}

void caption(const Stage& stage, std::initializer_list<std::string> texts, float right)
{
    if (!stage.has_film()) at_foot(stage, texts, right);
}

void at_foot(const Stage& stage, std::initializer_list<std::string> texts, float right)
{
    const float room = right - stage.area.x - stage.px(24);
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
    const Point p    = stage.at(at);
    const Rect& area = stage.area;
    if (physics::is_finite(at) && area.contains(p)) return;
    const bool left   = p.x < area.x;
    const bool right  = !physics::is_finite(at) || p.x > area.right();
    const float inset = stage.px(16);
    const float x     = left ? area.x + inset : right ? area.right() - inset : p.x;

    const float top    = area.y + stage.px(stage.roomy() ? 96 : 8); // below the words that stand there
    const float low    = std::max(top, area.bottom() - stage.px(stage.roomy() ? 52 : 24));
    const float above  = p.y - stage.px(68);
    const float beside = above >= top ? above : p.y + stage.px(50);
    const float y      = std::isfinite(beside) ? std::clamp(beside, top, low) : 0.5F * (top + low);
    const Align align  = left ? Align::left : right ? Align::right : Align::centre;
    stage.picture.write({{x, y}, lost_text(what, at, area, p), stage.theme().alarm, align});
}

} // namespace view
