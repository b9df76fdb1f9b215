#include "scenes/drawing/tally.hpp"

#include "draw/shapes/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace scenes
{

namespace
{

// Largest number of marks in a row.
constexpr int most_marks = 16;

// Draws the sign for a bounce: a ball that touches a wall.
void draw_sign(const SceneCanvas& s, draw::Point at, float height)
{
    const float radius = 0.3F * height;
    s.picture.disc({at.x + radius, at.y + 0.5F * height}, radius, s.theme().quiet);
    s.picture.box({at.x + 2 * radius + s.px(1), at.y, s.px(2), height}, 0, s.theme().quiet);
}

// Draws three dots in place of the marks for the earlier bounces.
void draw_ellipsis(const SceneCanvas& s, draw::Point at, float height)
{
    for (int i = 0; i < 3; ++i)
        s.picture.disc({at.x + static_cast<float>(i) * s.px(4), at.y + height - s.px(1)}, s.px(1), s.theme().quiet);
}

// Returns the numbers of bounces as text: "3 of 9 bounces", "1 of 1 bounce", "5 bounces instead of 3". If the ball has
// passed through the wall, returns "4 hits, 3 passed through" instead.
std::string tally_words(int done, int due, int passed)
{
    if (passed > 0) return fmt::format("{} hit{}, {} passed through", done, done == 1 ? "" : "s", passed);
    if (done > due) return fmt::format("{} bounce{} instead of {}", done, done == 1 ? "" : "s", due);
    return fmt::format("{} of {} bounce{}", done, due, due == 1 ? "" : "s");
}

} // namespace

void draw_bounce_tally(const SceneCanvas& s, draw::Point at, float right)
{
    const int due    = s.moment.ring_bounces;
    const int done   = s.count(&sim::Events::bounced);
    const int passed = s.count(&sim::Events::tunnelled);
    const int all    = std::max(due, done + passed);
    if (due == 0 || !view::has_perfect(s.rings)) return;
    if (s.area.h < s.px(70)) return; // the marks would cover the body
    const bool is_low  = s.area.h < s.px(100);
    const float width  = s.px(4);
    const float height = s.px(is_low ? 7 : 11);
    draw_sign(s, at, height);
    float x = at.x + 0.6F * height + s.px(8);
    if (all > most_marks)
    {
        draw_ellipsis(s, {x, at.y}, height);
        x += s.px(14);
    }
    const int drawn = std::min(all, most_marks);
    for (int i = 0; i < drawn; ++i)
    {
        const int bounce = all - drawn + i;
        const draw::Rect tick{x + static_cast<float>(i) * s.px(8), at.y, width, height};
        bounce < done ? s.picture.box(tick, 0, s.loop()) : s.picture.box(tick, 0, s.theme().ink, s.px(1.2F));
        if (bounce >= done && bounce < done + passed) // as a ball flies: across the wall
            s.picture.box({tick.x - s.px(1.5F), tick.y + tick.h / 2 - s.px(1), tick.w + s.px(3), s.px(2)}, 0,
                          s.theme().alarm);
    }
    const std::string words = tally_words(done, due, passed);
    if (draw::figures_fit(s, words, right - at.x)) draw::word(s, {at.x, at.y + height + s.px(4)}, words);
}

} // namespace scenes
