// programs/demo/panels/ui.hpp -- draws all panels around the pictures of the loops, with the settings and the results
#pragma once

#include "draw/shapes/picture.hpp"
#include "lab/stage/lab.hpp"
#include "programs/demo/panels/recording_card.hpp"
#include "programs/demo/panels/widgets.hpp"

#include <string>
#include <vector>

namespace demo
{

struct PanelState;

/// Turns off the settings file of Dear ImGui. Must be called once, after the context of Dear ImGui was created.
void set_up();
/// Loads the fonts in `scale` times their usual size, for a display with `pixel_ratio` pixels per point. If fonts had
/// already been loaded, the OpenGL texture of the fonts must be created again afterwards.
void load_fonts(float pixel_ratio, float scale);
/// Returns the factor by which all sizes are multiplied in a window of `width` x `height` points. It is the user's text
/// size times a factor for windows larger than 1920x1080: 1 to 2, in steps of 0.25. In a window that is too small for
/// this size it is less, in steps of 0.25. During a presentation, text has 28 points in a window of 1080 points height.
float scale_of(const lab::ViewSettings& view, float width, float height);
/// Returns the area in which the pictures of the loops are drawn (the stage), in points, in a window of `width` x
/// `height` points.
draw::Rect stage_area(const lab::Lab& lab, float width, float height);
/// Closes the open menus and lists. Returns false if none is open.
bool close_menus(const lab::Settings& settings);
/// Writes the texts of a picture in the window. The picture's coordinates are in pixels; `pixel_ratio` is pixels per
/// point. Must be called after ImGui::NewFrame.
void write_labels(const draw::Picture& picture, float pixel_ratio);
/// Returns the area of each loop's picture within the area `stage`.
std::vector<draw::Rect> lane_areas(const draw::Rect& stage, const lab::Lab& lab);
/// Returns the colour of a lane's loop; in a game over a network, the colour of its PC.
draw::Colour colour_of_lane(const lab::Lab& lab, std::size_t lane);
/// Draws all panels around the lanes. Must be called between ImGui::NewFrame and ImGui::Render. `notice` is a line of
/// text for the user, or empty. `card` contains the data about the recording that the user opens, `state` what the
/// panels keep between frames. `about` is the text of the page About. Adds the position and the value of each control
/// to `log`.
void draw_panels(lab::Lab& lab, RecordingCard& card, PanelState& state, const draw::Rect& stage,
                 const std::string& notice, const std::string& about, WidgetLog& log);

} // namespace demo
