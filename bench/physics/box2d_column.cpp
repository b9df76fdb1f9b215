#include "engines.hpp"

#include <box2d/box2d.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace bench
{

namespace
{
b2Body* add_box(b2World& world, b2BodyType type, b2Vec2 centre, b2Vec2 half, float mass)
{
    b2BodyDef definition;
    definition.type = type;
    definition.position = centre;
    b2Body* body = world.CreateBody(&definition);
    b2PolygonShape shape; // Box2D adds a skin of b2_polygonRadius to it
    shape.SetAsBox(half.x - b2_polygonRadius, half.y - b2_polygonRadius);
    b2FixtureDef fixture;
    fixture.shape = &shape;
    fixture.density = mass / (4.0F * (half.x - b2_polygonRadius) * (half.y - b2_polygonRadius));
    fixture.friction = 0.6F;
    body->CreateFixture(&fixture);
    return body;
}
} // namespace

ColumnRun box2d_column(const ColumnSetup& setup, double seconds)
{
    b2World world{b2Vec2{0.0F, -9.81F}};
    world.SetAllowSleeping(false); // a sleeping column would stay up at any step rate
    add_box(world, b2_staticBody, {0.0F, -0.5F}, {20.0F, 0.5F}, 0.0F);
    std::vector<b2Body*> boxes;
    for (int i = 0; i < 10; ++i)
        boxes.push_back(add_box(world, b2_dynamicBody,
                                {i % 2 == 0 ? -0.01F : 0.01F,
                                 0.25F + 0.5F * static_cast<float>(i) - b2_linearSlop * static_cast<float>(i + 1)},
                                {0.25F, 0.25F}, i == 9 ? static_cast<float>(setup.top_kg) : 1.0F));
    const float start = boxes.back()->GetPosition().y;
    ColumnRun run;
    for (int i = 1; i <= static_cast<int>(seconds * setup.hz) && run.collapsed_at == 0.0; ++i)
    {
        for (int substep = 0; substep < setup.substeps; ++substep)
            world.Step(static_cast<float>(1.0 / setup.hz / setup.substeps), setup.iterations, 3);
        for (const b2Body* box : boxes)
            run.lean = std::max(run.lean, static_cast<double>(std::abs(box->GetPosition().x)));
        if (boxes.back()->GetPosition().y < start - 0.25F) run.collapsed_at = i / setup.hz;
    }
    return run;
}

} // namespace bench
