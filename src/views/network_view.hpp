// views/network_view.hpp -- draws a networked game: the messages between the PCs, and the waits for inputs
//
//     1 gaming PC  |-|-|-|-|-|-|-|-|-|-|    ticks of a PC
//                   \   /  \  x  \   /      messages; a fast message is a steep line
//                         lost message: x
//     2 old PC     |---|---|###|---|---|    #: the PC waits for a missing input
//     apart          ________/~~~~          distance between the worlds of both PCs at the same game time
#pragma once

#include "draw/shapes/theme.hpp"
#include "draw/shapes/time_axis.hpp"
#include "scenes/net/peer_to_peer_game.hpp"

#include <span>

namespace views
{

draw::Colour pc_colour(std::size_t pc_index);

/// The time axis of redraw_network_timeline().
draw::TimeAxis network_axis(draw::TimeSpan span, draw::Rect area, float pixels_per_point);
/// Clears `picture` and draws the messages, ticks and waits of all PCs. `span` is on the game's wall clock.
void redraw_network_timeline(draw::Picture& picture, const scenes::PeerToPeerGame& game, draw::TimeSpan span,
                             draw::Rect area, const draw::ViewStyle& style);
/// Draws a dot for each message that is in transit at `now`. `pc_areas[i]` is the area in which PC i is drawn.
void draw_messages_in_transit(draw::Picture& picture, const scenes::PeerToPeerGame& game, timestep::Nanos now,
                              std::span<const draw::Rect> pc_areas, const draw::ViewStyle& style);

} // namespace views
