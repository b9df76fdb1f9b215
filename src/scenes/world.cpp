#include "scenes/world.hpp"

#include "sim/physics/spring.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace scenes
{

World::World()
    : World{*find_scene_defaults("spring-and-ball")}
{
}

World::World(const SceneSettings& settings)
    : type_{&type_of(settings)}
    , scene_{type_->make()}
    , integrator_{type_->default_integrator}
{
    set_knobs(settings);
    reset();
}

void World::reset()
{
    type_->initialise(scene_, snapshot_.current);
    if (type_->step != nullptr) snapshot_.previous = snapshot_.current;
    std::ranges::transform(type_->knobs, applied_knobs_.begin(),
                           [&](const SceneKnob& scene_knob) { return knob_value(scene_knob); });
    has_knob_changes_ = false;
    restart_exact_motion(0.0);
    snapshot_.clock         = {};
    snapshot_.ticks         = 0;
    snapshot_.teleport_time = 0.0;
}

void World::restart_exact_motion(double start_seconds)
{
    if (type_->start_exact == nullptr) return;
    type_->start_exact(scene_, snapshot_.current, exact_);
    exact_motion_start_ = start_seconds;
}

void World::apply_knob_changes()
{
    if (!std::exchange(has_knob_changes_, false)) return;
    bool has_changed = false;
    for (std::size_t i = 0; i < type_->knobs.size(); ++i)
    {
        const double value = knob_value(type_->knobs[i]);
        if (value == applied_knobs_[i]) continue;
        if (type_->knobs[i].applies == Applies::restarts)
        {
            reset();
            return;
        }
        applied_knobs_[i] = value;
        has_changed       = true;
    }
    if (has_changed) restart_exact_motion(time());
}

void World::step(double h, const sim::Input& input)
{
    apply_knob_changes();
    snapshot_.clock.add(h);
    ++snapshot_.ticks;
    const Step step{.h = h, .time = time(), .integrator = integrator_};
    const bool is_teleported =
        type_->step_many != nullptr
            ? type_->step_many(scene_, snapshot_.current, 1, step, snapshot_.events)
            : type_->step(scene_, &snapshot_.previous, snapshot_.current, step, input, snapshot_.events);
    if (is_teleported) snapshot_.teleport_time = time();
    if (is_teleported || input.grabbed) restart_exact_motion(time());
}

void World::step_many(double h, std::span<const sim::Input> inputs)
{
    if (type_->step_many == nullptr)
    {
        for (const sim::Input& input : inputs) step(h, input);
        return;
    }
    if (inputs.empty()) return;
    apply_knob_changes();
    for (std::size_t i = 0; i < inputs.size(); ++i) snapshot_.clock.add(h);
    snapshot_.ticks += std::ssize(inputs);
    const Step step{.h = h, .time = time(), .integrator = integrator_};
    type_->step_many(scene_, snapshot_.current, std::ssize(inputs), step, snapshot_.events);
}

std::optional<std::uint64_t> World::state_hash() const
{
    sim::StateHash hash;
    type_->hash(snapshot_.current, hash);
    return hash.value();
}

bool World::supports(sim::Integrator integrator) const
{
    return integrator != sim::Integrator::exact || type_->has_exact_step;
}

bool World::set_integrator(sim::Integrator integrator)
{
    if (!supports(integrator)) return false;
    integrator_ = integrator;
    return true;
}

std::optional<double> World::largest_stable_step() const
{
    const auto spring = stiffness();
    if (!spring) return std::nullopt;
    return sim::largest_stable_hw(integrator_, spring->damping_ratio) / spring->angular_frequency;
}

double World::knob_value(const SceneKnob& knob) const
{
    return knob.get(type_->knobs_of(const_cast<AnyScene&>(scene_)));
}

void World::set_knobs(const SceneSettings& settings)
{
    has_knob_changes_ = true;
    for (std::size_t i = 0; i < type_->knobs.size(); ++i)
        type_->knobs[i].set(type_->knobs_of(scene_), settings.knobs[i]);
}

void World::set_knob(const SceneKnob& knob, double value)
{
    if (std::isnan(value)) return;
    knob.set(type_->knobs_of(scene_), std::clamp(value, knob.min, knob.max));
    has_knob_changes_ = true;
}

bool World::set_knob(std::string_view name, double value)
{
    const SceneKnob* const found = find_knob(*type_, name);
    if (found == nullptr) return false;
    set_knob(*found, value);
    return true;
}

void World::write_next_state(double h, const sim::Input& input, AnyState& out) const
{
    out = snapshot_.current;
    sim::Events ignored_events{};
    const Step step{.h = h, .time = time() + h, .integrator = integrator_};
    if (type_->step_many != nullptr)
        type_->step_many(scene_, out, 1, step, ignored_events);
    else
        type_->step(scene_, nullptr, out, step, input, ignored_events);
}

bool World::write_exact_state(double time, AnyState& out)
{
    if (type_->start_exact == nullptr) return false;
    type_->exact_at(exact_, std::max(time - exact_motion_start_, 0.0), out);
    return true;
}

bool World::load(const Snapshot& snapshot)
{
    if (!snapshot.current.has_same_type_as(snapshot_.current)) return false;
    snapshot_ = snapshot;
    if (time() < exact_motion_start_) restart_exact_motion(time());
    return true;
}

} // namespace scenes
