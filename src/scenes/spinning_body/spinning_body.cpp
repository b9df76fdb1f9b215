#include "scenes/spinning_body/spinning_body.hpp"

#include "scenes/drawing/parts.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>

namespace scenes
{

namespace
{

using sim::Quaternion;
using sim::Vec2;
using sim::Vec3;

constexpr Vec3 box_half_size = SpinningBody::half_size;

constexpr double eye_distance = 7.0;

// Converts a point to the coordinates of a viewer who looks down at 17 degrees.
Vec3 in_view(Vec3 point)
{
    constexpr double sine   = 0.292;
    constexpr double cosine = 0.956;
    return {point.x, cosine * point.y - sine * point.z, sine * point.y + cosine * point.z};
}

Vec2 projected(Vec3 world)
{
    const Vec3 point   = in_view(world);
    const double scale = eye_distance / (eye_distance - point.z);
    return {scale * point.x, scale * point.y};
}

// A corner of the box; bits 0, 1 and 2 of `i` select its side along x, y and z.
Vec3 corner(Quaternion q, unsigned i)
{
    return sim::rotated_and_scaled(q, {(i & 1U) != 0 ? box_half_size.x : -box_half_size.x,
                                       (i & 2U) != 0 ? box_half_size.y : -box_half_size.y,
                                       (i & 4U) != 0 ? box_half_size.z : -box_half_size.z});
}

struct Face
{
    std::array<unsigned, 4> corners; ///< indices of the corners, counter-clockwise as seen from outside
    Vec3 normal;
};
constexpr std::array<Face, 6> faces{{{{1, 3, 7, 5}, {1, 0, 0}},
                                     {{0, 4, 6, 2}, {-1, 0, 0}},
                                     {{2, 6, 7, 3}, {0, 1, 0}},
                                     {{0, 1, 5, 4}, {0, -1, 0}},
                                     {{4, 5, 7, 6}, {0, 0, 1}},
                                     {{0, 2, 3, 1}, {0, 0, -1}}}};

// The two ends have the colour of metal, the four sides the colour of the loop.
draw::Colour face_colour(const CanvasOf<SpinningBody>& canvas, const Face& face, Quaternion q)
{
    const Vec3 normal                = in_view(sim::rotated_and_scaled(sim::normalised(q), face.normal));
    const double brightness          = std::clamp(-0.45 * normal.x + 0.60 * normal.y + 0.66 * normal.z, 0.0, 1.0);
    const draw::Colour base_colour   = face.normal.y != 0 ? canvas.theme().metal : canvas.loop_colour();
    const draw::Colour shadow_colour = draw::mix(base_colour, draw::rgb(0x000000), 0.58F);
    return draw::mix(shadow_colour, draw::mix(base_colour, draw::rgb(0xffffff), 0.18F), static_cast<float>(brightness));
}

// Projected corners in metres; empty for a back face.
std::optional<std::array<Vec2, 4>> visible_corners(const Face& face, Quaternion q)
{
    std::array<Vec2, 4> corners{};
    std::ranges::transform(face.corners, corners.begin(), [&](unsigned i) { return projected(corner(q, i)); });
    if (sim::cross(corners[2] - corners[0], corners[3] - corners[1]) <= 0.0) return std::nullopt;
    return corners;
}

void draw_face(const CanvasOf<SpinningBody>& canvas, const Face& face, Quaternion q)
{
    const auto corners = visible_corners(face, q);
    if (!corners) return;
    const auto point = [&](std::size_t from, std::size_t to, double t)
    { return canvas.at(sim::lerp((*corners)[from], (*corners)[to], t)); };
    const draw::Colour colour = face_colour(canvas, face, q);
    canvas.picture.quad({point(0, 0, 0), point(1, 1, 0), point(2, 2, 0), point(3, 3, 0)}, colour);
    if (face.normal.x > 0)
        canvas.picture.quad({point(0, 3, 0.36), point(1, 2, 0.36), point(1, 2, 0.64), point(0, 3, 0.64)},
                            draw::mix(colour, canvas.theme().ink, 0.75F));
    for (std::size_t i = 0; i < 4; ++i)
        canvas.picture.line(point(i, i, 0), point(i, (i + 1) % 4, 1), canvas.px(1.8F),
                            draw::mix(colour, draw::rgb(0xffffff), 0.30F));
}

void draw_reference(const CanvasOf<SpinningBody>& canvas, const SpinningBody::State& reference_state,
                    LineStyle line_style)
{
    for (const Face& face : faces)
        if (const auto corners = visible_corners(face, reference_state.q))
            for (std::size_t i = 0; i < 4; ++i)
                draw_reference_line(canvas, canvas.at((*corners)[i]), canvas.at((*corners)[(i + 1) % 4]), line_style);
}

// Draws the vertical axis of the precession, and the circles on which the middles of the two ends move.
void draw_wobble(const CanvasOf<SpinningBody>& canvas)
{
    constexpr int parts       = 72;
    const double tilt_radians = canvas.scene.knobs.tilt * std::numbers::pi / 180.0;
    const draw::Colour ink    = draw::faded(canvas.theme().quiet, 0.35F);
    for (const double end : {box_half_size.y, -box_half_size.y})
        for (int i = 0; i < parts; i += 2)
        {
            const auto circle_point = [&](int part)
            {
                const double angle = sim::tau * part / parts;
                return projected({end * std::sin(tilt_radians) * std::cos(angle), end * std::cos(tilt_radians),
                                  end * std::sin(tilt_radians) * std::sin(angle)});
            };
            canvas.picture.line(canvas.at(circle_point(i)), canvas.at(circle_point(i + 1)), canvas.px(1.2F), ink);
        }
    canvas.picture.line(canvas.at(projected({0, -1.12, 0})), canvas.at(projected({0, 1.12, 0})), canvas.px(1.2F), ink);
}

void draw_spinning_body_caption(const CanvasOf<SpinningBody>& canvas)
{
    const auto& scene              = canvas.scene;
    const double step              = canvas.moment.sample.plan.dt_seconds;
    const double shrinkage_percent = 100.0 * SpinningBody::shrinkage(canvas.shown);
    const std::string turns_text   = fmt::format(
          "{:.3f} turns in a step: over half a turn, so the box is drawn turning backwards", scene.turn_rate() * step);
    write_caption(canvas,
                  {shrinkage_percent < 0.5 ? turns_text
                                           : fmt::format("drawn {:.0f} % too small; {}", shrinkage_percent, turns_text),
                   turns_text});
}

struct SpinningBodyView : ViewOf<SpinningBody>
{
    static constexpr std::array<std::string_view, 3> blends{"slerp", "nlerp", "components"};
    static constexpr std::array knobs{
        knob<&Knobs::spin>("spin", "turns/s", 0.0, 20.0, {},
                           "Turns per second about the long axis; if a step turns the box by over half a turn, the box "
                           "is drawn turning backwards."),
        knob<&Knobs::tilt>("tilt", "deg", 0.0, 80.0, {},
                           "Angle between the box's long axis and the vertical axis about which it wobbles."),
        choice_knob<&Knobs::blend>(
            "blend", blends, {},
            "How two rotations are interpolated: along the arc, nearly along the arc, or each component by itself."),
    };
    static constexpr float aspect = 1.2F;

