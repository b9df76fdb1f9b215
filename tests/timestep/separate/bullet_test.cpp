// Compares steps due, steps run and carried time of Bullet with those of its presets, in a million random frames.
#include "timestep/presets/bullet.hpp"
#include "timestep/presets/bullet_10.hpp"

#include <btBulletDynamicsCommon.h>
#include <doctest/doctest.h>

#include <random>

using namespace timestep;

namespace
{

class EmptyWorld
{
public:
    EmptyWorld()
    {
        const auto count = [](btDynamicsWorld* world, btScalar) { ++*static_cast<int*>(world->getWorldUserInfo()); };
        world_.setInternalTickCallback(count, &ticks_);
    }

    struct Stepped
    {
        int due = 0; ///< steps that were due; the return value of stepSimulation
        int ticks = 0; ///< steps that ran
        double local_time = 0.0;
    };
    Stepped step(Nanos frame, int max_substeps)
    {
        ticks_ = 0;
        const int due = world_.stepSimulation(static_cast<btScalar>(to_seconds(frame)), max_substeps);
        return {due, ticks_, static_cast<double>(world_.local_time())};
    }

private:
    struct World : btDiscreteDynamicsWorld
    {
        using btDiscreteDynamicsWorld::btDiscreteDynamicsWorld;
        btScalar local_time() const { return m_localTime; }
    };

    int ticks_ = 0;
    btDefaultCollisionConfiguration configuration_{};
    btCollisionDispatcher dispatcher_{&configuration_};
    btDbvtBroadphase broadphase_{};
    btSequentialImpulseConstraintSolver solver_{};
    World world_{&dispatcher_, &broadphase_, &solver_, &configuration_};
};

static_assert(sizeof(btScalar) == sizeof(float), "the preset is that of a Bullet in single precision");

// A frame time: of any length up to 50 ms, of a noisy display, or rarely a very long one.
Nanos random_frame(std::mt19937_64& random)
{
    const std::uint64_t r = random();
    const auto dice = static_cast<std::int64_t>(r >> 20U);
    if (r % 1000 < 2) return Nanos{dice % 3'000'000'000};
    if (r % 1000 < 500) return Nanos{1'000'000 + dice % 49'000'000};
    return Nanos{16'683'333 + dice % 2'000'000 - 1'000'000};
}

void agree(auto loop, int max_substeps)
{
    EmptyWorld world;
    std::mt19937_64 random{2026};
    const double step = static_cast<double>(1.0F / 60.0F);
    int capped = 0;
    for (int i = 0; i < 1'000'000; ++i)
    {
        const Nanos frame = random_frame(random);
        const auto original = world.step(frame, max_substeps);
        const StepPlan plan = loop.plan({.frame_time = frame});
        const Nanos unrun = from_seconds((original.due - original.ticks) * step);
        REQUIRE(plan.steps == original.ticks);
        // Bullet counts these steps as done although it does not run them.
        REQUIRE(std::chrono::abs(plan.dropped - unrun) <= 1ns);
        REQUIRE(plan.carried == from_seconds(original.local_time));
        REQUIRE(static_cast<float>(plan.alpha) == static_cast<float>(original.local_time) / (1.0F / 60.0F));
        capped += original.due > original.ticks ? 1 : 0;
    }
    CHECK(capped > 1000);
}
} // namespace

TEST_CASE("bullet takes, carries and drops the same time as Bullet with one substep, in a million random frames")
{
    agree(presets::bullet(), 1);
}

TEST_CASE("bullet-10 takes, carries and drops the same time as Bullet with ten substeps, in a million random frames")
{
    agree(presets::bullet_10(), 10);
}
