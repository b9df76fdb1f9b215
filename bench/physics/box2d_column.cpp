// bench_box2d -- a column of ten boxes of 0.5 m for a minute in Box2D, as in the scene `stack` and in
// docs/questions/which-step-rate.md.
#include <box2d/box2d.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

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

struct Setup
{
    double hz;
    int iterations; // of velocities; Box2D also runs 3 of positions
    int substeps;
    float top_kg; // the other boxes have 1 kg
};

void print_column(const Setup& setup)
{
    b2World world{b2Vec2{0.0F, -9.81F}};
    world.SetAllowSleeping(false); // a sleeping column would stay up at any step rate
    add_box(world, b2_staticBody, {0.0F, -0.5F}, {20.0F, 0.5F}, 0.0F);
    std::array<b2Body*, 10> boxes{};
    for (int i = 0; i < 10; ++i)
    {
        const b2Vec2 centre{i % 2 == 0 ? -0.01F : 0.01F,
                            0.25F + 0.5F * static_cast<float>(i) - b2_linearSlop * static_cast<float>(i + 1)};
        boxes[static_cast<std::size_t>(i)] =
            add_box(world, b2_dynamicBody, centre, {0.25F, 0.25F}, i == 9 ? setup.top_kg : 1.0F);
    }
    const float start = boxes.back()->GetPosition().y;
    std::printf("%3.0f Hz, %2d iterations x %d, top %2.0f kg: ", setup.hz, setup.iterations, setup.substeps,
                static_cast<double>(setup.top_kg));
    float lean = 0.0F;
    for (int i = 1; i <= static_cast<int>(60.0 * setup.hz); ++i)
    {
        for (int substep = 0; substep < setup.substeps; ++substep)
            world.Step(static_cast<float>(1.0 / setup.hz / setup.substeps), setup.iterations, 3);
        for (const b2Body* box : boxes) lean = std::max(lean, std::abs(box->GetPosition().x));
        if (boxes.back()->GetPosition().y < start - 0.25F)
        {
            std::printf("collapses after %.1f s\n", i / setup.hz);
            return;
        }
    }
    std::printf("stands, leans by %.0f mm\n", 1e3 * static_cast<double>(lean));
}

} // namespace

int main()
{
    for (const Setup& setup : {Setup{60, 10, 1, 1},
                               {50, 10, 1, 1},
                               {30, 10, 1, 1},
                               {30, 20, 1, 1},
                               {30, 10, 2, 1},
                               {60, 10, 1, 10},
                               {60, 20, 1, 10},
                               {60, 10, 2, 10}})
        print_column(setup);
}
