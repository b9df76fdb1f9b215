#include "export/pages/drawable_lanes.hpp"

#include "lab/metrics/verdict_text.hpp"
#include "ranking/report/html.hpp"
#include "scenes/drawing/canvas.hpp"
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

// True if the scene's images are so wide that they are placed below each other.
bool has_stacked_images(const scenes::World& world) { return scenes::view_of(world).aspect >= 2.5F; }

// In pixels.
draw::Rect image_area_of(const scenes::World& world, bool is_compact)
{
    const float aspect = scenes::view_of(world).aspect;
    if (has_stacked_images(world)) return {0, 0, 780, is_compact ? 176.0F : 234.0F};
    return {0, 0, 520, std::round(std::clamp(520.0F / aspect, 234.0F, 400.0F))};
}

draw::Colour colour_of(const lab::LaneRun& lane) { return draw::loop_colour(lane.setup().config.loop.preset); }

// Returns HTML of a loop's plots or timeline over `span` (wall time). `figure_kind` is "Plots" or "Timeline".
std::string span_figure_html(Document& css_and_id_owner, std::string_view figure_kind, const lab::LaneRun& lane_run,
                             draw::TimeSpan span, auto draw_image)
{
    const telemetry::Frames frames{lane_run.lane().samples()};
    const std::vector<views::TimeMark> marks = views::time_marks_of(frames);
    const std::string name = fmt::format("{} of {} from {:.2f} to {:.2f} s", figure_kind, lane_run.setup().name,
                                         timestep::to_seconds(span.from), timestep::to_seconds(span.to));
    const std::string svg = css_and_id_owner.draw_inline_svg(
        name, [&](draw::Picture& picture, const draw::Theme& theme)
        { draw_image(picture, frames, marks, draw::ViewStyle{.theme = theme, .loop_colour = colour_of(lane_run)}); });
    return scroll_region_html(name, svg, "wide");
}

} // namespace

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

std::string DrawableLanes::draw_lane_figures(Document& css_and_id_owner,
                                             std::optional<std::size_t> arrow_lane_index) const
{
    const bool has_wide_scene = has_stacked_images(lanes_[0].lane().world());
    std::string html = fmt::format("<div class=\"stages{}\">\n", has_wide_scene ? "" : " beside");
    for (std::size_t i = 0; i < lanes_.size(); ++i)
        html += draw_lane_figure(css_and_id_owner, lanes_[i].lane(), trails_[i], lanes_[i].setup().name,
                                 colour_of(lanes_[i]),
                                 {.has_arrow = arrow_lane_index == i, .is_compact = lanes_.size() > 3});
    return html + "</div>\n";
}

std::string DrawableLanes::draw_plots_html(Document& css_and_id_owner, std::size_t lane_index, std::uint32_t plot_mask,
                                           draw::TimeSpan span, std::optional<Nanos> crosshair_time) const
{
    return span_figure_html(
        css_and_id_owner, "Plots", lanes_[lane_index], span,
        [&](draw::Picture& picture, const auto& frames, const auto& marks, const draw::ViewStyle& style)
        {
            views::redraw_plots(
                picture, {.frames = frames, .marks = marks, .plot_mask = plot_mask, .crosshair_time = crosshair_time},
                span, plots_area, style);
        });
}

std::string DrawableLanes::draw_timeline_html(Document& css_and_id_owner, std::size_t lane_index,
                                              draw::TimeSpan span) const
{
    return span_figure_html(
        css_and_id_owner, "Timeline", lanes_[lane_index], span,
        [&](draw::Picture& picture, const auto& frames, const auto& marks, const draw::ViewStyle& style)
        { views::redraw_timeline(picture, {.frames = frames, .marks = marks}, span, timeline_area, style); });
}

std::string draw_lane_figure(Document& css_and_id_owner, const lab::Lane& lane, const scenes::Trail& trail,
                             std::string_view loop_name, draw::Colour lane_colour, const FrameFigureOptions& options)
{
    const scenes::Moment moment = lane.newest_moment();
    const lab::LaneVerdict verdict = lane.judgement(moment).verdict;
    const std::string verdict_words = lab::verdict_text(verdict);
    const std::string explanation = lab::verdict_explanation(lane, moment.sample, verdict);
    const draw::Rect area = image_area_of(lane.world(), options.is_compact);
    lab::ViewSettings view_settings;
    const std::string svg = css_and_id_owner.draw_inline_svg(
        fmt::format("Stage of {}: {}", loop_name, verdict_words),
        [&](draw::Picture& picture, const draw::Theme& theme)
        {
            const draw::ViewStyle style{.theme = theme, .loop_colour = lane_colour};
            views::redraw_lane(picture, lane, moment, trail, view_settings, area, style);
            if (options.has_arrow)
                views::draw_body_arrow(picture, lane, moment, view_settings.zoom_and_pan, area, style);
        });

    std::string_view css_severity_class = " warning";
    if (verdict.is_severe()) css_severity_class = " alarm";
    if (verdict.is_faultless()) css_severity_class = "";
    return fmt::format("<figure>\n{}<figcaption><span class=\"dot\" style=\"--c:{}\"></span><b>{}</b> "
                       "<span class=\"verdict{}\">{}</span> <span class=\"quiet\">{}</span></figcaption>\n</figure>\n",
                       svg, ranking::css_colour_without_alpha(lane_colour), markup_escaped(loop_name),
                       css_severity_class, markup_escaped(verdict_words), markup_escaped(explanation));
}

} // namespace pages
