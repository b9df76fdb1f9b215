// scenes/stack/stack.hpp -- ten boxes in a column, which collapses if steps are too long for the solver's iterations
//
//      [ ]     Each box is shifted by 2 cm against the box below. Nothing should move.
//     [ ]      Observables::x is the height of the top box above its start, in metres.
//      [ ]
//    =======
#pragma once

#include "scenes/scene_type.hpp"
#include "scenes/stack/box_solver.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace scenes
{

struct Stack
{
    static constexpr std::size_t box_count = 10;
    static constexpr double box_size = 0.5; ///< width and height of a box in metres

    struct Knobs
    {
        int iterations = 10; ///< number of passes over all contacts in a substep
        int substeps = 1; ///< number of equal parts of a step
        bool uses_warm_start = true; ///< true: a substep starts with the impulses of the previous substep
        double friction = 0.6; ///< coefficient of friction
        double top_mass = 1.0; ///< mass of the top box in kg; the other boxes have 1 kg
    };

    struct State
    {
        std::vector<RigidBox> boxes{}; ///< the ground, then all boxes from bottom to top
        std::vector<BoxContact> contacts{}; ///< contacts of the last step
        bool has_collapsed = false; ///< true once the top box was half a box too low
        bool has_blown_up = false;
        bool is_teleported = false; ///< true: not interpolated with the previous state

        static constexpr std::tuple hashed_fields{&State::boxes, &State::contacts, &State::has_collapsed,
                                                  &State::has_blown_up};
        static constexpr std::tuple interpolated_fields{&State::boxes};
        std::size_t heap_bytes() const
        {
            return boxes.capacity() * sizeof(RigidBox) + contacts.capacity() * sizeof(BoxContact);
        }
    };

    Knobs knobs{};

    /// Boxes overlap by BoxSolver::slop, the depth that the solver tolerates, so that the column starts at rest.
    State initial_state() const
    {
        State state{.is_teleported = true};
        state.boxes.push_back({.centre = {0.0, -0.5}, .half_size = {20.0, 0.5}});
        for (std::size_t i = 1; i <= box_count; ++i)
            state.boxes.push_back(make_box({i % 2 == 0 ? 0.01 : -0.01, rest_height(i)},
                                           {0.5 * box_size, 0.5 * box_size}, i == box_count ? knobs.top_mass : 1.0));
        return state;
    }
    void step(State& state, const Step& step, const sim::Input&, sim::EventCounts& events) const
    {
        solver().step(state.boxes, state.contacts, step.h);
        const auto is_in_bounds = [](const RigidBox& box) // false if a coordinate is NaN
        { return std::abs(box.centre.x) < sim::blow_up_position && std::abs(box.centre.y) < sim::blow_up_position; };
        if (!std::ranges::all_of(state.boxes, is_in_bounds))
            state.has_blown_up = true;
        else if (top_box_rise(state) < -0.5 * box_size)
            count_once(state.has_collapsed, events.collapsed);
    }

    void advance_exactly(State& state, double) const { state = initial_state(); }
    void extrapolate(State& state, double seconds) const
    {
        for (RigidBox& box : state.boxes) BoxSolver::move(box, seconds);
    }

    Observables observables(const State& state) const
    {
        return {top_box_rise(state), state.boxes.back().v.y, energy(state)};
    }
    /// Kinetic and potential energy in joules; 0 for boxes at rest with their centres at ground level.
    double energy(const State& state) const
    {
        double total_energy = 0.0;
        for (std::size_t i = 1; i < state.boxes.size(); ++i)
        {
            const RigidBox& box = state.boxes[i];
            total_energy += (0.5 * sim::dot(box.v, box.v) + solver().gravity * box.centre.y) / box.inverse_mass +
                            0.5 * box.angular_velocity * box.angular_velocity / box.inverse_inertia;
        }
        return total_energy;
    }
    /// Largest horizontal distance of a box's centre from x = 0, the middle of the stack, in metres.
    static double max_horizontal_offset(const State& state)
    {
        double max_offset = 0.0;
        for (const RigidBox& box : state.boxes) max_offset = std::max(max_offset, std::abs(box.centre.x));
        return max_offset;
    }

private:
    BoxSolver solver() const
    {
        return {.friction = knobs.friction,
                .iterations = knobs.iterations,
                .substeps = knobs.substeps,
                .uses_warm_start = knobs.uses_warm_start};
    }
    static double rest_height(std::size_t box_index)
    {
        return box_size * (static_cast<double>(box_index) - 0.5) - BoxSolver{}.slop * static_cast<double>(box_index);
    }
    static double top_box_rise(const State& state) { return state.boxes.back().centre.y - rest_height(box_count); }
};

} // namespace scenes
