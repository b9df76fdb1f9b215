// programs/demo/panels/ui.hpp -- the panels around the stage: they edit the laboratory's settings in place and say what
// happened
#pragma once

#include "draw/shapes/picture.hpp"
#include "lab/stage/lab.hpp"
#include "programs/demo/panels/recording_card.hpp"
#include "programs/demo/panels/widgets.hpp"

#include <string>
#include <vector>

namespace demo
{

/// Prepares Dear ImGui. Call once its context exists.
void set_up();
/// Loads the fonts for a display with that many pixels to the point, `scale` times their usual size; again when either
/// has changed: the backend's own texture of them is then to be made anew.
void load_fonts(float pixel_ratio, float scale);
/// How many times its usual size everything is in a window of that many points: the font scale, and up to twice that,
/// in quarters, where there is more room than 1920x1080.
float scale_of(const lab::ViewSettings& view, float width, float height);
/// Where the stage goes in a window of that size, in points.
draw::Rect stage_area(const lab::Settings& settings, float width, float height);
/// Writes a picture's words, which it counts in pixels, `pixel_ratio` to the point. After ImGui::NewFrame.
void write_labels(const draw::Picture& picture, float pixel_ratio);
/// The part of the stage of each lane.
std::vector<draw::Rect> lane_areas(const draw::Rect& stage, const lab::Lab& lab);
/// The colour of a lane's loop, or of its PC in a game over a network; the same everywhere.
draw::Colour colour_of_lane(const lab::Lab& lab, std::size_t lane);
/// Builds the panels of this frame, between ImGui::NewFrame and ImGui::Render. `notice` is one line for the header,
/// `card` the card of the recording that the user opens.
void draw(lab::Lab& lab, RecordingCard& card, const draw::Rect& stage, const std::string& notice, WidgetLog& log);

} // namespace demo
