#include "scenes/ruined.hpp"
#include "scenes/stack/stack.hpp"

#include <limits>

namespace
{

Stack stack_of(int iterations, int substeps, double top_mass = 1.0)
{
    return Stack{.knobs = {.iterations = iterations, .substeps = substeps, .top_mass = top_mass}};
}

constexpr double stands = std::numeric_limits<double>::infinity();

// Time in s at which the column collapses within `seconds`; infinity if it does not.
double collapse_time(const Stack& scene, double hz, double seconds)
{
    World world{choice_of(scene)};
    while (world.events().collapsed == 0 && world.time() < seconds) world.step(1.0 / hz);
    return world.events().collapsed == 0 ? stands : world.time();
}

} // namespace

TEST_CASE("ten boxes stand for ten minutes at 60 Hz, and collapse within ten seconds at 50, 40, 30 and 20 Hz")
{
    CHECK(collapse_time(Stack{}, 60.0, 600.0) == stands);
    for (const double hz : {50.0, 40.0, 30.0, 20.0}) CHECK(collapse_time(Stack{}, hz, 60.0) < 10.0);
}

TEST_CASE("n substeps at a rate give the bits of one substep at n times the rate")
{
    for (const int n : {2, 4, 8})
    {
        const World split = after(stack_of(10, n), 15.0, 10.0);
        const World fast = after(stack_of(10, 1), 15.0 * n, 10.0);
        sim::StateHash first, second;
        add_to_hash(first, state_of<Stack>(split).boxes);
        add_to_hash(second, state_of<Stack>(fast).boxes);
        CHECK(first.value() == second.value());
    }
}

TEST_CASE("for the same work, substeps help more than iterations: at 30 Hz, and under a heavy box at 60 Hz")
{
    CHECK(collapse_time(stack_of(20, 1), 30.0, 60.0) < 10.0);
    CHECK(collapse_time(stack_of(10, 2), 30.0, 60.0) == stands);
    for (const int iterations : {10, 20}) CHECK(collapse_time(stack_of(iterations, 1, 10.0), 60.0, 60.0) < 10.0);
    CHECK(collapse_time(stack_of(10, 2, 10.0), 60.0, 60.0) == stands);
}

TEST_CASE("without warm starting, the column collapses at 60 Hz")
{
    CHECK(collapse_time(Stack{.knobs = {.uses_warm_start = false}}, 60.0, 60.0) < 10.0);
}

TEST_CASE("at rest, the ground carries the weight of all boxes, and each box that of the boxes above it")
{
    const double h = 1.0 / 240.0;
    const World world = after(stack_of(10, 1, 3.0), 240.0, 20.0);
    for (std::size_t below = 0; below < Stack::box_count; ++below)
    {
        double impulse = 0.0;
        for (const BoxContact& contact : state_of<Stack>(world).contacts)
            if (contact.first_box_index() == below) impulse += contact.normal_impulse * contact.normal.y;
        CHECK(impulse ==
              doctest::Approx(h * 9.81 * (static_cast<double>(Stack::box_count - below) + 2.0)).epsilon(1e-3));
    }
}

TEST_CASE("a box slides as far as friction allows: v^2 / (2 * friction * gravity)")
{
    const BoxSolver solver{.friction = 0.4};
    std::vector<RigidBox> boxes{{.centre = {0.0, -0.5}, .half_size = {20.0, 0.5}},
                                make_box({0.0, 0.095}, {0.5, 0.1}, 2.0)};
    std::vector<BoxContact> contacts;
    for (int i = 0; i < 1000; ++i) solver.step(boxes, contacts, 0.001); // until the boxes are at rest
    const double start = boxes[1].centre.x;
    boxes[1].v = {3.0, 0.0};
    for (int i = 0; i < 3000; ++i) solver.step(boxes, contacts, 0.001);
    CHECK(boxes[1].centre.x - start == doctest::Approx(9.0 / (2.0 * 0.4 * 9.81)).epsilon(0.01));
    CHECK(std::abs(boxes[1].v.x) < 1e-9);
}

TEST_CASE("a collision keeps momentum and angular momentum, and adds no energy")
{
    const BoxSolver solver{.gravity = 0.0, .correction_fraction = 0.0};
    std::vector<RigidBox> boxes{make_box({-1.0, 0.1}, {0.3, 0.2}, 1.0), make_box({1.0, 0.0}, {0.25, 0.25}, 4.0)};
    boxes[0].v = {3.0, 0.2};
    boxes[1].v = {-1.0, 0.0};
    const auto sums = [&]
    {
        std::array<double, 4> sum{}; // momentum x, y, angular momentum, energy
        for (const RigidBox& box : boxes)
        {
            const double m = 1.0 / box.inverse_mass, i = 1.0 / box.inverse_inertia;
            sum[0] += m * box.v.x;
            sum[1] += m * box.v.y;
            sum[2] += m * sim::cross(box.centre, box.v) + i * box.angular_velocity;
            sum[3] += 0.5 * m * sim::dot(box.v, box.v) + 0.5 * i * box.angular_velocity * box.angular_velocity;
        }
        return sum;
    };
    const auto before = sums();
    std::vector<BoxContact> contacts;
    for (int i = 0; i < 400; ++i) solver.step(boxes, contacts, 0.002);
    CHECK(std::abs(boxes[0].angular_velocity) > 0.01); // the boxes have collided off-centre
    for (std::size_t i = 0; i < 2; ++i) CHECK(sums()[i] == doctest::Approx(before[i]).epsilon(1e-12));
    CHECK(sums()[2] == doctest::Approx(before[2]).epsilon(1e-3)); // contact points move during a step
    CHECK(sums()[3] < before[3]);
    for (const RigidBox& box : boxes) CHECK(sim::length(box.direction) == doctest::Approx(1.0).epsilon(1e-15));
}

TEST_CASE("the exact motion is the column at its start")
{
    World world = after(Stack{}, 30.0, 10.0);
    CHECK(world.events().collapsed == 1);
    CHECK(exact_at<Stack>(world, 10.0).boxes[10].centre == (Vec2{0.01, 4.7}));
}

TEST_CASE("stack: a state of NaN leaves a valid picture")
{
    check_ruined<Stack>({},
                        [](Stack::State& state)
                        {
                            for (BoxContact& contact : state.contacts) contact.point = {no_number, no_number};
                        });
}
