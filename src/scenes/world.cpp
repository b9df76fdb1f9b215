#include "scenes/world.hpp"

#include "sim/physics/spring.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace scenes
{

World::World()
    : World{*find_scene("spring-and-ball")}
{
}

World::World(const SceneChoice& choice)
    : type_{&type_of(choice)}
    , scene_{type_->make()}
    , integrator_{type_->default_integrator}
{
    set_knobs(choice);
    reset();
}

bool World::set_scene(std::string_view name)
{
    const auto choice = find_scene(name);
    if (!choice) return false;
    *this = World{*choice};
    return true;
}

void World::reset()
{
    type_->start(scene_, current_);
    if (type_->step != nullptr) previous_ = current_;
    std::ranges::transform(type_->knobs, knobs_before_.begin(), [&](const SceneKnob& each) { return knob(each); });
    knobs_set_ = false;
    restart_exact_motion(0.0);
    clock_         = {};
    ticks_         = 0;
    teleported_at_ = 0.0;
}

void World::restart_exact_motion(double now)
{
    if (type_->start_exact == nullptr) return;
    type_->start_exact(scene_, current_, exact_);
    exact_since_ = now;
}

void World::notice_knobs()
{
    if (!std::exchange(knobs_set_, false)) return;
    bool changed = false;
    for (std::size_t i = 0; i < type_->knobs.size(); ++i)
    {
        const double now = knob(type_->knobs[i]);
        if (now == knobs_before_[i]) continue;
        if (type_->knobs[i].applies == Applies::restarts) return reset();
        knobs_before_[i] = now;
        changed          = true;
    }
    if (changed) restart_exact_motion(time());
}

void World::step(double h, const sim::Input& input)
{
    notice_knobs();
    clock_.add(h);
    ++ticks_;
    const Step step{.h = h, .time = time(), .integrator = integrator_};
    const bool teleported = type_->steps != nullptr ? type_->steps(scene_, current_, 1, step, events_)
                                                    : type_->step(scene_, &previous_, current_, step, input, events_);
    if (teleported) teleported_at_ = time();
    if (teleported || input.grabbed) restart_exact_motion(time());
}

void World::steps(double h, std::span<const sim::Input> inputs)
{
    if (type_->steps == nullptr)
    {
        for (const sim::Input& input : inputs) step(h, input);
        return;
    }
    if (inputs.empty()) return;
    notice_knobs();
    for (std::size_t i = 0; i < inputs.size(); ++i) clock_.add(h);
    ticks_ += std::ssize(inputs);
    const Step step{.h = h, .time = time(), .integrator = integrator_};
    type_->steps(scene_, current_, std::ssize(inputs), step, events_);
}

std::optional<std::uint64_t> World::state_hash() const
{
    sim::StateHash hash;
    type_->hash(current_, hash);
    return hash.value();
}

std::optional<StepCost> World::step_cost(double hz) const
{
    if (type_->step_cost == nullptr) return std::nullopt;
    return type_->step_cost(scene_, hz);
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

std::optional<Stiffness> World::stiffness() const
{
    if (type_->stiffness == nullptr) return std::nullopt;
    return type_->stiffness(scene_);
}

std::optional<double> World::largest_stable_step() const
{
    const auto spring = stiffness();
    if (!spring) return std::nullopt;
    return sim::largest_stable_hw(integrator_, spring->z) / spring->w;
}

std::optional<double> World::largest_safe_step() const
{
    if (type_->largest_safe_step == nullptr) return std::nullopt;
    return type_->largest_safe_step(scene_);
}

double World::knob(const SceneKnob& knob) const { return knob.get(type_->knobs_of(const_cast<AnyScene&>(scene_))); }

void World::set_knobs(const SceneChoice& choice)
{
    knobs_set_ = true;
    for (std::size_t i = 0; i < type_->knobs.size(); ++i) type_->knobs[i].set(type_->knobs_of(scene_), choice.knobs[i]);
}

void World::set_knob(const SceneKnob& knob, double to)
{
    if (std::isnan(to)) return;
    knob.set(type_->knobs_of(scene_), std::clamp(to, knob.min, knob.max));
    knobs_set_ = true;
}

bool World::set_knob(std::string_view name, double to)
{
    const SceneKnob* const found = find_knob(*type_, name);
    if (found == nullptr) return false;
    set_knob(*found, to);
    return true;
}

void World::look_ahead(double h, const sim::Input& input, AnyState& out) const
{
    out = current_;
    sim::Events ignored_events{};
    const Step step{.h = h, .time = time() + h, .integrator = integrator_};
    if (type_->steps != nullptr)
        type_->steps(scene_, out, 1, step, ignored_events);
    else
        type_->step(scene_, nullptr, out, step, input, ignored_events);
}

bool World::exact(double time, AnyState& out)
{
    if (type_->start_exact == nullptr) return false;
    type_->exact_at(exact_, std::max(time - exact_since_, 0.0), out);
    return true;
}

Snapshot World::save() const
{
    Snapshot snapshot;
    save(snapshot);
    return snapshot;
}

void World::save(Snapshot& into) const
{
    into.previous      = previous_;
    into.current       = current_;
    into.clock         = clock_;
    into.ticks         = ticks_;
    into.teleported_at = teleported_at_;
    into.events        = events_;
}

bool World::load(const Snapshot& snapshot)
{
    if (!snapshot.current.is_like(current_)) return false;
    previous_      = snapshot.previous;
    current_       = snapshot.current;
    clock_         = snapshot.clock;
    ticks_         = snapshot.ticks;
    teleported_at_ = snapshot.teleported_at;
    events_        = snapshot.events;
    if (time() < exact_since_) restart_exact_motion(time());
    return true;
}

} // namespace scenes
