// view/network.hpp -- a game over a network, to be seen: messages that fly from PC to PC, and what each PC waits for
//
//     1 gaming PC  |-|-|-|-|-|-|-|-|-|-|    ticks, one after the other
//                   \   /  \  x  \   /      messages: to the right is time, so a steep one was fast; x is lost
//     2 old PC     |---|---|###|---|---|    # waits for an input that is not there yet
//     apart          ________/~~~~          how far the worlds are apart, at the same second of the game
#pragma once

#include "net/game.hpp"
#include "view/theme.hpp"
#include "view/time_axis.hpp"

#include <span>
#include <vector>

namespace view
{

struct NetworkStyle
{
    const Theme& theme;
    float scale = 1.0F; ///< pixels to the point
};

/// Of the PC at that place, the same in every view.
Colour pc_colour(std::size_t pc);

/// The part along which time runs, right of the names.
TimeAxis network_axis(TimeSpan span, Rect area, float scale);
/// A stretch of the game's wall clock into `picture`, which is cleared.
void draw_network(Picture& picture, const net::Game& game, TimeSpan span, Rect area, const NetworkStyle& style);
/// The messages that are under way at `now`, over the stages of the PCs, in their order.
void draw_flights(Picture& picture, const net::Game& game, Nanos now, std::span<const Rect> stages,
                  const NetworkStyle& style);

} // namespace view
