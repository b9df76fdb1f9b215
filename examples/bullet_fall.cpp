// A ball falls on the ground, with Bullet. The library's loop replaces Bullet's own: stepSimulation with 0 substeps
// runs exactly one step. There is no window; the frame times are those of a 144 Hz display.
// Usage: bullet_fall [seconds]
#include "timestep/blend.hpp"
#include "timestep/presets/interpolated.hpp"

#include <btBulletDynamicsCommon.h>

#include <cstdio>
#include <cstdlib>

using namespace timestep;

int main(int argc, char** argv)
{
    const long frames = 144 * (argc > 1 ? std::atol(argv[1]) : 5);

    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver solver;
    btDiscreteDynamicsWorld world{&dispatcher, &broadphase, &solver, &configuration};
    world.setGravity({0, -10, 0});

    btStaticPlaneShape plane{{0, 1, 0}, 0};
    btRigidBody ground{{0, nullptr, &plane}};
    world.addRigidBody(&ground);

    btSphereShape shape{btScalar{0.5}};
    btVector3 inertia;
    shape.calculateLocalInertia(1, inertia);
    btDefaultMotionState start{btTransform{btQuaternion::getIdentity(), {0, 10, 0}}};
    btRigidBody ball{{1, &start, &shape, inertia}};
    world.addRigidBody(&ball);

    auto loop = presets::interpolated(hz(60));
    StateHistory<double> height{10.0}; // in metres
    for (long frame = 0; frame < frames; ++frame)
    {
        const StepPlan plan = loop.plan({.frame_time = step_ns(hz(144))});
        run_steps(plan,
                  [&](double dt)
                  {
                      world.stepSimulation(static_cast<btScalar>(dt), 0);
                      height.step([&](double& h) { h = static_cast<double>(ball.getCenterOfMassPosition().y()); });
                  });
        const double drawn = height.state_to_draw(plan); // a real game draws the ball here
        if (frame % 144 == 143) std::printf("%ld s: the ball is drawn at %.2f m\n", (frame + 1) / 144, drawn);
    }
    world.removeRigidBody(&ball);
    world.removeRigidBody(&ground);
}
