#include "views/motion_strip.hpp"

#include "telemetry/pictures.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <span>
#include <string>
#include <vector>

namespace views
{

namespace
{

using telemetry::Picture;
using timestep::Nanos;

// Text such as "60 pictures a second, even" or "60 pictures a second, 10 uneven"; empty with too few pictures.
std::string rate_text(std::span<const Picture> pictures, const lab::LaneVerdict& verdict)
{
    if (pictures.size() < 3) return "";
    const double span_s = timestep::to_seconds(pictures.back().frame.screen_time - pictures.front().frame.screen_time);
    const std::string rate = fmt::format("{:.0f} pictures a second", static_cast<double>(pictures.size() - 1) / span_s);
    if (verdict.kind == lab::LaneVerdict::Kind::uneven)
        return verdict.uneven_per_s > 0.0 ? fmt::format("{}, {:.0f} uneven", rate, verdict.uneven_per_s) : rate;
    return std::ranges::any_of(pictures, &Picture::is_uneven) ? rate : rate + ", even";
}

} // namespace

void draw_picture_strip(const draw::DrawContext& context, telemetry::Frames frames, const lab::LaneVerdict& verdict)
{
    constexpr int refresh_count = 80;
    constexpr Nanos default_refresh = timestep::step_ns(timestep::hz(60));
    constexpr float label_points = 128.0F; // left of the blocks
    constexpr float rate_points = 214.0F; // right of the blocks
    while (!frames.empty() && telemetry::is_paused(frames.back())) frames = frames.first(frames.size() - 1);
    if (frames.empty()) return;
    const Nanos refresh = frames.back().refresh_period > Nanos{} ? frames.back().refresh_period : default_refresh;
    const Nanos span = refresh_count * refresh;
    const float gap = context.to_pixels(1.5F);
    const bool has_room =
        context.style.has_captions && context.area.w > context.to_pixels(label_points + rate_points + 200.0F);
    const float left = context.area.x + context.to_pixels(has_room ? label_points : 10.0F);
    const float right = context.area.right() - context.to_pixels(has_room ? rate_points : 10.0F);
    const std::vector<Picture> pictures =
        telemetry::pictures_of(frames.without_first(frames.first_index_from(frames.back().start_wall_time - 2 * span)));

    // One block a picture, as wide as it stayed; the newest one ends at the right.
    const Nanos newest = pictures.empty() ? Nanos{} : pictures.back().frame.screen_time;
    const Nanos end = std::max(newest, frames.back().screen_time) + refresh;
    const auto x_at = [&](Nanos time) {
        return right -
               (right - left) * static_cast<float>(timestep::to_seconds(end - time) / timestep::to_seconds(span));
    };
    const draw::Rect row{left, context.area.y + context.to_pixels(5), right - left,
                         context.area.h - context.to_pixels(10)};
    std::size_t first_whole = pictures.size();
    for (std::size_t i = pictures.size(); i-- > 0;)
    {
        const float block_end = x_at(i + 1 < pictures.size() ? pictures[i + 1].frame.screen_time : end);
        const float block_begin = std::max(x_at(pictures[i].frame.screen_time), left);
        if (block_end <= left) break;
        if (x_at(pictures[i].frame.screen_time) >= left) first_whole = i;
        context.picture.add_rectangle(
            {block_begin, row.y, std::max(block_end - block_begin - gap, context.to_pixels(1)), row.h}, 0,
            pictures[i].is_uneven() ? context.theme().alarm
                                    : draw::mix(context.theme().control_background, context.theme().text, 0.22F));
    }

    if (!has_room) return;
    const float text_y = context.area.y + context.to_pixels(4);
    context.picture.add_label({{context.area.x + context.to_pixels(14), text_y},
                               fmt::format("last {} refreshes", refresh_count),
                               context.theme().dim_text});
    context.picture.add_label({{context.area.right() - context.to_pixels(14), text_y},
                               rate_text(std::span{pictures}.subspan(first_whole), verdict),
                               context.theme().text,
                               draw::Align::right});
}

} // namespace views
