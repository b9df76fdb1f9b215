// A ball falls on the ground, with Box2D 2.4. Steps have the same length at every frame rate, so the ball comes to rest
// at the same place. There is no window; the frame times are those of a 144 Hz display.
// Usage: box2d_fall [seconds]
#include "timestep/blend.hpp"
#include "timestep/presets/interpolated.hpp"

#include <box2d/box2d.h>

#include <cstdio>
#include <cstdlib>

using namespace timestep;

int main(int argc, char** argv)
{
    const long frames = 144 * (argc > 1 ? std::atol(argv[1]) : 5);

    b2World world{b2Vec2{0.0F, -10.0F}};
    b2BodyDef ground_at;
    b2PolygonShape ground;
    ground.SetAsBox(50.0F, 1.0F); // the top is at a height of 0
    world.CreateBody(&ground_at)->CreateFixture(&ground, 0.0F);

    b2BodyDef ball_at;
    ball_at.type = b2_dynamicBody;
    ball_at.position.Set(0.0F, 10.0F);
    b2CircleShape shape;
    shape.m_radius = 0.5F;
    b2Body* ball = world.CreateBody(&ball_at);
    ball->CreateFixture(&shape, 1.0F);

    auto loop = presets::interpolated(hz(60));
    StateHistory<b2Vec2> position{ball->GetPosition()};
    for (long frame = 0; frame < frames; ++frame)
    {
        const StepPlan plan = loop.plan({.frame_time = step_ns(hz(144))});
        run_steps(plan,
                  [&](double dt)
                  {
                      world.Step(static_cast<float>(dt), 8, 3);
                      position.step([&](b2Vec2& p) { p = ball->GetPosition(); });
                  });
        const b2Vec2 drawn = position.state_to_draw(plan); // a real game draws the ball here
        if (frame % 144 == 143)
            std::printf("%ld s: the ball is drawn at %.2f m\n", (frame + 1) / 144, static_cast<double>(drawn.y));
    }
}
