#include "programs/demo/window/lane_pictures.hpp"

#include "views/lane_view.hpp"

#include <utility>

namespace demo
{

void LanePictures::rebuild(lab::Lab& lab, const Window& window, const draw::Rect& stage_area)
{
    stage_area_ = stage_area;
    const auto areas = lane_areas(stage_area, lab);
    std::map<int, scenes::Trail> earlier_trails = std::exchange(trails_, {});
    used_picture_count_ = 0;
    for (std::size_t i = 0; i < areas.size(); ++i)
    {
        scenes::Trail& trail = trails_[lab.lane_key(i)] = std::move(earlier_trails[lab.lane_key(i)]);
        const lab::DisplayContent content = lab.advance_display_to_now(i);
        for (const scenes::Moment& moment : content.new_moments) trail.append_frame(lab.lane(i).world(), moment);
        const draw::Rect area = window.to_pixels(areas[i]);
        for (std::size_t band_index = 0; band_index < content.screen_bands.size(); ++band_index)
        {
            const auto top_share = [&](std::size_t k)
            { return k < content.screen_bands.size() ? static_cast<float>(content.screen_bands[k].top) : 1.0F; };
            const float top = top_share(band_index);
            const draw::Rect band{area.x, area.y + top * area.h, area.w, (top_share(band_index + 1) - top) * area.h};
            add_picture(lab, i, window, content.screen_bands[band_index].moment, area, band);
        }
    }
}

void LanePictures::add_picture(lab::Lab& lab, std::size_t lane_index, const Window& window,
                               const scenes::Moment& moment, const draw::Rect& area, const draw::Rect& band)
{
    const lab::Settings& settings = lab.session.settings;
    const float scaled_pixels_per_point = window.pixel_ratio() * window.scale_for_window_size(settings.view);
    const draw::ViewStyle style{.theme = draw::theme(settings.view.uses_light_theme),
                                .pixels_per_point = scaled_pixels_per_point,
                                .loop_colour = colour_of_lane(lab, lane_index),
                                .has_legend = lane_index == 0 && settings.view.shows_all_panels,
                                .is_only_visible_lane = lab.shown_lane_count() == 1,
                                .has_captions = !lab::shows_first_screen(settings)};
    lab::ViewSettings shown_view = settings.view;
    shown_view.shows_trail = settings.view.shows_trail && settings.view.shows_all_panels;
    if (lab.stage_clock().is_demonstration) shown_view.zoom_and_pan = {};
    if (lab.experiment.is_replay()) shown_view.shown_references = view::ShownReferences::none;
    if (used_picture_count_ == pictures_.size()) pictures_.emplace_back();
    draw::Picture& picture = pictures_[used_picture_count_++];
    const lab::Lane& lane = lab.lane(lane_index);
    views::redraw_lane(picture, lane, moment, trails_[lab.lane_key(lane_index)], shown_view, area, style, &band,
                       safe_step_search_.text(lane.world()));
    if (const auto misconception = lab.misconception(lane_index))
        views::draw_guessed_bodies(picture, lane, moment, *misconception, shown_view.zoom_and_pan, area, style);
    if (const lab::EvidenceView* evidence_view = lab.shown_evidence_view();
        evidence_view != nullptr && lane_index == evidence_view->lane_index)
        views::draw_body_arrow(picture, lane, moment, shown_view.zoom_and_pan, area, style);
    if (band.y <= area.y) return;
    const float point = scaled_pixels_per_point; // a tear, the upper edge of the band
    picture.add_line({band.right() - 48 * point, band.y + point}, {band.right(), band.y + point}, point,
                     style.theme.dim_text);
    picture.add_label(
        {{band.right() - 10 * point, band.y + 4 * point}, "tear", style.theme.dim_text, draw::Align::right});
}

void LanePictures::draw_shapes(draw::Renderer& renderer) const
{
    for (std::size_t i = 0; i < used_picture_count_; ++i) renderer.draw(pictures_[i]);
}

void LanePictures::draw_labels(ImDrawList& draw_list, float pixel_ratio) const
{
    for (std::size_t i = 0; i < used_picture_count_; ++i) draw_picture_labels(pictures_[i], draw_list, pixel_ratio);
}

} // namespace demo
