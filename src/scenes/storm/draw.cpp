#include "scenes/drawing/ball.hpp"
#include "scenes/drawing/caption.hpp"
#include "scenes/drawing/scene_view.hpp"
#include "scenes/storm/storm.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace scenes
{

namespace
{

// Largest number of balls that are drawn. If there are more balls, only every n-th column and row is drawn.
constexpr double most_drawn = 12'000.0;
constexpr double ball_room  = 40.0; // smallest area for each drawn ball, in square points (pixels at scale 1)
// Largest number of balls that are drawn with springs and light.
constexpr std::size_t few = 300;

// A metre in the scene is drawn as 80 % of the distance between two rows of balls, but at least as 1.6 % and at most as
// 22 % of the area's height.
Camera storm_camera(const World& world, draw::Rect area)
{
    const int rows      = Storm::grid(world.scene().as<Storm>().knobs.count).rows;
    const double height = static_cast<double>(area.h);
    const double metre  = std::clamp(0.8 * height / rows, 0.016 * height, 0.22 * height);
    return {.origin = {area.x + area.w / 2, area.y + area.h / 2}, .pixels_per_m = metre};
}

struct Field
{
    const SceneCanvas& s;
    const std::vector<float>& heights;
    Storm::Grid grid;
    int every; // 1 if all balls are drawn; n if only every n-th column and row is drawn
    draw::Rect room;
    float radius;

    explicit Field(const SceneCanvas& stage)
        : s{stage}
        , heights{stage.shown<Storm>().x}
        , grid{Storm::grid(static_cast<int>(heights.size()))}
        , every{stride(stage)}
    {
        const float swing = s.camera.length(1.0);
        const float top   = s.area.y + (s.roomy() ? 0.15F : 0.02F) * s.area.h + swing;
        room              = {s.area.x + s.px(14), top, s.area.w - s.px(28), s.foot() - s.px(6) - swing - top};
        radius            = 0.30F * static_cast<float>(every) *
                 std::min(room.w / static_cast<float>(grid.columns), room.h / static_cast<float>(grid.rows));
        radius = std::clamp(radius, s.px(1.1F), s.px(18));
    }
    static int stride(const SceneCanvas& s)
    {
        const auto points  = static_cast<double>(s.area.w * s.area.h / (s.px(1) * s.px(1)));
        const double drawn = std::min(most_drawn, points / ball_room);
        return std::max(1,
                        static_cast<int>(std::ceil(std::sqrt(static_cast<double>(s.shown<Storm>().x.size()) / drawn))));
    }
    draw::Point place(int column, int row) const
    {
        return {room.x + (static_cast<float>(column) + 0.5F) * room.w / static_cast<float>(grid.columns),
                room.y + (static_cast<float>(row) + 0.5F) * room.h / static_cast<float>(grid.rows)};
    }
    // Calls `draw(place, height)` for each ball that is drawn; `height` is in metres. Returns the number of drawn
    // balls.
    template <class Draw>
    std::size_t for_each(Draw draw) const
    {
        std::size_t drawn = 0;
        for (int row = 0; row < grid.rows; row += every)
            for (int column = 0; column < grid.columns; column += every)
            {
                const auto ball = static_cast<std::size_t>(row) * static_cast<std::size_t>(grid.columns) +
                                  static_cast<std::size_t>(column);
                if (ball >= heights.size()) return drawn;
                draw(place(column, row), heights[ball]);
                ++drawn;
            }
        return drawn;
    }
    draw::Point hung(draw::Point place, float height) const
    {
        return {place.x, place.y - s.camera.length(static_cast<double>(height))};
    }
};

// Draws each ball with light, its spring, and a dot at its position at rest.
void draw_few(const Field& field)
{
    const SceneCanvas& s = field.s;
    field.for_each(
        [&](draw::Point place, float height)
        {
            s.picture.line(place, field.hung(place, height), s.px(1.6F), draw::faded(s.theme().shade, 0.8F));
            s.picture.disc(place, s.px(2), s.theme().shade);
        });
    field.for_each([&](draw::Point place, float height)
                   { s.picture.ball(field.hung(place, height), field.radius, s.loop()); });
}

// Draws each ball as a disc: dark if it is low, bright if it is high, so that waves are visible. Returns the number of
// drawn balls.
std::size_t draw_many(const Field& field)
{
    const SceneCanvas& s    = field.s;
    const draw::Colour low  = draw::mix(s.theme().ground, s.loop(), 0.28F);
    const draw::Colour high = draw::mix(s.loop(), s.theme().ink, 0.35F);
    return field.for_each(
        [&](draw::Point place, float height)
        {
            const float up = std::clamp(0.5F + 0.5F * height, 0.0F, 1.0F);
            s.picture.disc(field.hung(place, height), field.radius, draw::mix(low, high, up));
        });
}

std::string with_commas(std::size_t number)
{
    std::string text = std::to_string(number);
    for (std::size_t i = text.size(); i > 3; i -= 3) text.insert(i - 3, 1, ',');
    return text;
}

void draw_storm(const SceneCanvas& s)
{
    const Field field{s};
    const std::string all = with_commas(field.heights.size());
    if (field.heights.size() <= few)
    {
        draw_few(field);
        return caption(s, {fmt::format("all {} balls are drawn", all)});
    }
    const std::size_t drawn = draw_many(field);
    if (field.every == 1) return caption(s, {fmt::format("all {} balls are drawn", all)});
    const std::string text = fmt::format("{} of {} balls are drawn, all are stepped", with_commas(drawn), all);
    caption(s, {fmt::format("{}: one column and row in {}", text, field.every), text});
}

} // namespace

} // namespace scenes

scenes::SceneView scenes::Storm::view()
{
    return {.aspect = 2.0F, .camera = scenes::storm_camera, .draw = scenes::draw_storm};
}