    static Camera camera(const SpinningBody&, draw::Rect area)
    {
        return plane_camera(area, {-1.1, -1.12}, {1.1, 1.12});
    }
    static Vec2 followed(const SpinningBody&, const State& shown) { return projected(corner(shown.q, 7)); }
    static void draw(const Canvas& canvas)
    {
        const Quaternion q = canvas.shown.q;
        draw_wobble(canvas);
        for (const Face& face : faces) draw_face(canvas, face, q);
        canvas.for_each_shown_reference([&](const State& reference_state, LineStyle line_style)
                                        { draw_reference(canvas, reference_state, line_style); });
        draw_path(canvas,
                  {.seconds = 1.0, .line = canvas.px(1.2F), .dot = canvas.px(2.8F), .colour = canvas.theme().warning});
        canvas.picture.ball(canvas.at(projected(corner(q, 7))), canvas.px(6), canvas.theme().warning);
        draw_spinning_body_caption(canvas);
    }
};

} // namespace

extern constinit const SceneType spinning_body = scene_type<SpinningBody, SpinningBodyView>(
    {.name            = "spinning-body",
     .title           = "Spinning body",
     .what_to_watch   = "The box should turn between two steps, not shrink; if a step "
                        "turns it by over half a turn, it is drawn turning backwards.",
     .uses_integrator = false});

} // namespace scenes
