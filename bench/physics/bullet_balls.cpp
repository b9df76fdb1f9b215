#include "engines.hpp"

#include <BulletCollision/CollisionDispatch/btSimulationIslandManager.h>
#include <btBulletDynamicsCommon.h>

#include <vector>

namespace bench
{

namespace
{
class BulletBalls : public EngineBalls
{
public:
    BulletBalls(int count, bool on_springs)
    {
        // With split islands, the engine would scan all springs for every ball.
        world_.getSimulationIslandManager()->setSplitIslands(false);
        world_.setGravity({0.0F, on_springs ? 0.0F : -9.81F, 0.0F});
        for (int i = 0; i < count; ++i) add_ball(i, on_springs);
    }

    ~BulletBalls() override
    {
        for (const auto& spring : springs_) world_.removeConstraint(spring.get());
        for (const auto& body : bodies_) world_.removeRigidBody(body.get());
    }
    BulletBalls(const BulletBalls&)            = delete;
    BulletBalls& operator=(const BulletBalls&) = delete;

    void step(float h) override { world_.stepSimulation(h, 0); }
    float first_y() const override { return static_cast<float>(bodies_.front()->getWorldTransform().getOrigin().y()); }

private:
    void add_ball(int i, bool on_springs)
    {
        btTransform at;
        at.setIdentity();
        at.setOrigin({static_cast<float>(i % 1000) * 4.0F, static_cast<float>(i / 1000) * 8.0F + 1.0F, 0.0F});
        const btRigidBody::btRigidBodyConstructionInfo info{1.0F, nullptr, &sphere_, {0.1F, 0.1F, 0.1F}};
        auto& body = bodies_.emplace_back(std::make_unique<btRigidBody>(info));
        body->setWorldTransform(at);
        body->setActivationState(DISABLE_DEACTIVATION);
        world_.addRigidBody(body.get(), 0, 0); // group 0, mask 0: the body collides with no other body
        if (!on_springs) return;
        btTransform frame; // the spring's frame relative to the ball; the rest position is 1 m below
        frame.setIdentity();
        auto& spring = springs_.emplace_back(std::make_unique<btGeneric6DofSpring2Constraint>(*body, frame));
        for (int axis = 0; axis < 6; ++axis) spring->setLimit(axis, 1.0F, -1.0F); // low > high: free axis
        spring->enableSpring(1, true);
        spring->setStiffness(1, 40.0F);
        spring->setEquilibriumPoint(1, -1.0F);
        world_.addConstraint(spring.get());
    }

    btDefaultCollisionConfiguration configuration_{};
    btCollisionDispatcher dispatcher_{&configuration_};
    btDbvtBroadphase broadphase_{};
    btSequentialImpulseConstraintSolver solver_{};
    btDiscreteDynamicsWorld world_{&dispatcher_, &broadphase_, &solver_, &configuration_};
    btSphereShape sphere_{0.2F};
    std::vector<std::unique_ptr<btRigidBody>> bodies_{};
    std::vector<std::unique_ptr<btGeneric6DofSpring2Constraint>> springs_{};
};
} // namespace

std::unique_ptr<EngineBalls> bullet_balls(int count, bool on_springs)
{
    return std::make_unique<BulletBalls>(count, on_springs);
}

} // namespace bench
