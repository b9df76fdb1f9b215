#include "view/parts/age.hpp"

#include "io/text.hpp"
#include "view/parts/arrow.hpp"
#include "view/parts/words.hpp"

#include <algorithm>
#include <cmath>

namespace view
{

void draw_age(const SceneCanvas& s, Point shown, float radius, Point now, timestep::Nanos age)
{
    const float apart = std::hypot(now.x - shown.x, now.y - shown.y);
    if (!(apart > s.px(6)) || !s.area.contains(now)) return;
    draw_arrow(s, shown, now, s.theme().ink);
    const Point below{0.5F * (shown.x + now.x), std::max(shown.y, now.y) + radius + s.px(4)};
    if (apart > s.px(30) && !s.has_film()) word(s, below, io::time_text(age) + " old", Align::centre);
}

} // namespace view
