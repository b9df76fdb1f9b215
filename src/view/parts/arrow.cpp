#include "view/parts/arrow.hpp"

#include "io/text.hpp"
#include "view/parts/words.hpp"

#include <algorithm>
#include <cmath>

namespace view
{

void draw_arrow(const Stage& s, Point from, Point to, Colour ink)
{
    const float dx   = to.x - from.x;
    const float dy   = to.y - from.y;
    const float size = std::hypot(dx, dy);
    if (!(size > s.px(2))) return;
    const float ux   = dx / size;
    const float uy   = dy / size;
    const float head = std::min(s.px(8), size);
    s.picture.line(from, {to.x - ux * head, to.y - uy * head}, s.px(2), ink);
    s.picture.triangle(to, {to.x - ux * head - uy * head / 2, to.y - uy * head + ux * head / 2},
                       {to.x - ux * head + uy * head / 2, to.y - uy * head - ux * head / 2}, ink);
}

void draw_age(const Stage& s, Point shown, float radius, Point now, timestep::Nanos age)
{
    const float apart = std::hypot(now.x - shown.x, now.y - shown.y);
    if (!(apart > s.px(6)) || !s.area.contains(now)) return;
    draw_arrow(s, shown, now, s.theme().ink);
    const Point below{0.5F * (shown.x + now.x), std::max(shown.y, now.y) + radius + s.px(4)};
    if (apart > s.px(30) && !s.has_film()) word(s, below, io::time_text(age) + " old", Align::centre);
}

} // namespace view
