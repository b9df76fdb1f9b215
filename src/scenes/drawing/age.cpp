#include "scenes/drawing/age.hpp"

#include "base/number.hpp"
#include "draw/shapes/arrow.hpp"
#include "draw/shapes/words.hpp"

#include <algorithm>
#include <cmath>

namespace scenes
{

void draw_age(const SceneCanvas& s, draw::Point shown, float radius, draw::Point now, timestep::Nanos age)
{
    const float apart = std::hypot(now.x - shown.x, now.y - shown.y);
    if (!(apart > s.px(6)) || !s.area.contains(now)) return;
    draw::draw_arrow(s, shown, now, s.theme().ink);
    const draw::Point below{0.5F * (shown.x + now.x), std::max(shown.y, now.y) + radius + s.px(4)};
    if (apart > s.px(30) && !s.has_film()) draw::word(s, below, base::time_text(age) + " old", draw::Align::centre);
}

} // namespace scenes
