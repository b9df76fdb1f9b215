#include "scenes/spinning_body/spinning_body.hpp"

#include "scenes/drawing/scene_drawing.hpp"

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

constexpr double eye_distance = 7.0; // in metres from the centre of the box
constexpr unsigned marked_corner_index = 7;

// Converts a point to the coordinates of a viewer who looks down at 17 degrees.
Vec3 in_view_coordinates(Vec3 point)
{
    constexpr double sine = 0.292; // of 17 degrees
    constexpr double cosine = 0.956;
    return {point.x, cosine * point.y - sine * point.z, sine * point.y + cosine * point.z};
}

Vec2 projected(Vec3 world_point)
{
    const Vec3 view_point = in_view_coordinates(world_point);
    const double perspective_scale = eye_distance / (eye_distance - view_point.z);
    return {perspective_scale * view_point.x, perspective_scale * view_point.y};
}

// A corner of the box. Bits 0, 1 and 2 of `corner_index` select its side along x, y and z.
Vec3 box_corner(Quaternion rotation, unsigned corner_index)
{
    return sim::rotated_vector(rotation, {(corner_index & 1U) != 0 ? box_half_size.x : -box_half_size.x,
                                          (corner_index & 2U) != 0 ? box_half_size.y : -box_half_size.y,
                                          (corner_index & 4U) != 0 ? box_half_size.z : -box_half_size.z});
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

// Returns the shaded colour of a face. The two ends of the box look like metal; the four sides have the loop's colour.
draw::Colour face_colour(const CanvasOf<SpinningBody>& canvas, const Face& face, Quaternion rotation)
{
    const Vec3 normal = in_view_coordinates(sim::rotated_vector(sim::normalised(rotation), face.normal));
    constexpr Vec3 light{-0.45, 0.60, 0.66}; // direction to the light: from the upper left in front of the box
    const double brightness = std::clamp(light.x * normal.x + light.y * normal.y + light.z * normal.z, 0.0, 1.0);
    const draw::Colour base_colour = face.normal.y != 0 ? canvas.theme().metal : canvas.loop_colour();
    const draw::Colour shadow_colour = draw::mix(base_colour, draw::rgb(0x000000), 0.58F);
    return draw::mix(shadow_colour, draw::mix(base_colour, draw::rgb(0xffffff), 0.18F), static_cast<float>(brightness));
}

using FaceCorners = std::array<Vec2, 4>;

// Returns the corners of the face in the picture plane, in metres; empty if the viewer sees only the back of the face.
std::optional<FaceCorners> visible_corners(const Face& face, Quaternion rotation)
{
    FaceCorners corners{};
    std::ranges::transform(face.corners, corners.begin(),
                           [&](unsigned i) { return projected(box_corner(rotation, i)); });
    if (sim::cross(corners[2] - corners[0], corners[3] - corners[1]) <= 0.0) return std::nullopt;
    return corners;
}

void draw_box_face(const CanvasOf<SpinningBody>& canvas, const Face& face, Quaternion rotation)
{
    const auto corners = visible_corners(face, rotation);
    if (!corners) return;
    std::array<draw::Point, 4> pixels{};
    std::ranges::transform(*corners, pixels.begin(), [&](Vec2 corner) { return canvas.pixel_at(corner); });
    const draw::Colour colour = face_colour(canvas, face, rotation);
    canvas.picture.add_quad(pixels, colour);

    // Without the stripe along the middle of a face, the viewer could not see the box turn about its long axis.
    if (face.normal.x > 0)
    {
        constexpr double begin_share = 0.36; // of the width of the face
        constexpr double end_share = 0.64;
        const auto pixel_between = [&](std::size_t from_corner, std::size_t to_corner, double share)
        { return canvas.pixel_at(sim::lerp((*corners)[from_corner], (*corners)[to_corner], share)); };
        canvas.picture.add_quad({pixel_between(0, 3, begin_share), pixel_between(1, 2, begin_share),
                                 pixel_between(1, 2, end_share), pixel_between(0, 3, end_share)},
                                draw::mix(colour, canvas.theme().text, 0.75F));
    }

    for (std::size_t i = 0; i < 4; ++i)
        canvas.picture.add_line(pixels[i], pixels[(i + 1) % 4], canvas.to_pixels(1.8F),
                                draw::mix(colour, draw::rgb(0xffffff), 0.30F));
}

void draw_reference_box_edges(const CanvasOf<SpinningBody>& canvas, const SpinningBody::State& reference_state,
                              LineStyle line_style)
{
    for (const Face& face : faces)
    {
        const auto corners = visible_corners(face, reference_state.rotation);
        if (!corners) continue;
        for (std::size_t i = 0; i < 4; ++i)
            draw_reference_line(canvas, canvas.pixel_at((*corners)[i]), canvas.pixel_at((*corners)[(i + 1) % 4]),
                                line_style);
    }
}

// Draws the vertical axis of the precession, and the circles on which the centres of the two ends move.
void draw_precession(const CanvasOf<SpinningBody>& canvas)
{
    constexpr int piece_count = 72;
    const double tilt_radians = canvas.scene.knobs.tilt_degrees * std::numbers::pi / 180.0;
    const draw::Colour ink = draw::faded(canvas.theme().dim_text, 0.35F);
    for (const double end_y : {box_half_size.y, -box_half_size.y})
        for (int i = 0; i < piece_count; i += 2)
        {
            const auto circle_point = [&](int piece_index)
            {
                const double angle = sim::tau * piece_index / piece_count;
                return projected({end_y * std::sin(tilt_radians) * std::cos(angle), end_y * std::cos(tilt_radians),
                                  end_y * std::sin(tilt_radians) * std::sin(angle)});
            };
            canvas.picture.add_line(canvas.pixel_at(circle_point(i)), canvas.pixel_at(circle_point(i + 1)),
                                    canvas.to_pixels(1.2F), ink);
        }
    canvas.picture.add_line(canvas.pixel_at(projected({0, -1.12, 0})), canvas.pixel_at(projected({0, 1.12, 0})),
                            canvas.to_pixels(1.2F), ink);
}

void draw_spinning_body_caption(const CanvasOf<SpinningBody>& canvas)
{
    const auto& scene = canvas.scene;
    const double step_seconds = canvas.moment.sample.plan.dt_seconds;
    const double shrinkage_percent = 100.0 * SpinningBody::shrinkage(canvas.shown_state);
    const std::string turns_text =
        fmt::format("{:.3f} turns per step; over half a turn, the box is drawn turning backwards",
                    scene.total_rotation_rate() * step_seconds);
    draw_fitting_caption(canvas, {shrinkage_percent < 0.5
                                      ? turns_text
                                      : fmt::format("drawn {:.0f} % too small; {}", shrinkage_percent, turns_text),
                                  turns_text});
}

struct SpinningBodyView : ViewOf<SpinningBody>
{
    static constexpr std::array<std::string_view, 3> blend_names{"slerp", "nlerp", "components"};
    static constexpr std::array knobs{
        knob<&Knobs::spin_rate>(
            "spin", "turns/s", 0.0, 20.0, {},
            "Turns per second about the long axis; if a step turns the box by over half a turn, the box "
            "is drawn turning backwards."),
        knob<&Knobs::tilt_degrees>("tilt", "deg", 0.0, 80.0, {},
                                   "Angle between the box's long axis and the vertical axis about which it wobbles."),
        choice_knob<&Knobs::blend>("blend", blend_names, {},
                                   "How two rotations are interpolated. \"slerp\": evenly along the arc; \"nlerp\": "
                                   "less evenly; \"components\": each component by itself."),
    };
    static constexpr float aspect = 1.2F;

    static Camera camera(const SpinningBody&, draw::Rect area)
    {
        return rectangle_camera_below_labels(area, {-1.1, -1.12}, {1.1, 1.12});
    }
    static Vec2 tracked_point(const SpinningBody&, const State& shown)
    {
        return projected(box_corner(shown.rotation, marked_corner_index));
    }
    static void draw(const Canvas& canvas)
    {
        const Quaternion rotation = canvas.shown_state.rotation;
        draw_precession(canvas);
        for (const Face& face : faces) draw_box_face(canvas, face, rotation);
        canvas.for_each_shown_reference([&](const State& reference_state, LineStyle line_style)
                                        { draw_reference_box_edges(canvas, reference_state, line_style); });
        draw_trail(canvas, {.duration_seconds = 1.0,
                            .line_width = canvas.to_pixels(1.2F),
                            .dot_radius = canvas.to_pixels(2.8F),
                            .colour = canvas.theme().warning});
        canvas.picture.add_lit_ball(canvas.pixel_at(projected(box_corner(rotation, marked_corner_index))),
                                    canvas.to_pixels(6), canvas.theme().warning);
        draw_spinning_body_caption(canvas);
    }
};

} // namespace

extern constinit const SceneType spinning_body = make_scene_type<SpinningBody, SpinningBodyView>(
    {.name = "spinning-body",
     .title = "Spinning body",
     .what_to_watch =
         "The box should keep its size between two steps; with the blend \"components\", it shrinks. If a step "
         "turns it by over half a turn, it is drawn turning backwards.",
     .uses_integrator = false});

} // namespace scenes
