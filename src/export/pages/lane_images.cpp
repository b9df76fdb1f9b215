#include "export/pages/lane_images.hpp"

#include "catalogue/presets.hpp"
#include "draw/shapes/svg.hpp"
#include "lab/metrics/verdict_text.hpp"
#include "views/lane_view.hpp"
#include "views/plots.hpp"
#include "views/timeline.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace pages
{

namespace
{

constexpr draw::Rect plots_area{0, 0, 1040, 236};
constexpr draw::Rect timeline_area{0, 0, 1040, 204};
constexpr Nanos max_advance{250'000'000}; // wall time after which the frames displayed meanwhile join the trails

bool is_wide(const scenes::World& world) { return scenes::view_of(world).aspect >= 2.5F; }

draw::Colour colour_of(const lab::LaneRun& lane) { return draw::loop_colour(lane.setup().config.loop.preset); }

// Plots or the timeline of a lane over `span` (wall time). `kind` is "Plots" or "Timeline".
Json span_json(PageImages& images, std::string_view kind, const lab::LaneRun& lane_run, draw::TimeSpan span,
               auto draw_image)
{
    const telemetry::Frames frames{lane_run.lane().samples()};
    const std::vector<views::TimeMark> marks = views::time_marks_of(frames);
    const std::string name = fmt::format("{} of {} from {:.2f} to {:.2f} s", kind, lane_run.setup().name,
                                         timestep::to_seconds(span.from), timestep::to_seconds(span.to));
    return {{"name", name},
            {"svg", images.draw_svg(name,
                                    [&](draw::Picture& picture, const draw::Theme& theme) {
                                        draw_image(picture, frames, marks,
                                                   draw::ViewStyle{.theme = theme, .loop_colour = colour_of(lane_run)});
                                    })}};
}

} // namespace

std::string PageImages::draw_svg(std::string_view title,
                                 const std::function<void(draw::Picture&, const draw::Theme&)>& draw_image)
{
    const std::string id_prefix = fmt::format("i{}g", ++image_count_);
    return draw::to_themed_svg(draw_image, {.id_prefix = id_prefix, .title = title});
}

DrawableLanes::DrawableLanes(std::span<const lab::LaneSetup> setups, const lab::RunLimits& limits_of_later_advances)
    : lanes_{setups, limits_of_later_advances}
    , trails_(setups.size())
{
}

void DrawableLanes::advance_to(Nanos wall_time)
{
    Nanos now = lanes_.wall_time();
    while (now < wall_time && !lanes_.has_ended())
    {
        now = std::min(now + max_advance, wall_time);
        while (!lanes_.advance_to(now))
        {
        }
        for (std::size_t i = 0; i < lanes_.size(); ++i)
            for (const scenes::Moment& moment : lanes_[i].advance_display_to(now).new_moments)
                trails_[i].append_frame(lanes_[i].lane().world(), moment);
    }
}

Json DrawableLanes::stage_json(PageImages& images, std::size_t lane_index, bool has_arrow) const
{
    const lab::Lane& lane = lanes_[lane_index].lane();
    const lab::LaneSetup& setup = lanes_[lane_index].setup();
    const draw::Colour colour = colour_of(lanes_[lane_index]);
    const scenes::Moment moment = lane.newest_moment();
    const lab::Judgement& judgement = lane.judgement(moment);
    const lab::LaneVerdict& verdict = judgement.verdict;
    const std::string verdict_words = lab::verdict_text(verdict);
    const float aspect = scenes::view_of(lane.world()).aspect;
    const float wide_height = lanes_.size() > 3 ? 176.0F : 234.0F; // lower, because there are many
    const draw::Rect area = is_wide(lane.world())
                                ? draw::Rect{0, 0, 780, wide_height}
                                : draw::Rect{0, 0, 520, std::round(std::clamp(520.0F / aspect, 234.0F, 400.0F))};
    const lab::ViewSettings view_settings;
    std::string svg =
        images.draw_svg(fmt::format("Stage of {}: {}", setup.name, verdict_words),
                        [&](draw::Picture& picture, const draw::Theme& theme)
                        {
                            const draw::ViewStyle style{.theme = theme, .loop_colour = colour};
                            views::redraw_lane(picture, lane, moment, trails_[lane_index], view_settings, area, style);
                            if (has_arrow)
                                views::draw_body_arrow(picture, lane, moment, view_settings.zoom_and_pan, area, style);
                        });
    return {{"name", setup.name},
            {"loop", catalogue::preset_of(setup.config.loop.preset).name},
            {"colour", draw::css_colour_without_alpha(colour)},
            {"verdict", verdict_words},
            {"severity", verdict.is_severe()      ? "alarm"
                         : verdict.is_faultless() ? ""
                                                  : "warning"},
            {"explanation", lab::verdict_explanation(lane, moment.sample, judgement)},
            {"svg", std::move(svg)}};
}

Json DrawableLanes::stages_json(PageImages& images, std::optional<std::size_t> arrow_lane_index) const
{
    Json stages = Json::array();
    for (std::size_t i = 0; i < lanes_.size(); ++i) stages.push_back(stage_json(images, i, arrow_lane_index == i));
    return stages;
}

bool DrawableLanes::fits_beside_others() const { return !is_wide(lanes_[0].lane().world()); }

Json DrawableLanes::plots_json(PageImages& images, std::size_t lane_index, std::uint32_t plot_mask, draw::TimeSpan span,
                               std::optional<Nanos> crosshair_time) const
{
    return span_json(
        images, "Plots", lanes_[lane_index], span,
        [&](draw::Picture& picture, const auto& frames, const auto& marks, const draw::ViewStyle& style)
        {
            views::redraw_plots(
                picture, {.frames = frames, .marks = marks, .plot_mask = plot_mask, .crosshair_time = crosshair_time},
                span, plots_area, style);
        });
}

Json DrawableLanes::timeline_json(PageImages& images, std::size_t lane_index, draw::TimeSpan span) const
{
    return span_json(
        images, "Timeline", lanes_[lane_index], span,
        [&](draw::Picture& picture, const auto& frames, const auto& marks, const draw::ViewStyle& style)
        { views::redraw_timeline(picture, {.frames = frames, .marks = marks}, span, timeline_area, style); });
}

} // namespace pages
