#include "engines.hpp"

#include <box2d/box2d.h>

#include <vector>

namespace bench
{

namespace
{
class Box2dBalls : public EngineBalls
{
public:
    Box2dBalls(int count, bool on_springs)
        : world_{b2Vec2{0.0F, on_springs ? 0.0F : -9.81F}}
    {
        world_.SetAllowSleeping(false);
        b2BodyDef ground_definition;
        b2Body* ground = world_.CreateBody(&ground_definition);
        for (int i = 0; i < count; ++i)
        {
            const b2Vec2 place{static_cast<float>(i % 1000) * 4.0F, static_cast<float>(i / 1000) * 8.0F};
            b2BodyDef definition;
            definition.type     = b2_dynamicBody;
            definition.position = place + b2Vec2{0.0F, 1.0F};
            b2Body* body        = world_.CreateBody(&definition);
            const b2MassData mass{1.0F, b2Vec2_zero, 0.1F}; // without a fixture, the engine never searches for contacts
            body->SetMassData(&mass);
            if (i == 0) first_ = body;
            if (!on_springs) continue;
            b2DistanceJointDef spring;
            spring.Initialize(ground, body, place - b2Vec2{0.0F, 3.0F}, body->GetPosition());
            spring.length    = 3.0F;
            spring.minLength = 0.0F;
            spring.maxLength = 10.0F;
            spring.stiffness = 40.0F;
            world_.CreateJoint(&spring);
        }
    }

    void step(float h) override { world_.Step(h, 8, 3); } // velocity and position iterations of Box2D's manual
    float first_y() const override { return first_->GetPosition().y; }

private:
    b2World world_;
    b2Body* first_ = nullptr;
};
} // namespace

std::unique_ptr<EngineBalls> box2d_balls(int count, bool on_springs)
{
    return std::make_unique<Box2dBalls>(count, on_springs);
}

} // namespace bench
