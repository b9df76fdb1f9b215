#include "view/parts/ball.hpp"

#include <algorithm>

namespace view
{

float ball_radius(const Stage& stage, double metres) { return std::max(stage.camera.length(metres), stage.px(3)); }

void draw_ball(const Stage& stage, Point at, float radius, Colour colour)
{
    stage.picture.disc(at, radius * 1.12F, faded(colour, 0.30F), radius * 0.55F);
    stage.picture.ball(at, radius, colour);
}

void draw_ghost_ring(const Stage& stage, Point at, float radius)
{
    if (stage.show.ghost) stage.picture.ring(at, radius, stage.px(1.6F), faded(stage.theme().ink, 0.75F));
}

} // namespace view
