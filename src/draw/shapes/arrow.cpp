#include "draw/shapes/arrow.hpp"

#include <algorithm>
#include <cmath>

namespace draw
{

void draw_arrow(const Pen& pen, Point from, Point to, Colour ink)
{
    const float dx   = to.x - from.x;
    const float dy   = to.y - from.y;
    const float size = std::hypot(dx, dy);
    if (!(size > pen.px(2))) return;
    const float ux   = dx / size;
    const float uy   = dy / size;
    const float head = std::min(pen.px(8), size);
    pen.picture.line(from, {to.x - ux * head, to.y - uy * head}, pen.px(2), ink);
    pen.picture.triangle(to, {to.x - ux * head - uy * head / 2, to.y - uy * head + ux * head / 2},
                         {to.x - ux * head + uy * head / 2, to.y - uy * head - ux * head / 2}, ink);
}

} // namespace draw
