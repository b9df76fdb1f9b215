// programs/demo/panels/ui.hpp -- draws and places the panels around the stage, which edit the laboratory's settings and
// show its results
#pragma once

#include "draw/shapes/picture.hpp"
#include "lab/stage/lab.hpp"
#include "programs/demo/panels/recording_card.hpp"
#include "programs/demo/panels/widgets.hpp"

#include <string>
#include <vector>

namespace demo
{

/// Turns off Dear ImGui's own settings file. Call once, after Dear ImGui's context was created.
void set_up();
/// Loads the fonts, `scale` times their usual size, for a display with `pixel_ratio` pixels per point. If fonts were
/// loaded before, the backend's font texture must be created again afterwards.
void load_fonts(float pixel_ratio, float scale);
/// Returns the factor of all sizes in a window of `width` x `height` points. It is the user's font scale, multiplied by
/// a factor from 1 to 2 in steps of 0.25 that depends on how much larger than 1920x1080 the window is.
float scale_of(const lab::ViewSettings& view, float width, float height);
/// Returns the area of the stage in a window of `width` x `height` points.
draw::Rect stage_area(const lab::Settings& settings, float width, float height);
/// Writes the labels of a picture on the window. The picture is in pixels, `pixel_ratio` per point. Call after
/// ImGui::NewFrame.
void write_labels(const draw::Picture& picture, float pixel_ratio);
/// Returns the area of each lane on the stage.
std::vector<draw::Rect> lane_areas(const draw::Rect& stage, const lab::Lab& lab);
/// Returns the colour of a lane's loop, or of its PC in a game over a network.
draw::Colour colour_of_lane(const lab::Lab& lab, std::size_t lane);
/// Draws all panels of this frame. Call between ImGui::NewFrame and ImGui::Render. `notice` is one line for the header;
/// `card` belongs to the recording that the user opens; `log` gets the place and value of each control.
void draw(lab::Lab& lab, RecordingCard& card, const draw::Rect& stage, const std::string& notice, WidgetLog& log);

} // namespace demo
