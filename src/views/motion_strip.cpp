#include "views/motion_strip.hpp"

#include "telemetry/pictures.hpp"
#include "telemetry/recent_frames.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace views
{

namespace
{

using scenes::SceneCanvas;
using telemetry::Picture;
using timestep::Nanos;

constexpr std::size_t strip_picture_count = 12;

enum class MotionFault : std::uint8_t
{
    none,
    stood_still, ///< it moved by less than a tenth of the time that it had
    too_little,
    too_much,
};

MotionFault motion_fault(const Picture& picture)
{
    if (!picture.is_uneven()) return MotionFault::none;
    if (*picture.error > Nanos::zero()) return MotionFault::too_much;
    return 10 * picture.moved < picture.moved - *picture.error ? MotionFault::stood_still : MotionFault::too_little;
}

// Draws the motion since the previous picture as a bar. At the right speed, the bar fills half of `cell`.
void draw_motion_bar(const SceneCanvas& canvas, const draw::Rect& cell, const Picture& shown, MotionFault fault)
{
    const bool is_even = fault == MotionFault::none;
    canvas.picture.add_rectangle(cell, canvas.to_pixels(3),
                                 is_even ? canvas.theme().control_background
                                         : draw::mix(canvas.theme().background, canvas.theme().warning, 0.22F));
    const double relative_motion =
        timestep::to_seconds(shown.moved) / std::max(timestep::to_seconds(shown.moved - *shown.error), 1e-9);
    const float height = cell.h * static_cast<float>(std::clamp(0.5 * relative_motion, 0.0, 1.0));
    const float inset  = canvas.to_pixels(7);
    canvas.picture.add_rectangle({cell.x + inset, cell.bottom() - height, cell.w - 2 * inset, height}, 0,
                                 canvas.loop_colour());
    if (!is_even)
        canvas.picture.add_rectangle(cell, canvas.to_pixels(3), canvas.theme().warning, canvas.to_pixels(1.6F));
}

void write_motion_strip_caption(const SceneCanvas& canvas, const std::vector<MotionFault>& faults, float max_x)
{
    std::string faults_text;
    for (const auto& [fault, text] :
         {std::pair{MotionFault::stood_still, "stood still"}, std::pair{MotionFault::too_little, "moved too little"},
          std::pair{MotionFault::too_much, "moved too far"}})
        if (std::ranges::find(faults, fault) != faults.end())
            faults_text += (faults_text.empty() ? "" : ", or ") + std::string{text};
    const std::string caption_start = fmt::format("last {} pictures", strip_picture_count);
    const std::string bars_caption  = caption_start + ": bar: distance moved; line: smooth motion";
    if (faults_text.empty())
        draw::draw_bottom_caption_if_height_allows(canvas, {bars_caption, caption_start}, max_x);
    else
        draw::draw_bottom_caption_if_height_allows(canvas,
                                                   {bars_caption + "; outlined: " + faults_text,
                                                    caption_start + "; outlined: " + faults_text,
                                                    "outlined: " + faults_text},
                                                   max_x);
}

} // namespace

void draw_bars_of_motion_per_screen_time(const SceneCanvas& canvas)
{
    std::vector<Picture> pictures = telemetry::pictures_of(telemetry::recent_frames(canvas.frames));
    std::erase_if(pictures, [](const Picture& picture) { return !picture.error; });
    if (pictures.size() > strip_picture_count) pictures.erase(pictures.begin(), pictures.end() - strip_picture_count);
    const float cell_gap = canvas.to_pixels(3);
    const float cell_width =
        std::min(canvas.to_pixels(44), (canvas.area.w - canvas.to_pixels(28)) / strip_picture_count - cell_gap);
    const draw::Rect strip_area{canvas.area.x + canvas.to_pixels(14),
                                canvas.bottom_y_above_caption() - canvas.to_pixels(40),
                                strip_picture_count * (cell_width + cell_gap), canvas.to_pixels(28)};
    canvas.picture.add_rectangle(
        {strip_area.x - cell_gap, strip_area.y - cell_gap, strip_area.w + cell_gap, strip_area.h + 2 * cell_gap}, 0,
        canvas.theme().background);
    std::vector<MotionFault> faults;
    for (const Picture& shown : pictures)
    {
        const auto cell_index = static_cast<float>(strip_picture_count - pictures.size() + faults.size());
        faults.push_back(motion_fault(shown));
        draw_motion_bar(canvas,
                        {strip_area.x + cell_index * (cell_width + cell_gap), strip_area.y, cell_width, strip_area.h},
                        shown, faults.back());
    }
    const float even_line_y = strip_area.y + 0.5F * strip_area.h;
    canvas.picture.add_line({strip_area.x, even_line_y}, {strip_area.right() - cell_gap, even_line_y},
                            canvas.to_pixels(1), draw::faded(canvas.theme().text, 0.7F));
    write_motion_strip_caption(canvas, faults, canvas.area.x + 0.62F * canvas.area.w);
}

} // namespace views
