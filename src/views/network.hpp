// views/network.hpp -- a game over a network, to be seen: messages that fly from PC to PC, and what each PC waits for
//
//     1 gaming PC  |-|-|-|-|-|-|-|-|-|-|    ticks, one after the other
//                   \   /  \  x  \   /      messages: to the right is time, so a steep one was fast; x is lost
//     2 old PC     |---|---|###|---|---|    # waits for an input that is not there yet
//     apart          ________/~~~~          how far the worlds are apart, at the same second of the game
#pragma once

#include "draw/shapes/theme.hpp"
#include "draw/shapes/time_axis.hpp"
#include "scenes/net/game.hpp"

#include <span>
#include <vector>

namespace views
{

struct NetworkStyle
{
    const draw::Theme& theme;
    float scale = 1.0F; ///< pixels to the point
};

/// Of the PC at that place, the same in every view.
draw::Colour pc_colour(std::size_t pc);

/// The part along which time runs, right of the names.
draw::TimeAxis network_axis(draw::TimeSpan span, draw::Rect area, float scale);
/// A stretch of the game's wall clock into `picture`, which is cleared.
void draw_network(draw::Picture& picture, const scenes::NetworkedGame& game, draw::TimeSpan span, draw::Rect area,
                  const NetworkStyle& style);
/// The messages that are under way at `now`, over the stages of the PCs, in their order.
void draw_flights(draw::Picture& picture, const scenes::NetworkedGame& game, timestep::Nanos now,
                  std::span<const draw::Rect> stages, const NetworkStyle& style);

} // namespace views
