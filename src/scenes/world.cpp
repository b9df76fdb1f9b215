#include "scenes/world.hpp"

#include <algorithm>
#include <utility>

namespace scenes
{

World::World(const SceneSettings& settings)
    : type_{&type_of(settings)}
    , scene_{type_->make_scene()}
    , integrator_{type_->default_integrator}
{
    set_knobs(settings);
    reset();
}

void World::reset()
{
    type_->write_initial_state(scene_, current_state_);
    if (!type_->can_run_many_steps) previous_state_ = current_state_;
    std::ranges::transform(type_->knobs, applied_knobs_.begin(),
                           [knobs = type_->knobs_of(scene_)](const SceneKnob& knob) { return knob.get(knobs); });
    may_have_knob_changes_ = false;
    simulated_clock_ = {};
    restart_exact_motion();
    step_count_ = 0;
    last_teleport_time_ = 0.0;
}

void World::restart_exact_motion()
{
    if (type_->start_exact_motion == nullptr) return;
    type_->start_exact_motion(scene_, current_state_, exact_motion_);
    exact_motion_start_seconds_ = time();
}

void World::apply_knob_changes()
{
    if (!std::exchange(may_have_knob_changes_, false)) return;
    bool has_knob_changed = false;
    for (std::size_t i = 0; i < type_->knobs.size(); ++i)
    {
        const double knob_value = type_->knobs[i].get(type_->knobs_of(scene_));
        if (knob_value == applied_knobs_[i]) continue;
        if (type_->knobs[i].effect_time == KnobEffectTime::immediate_reset)
        {
            reset();
            return;
        }
        applied_knobs_[i] = knob_value;
        has_knob_changed = true;
    }
    if (has_knob_changed) restart_exact_motion();
}

void World::run_steps(double h, std::int64_t step_count, const sim::Input& input)
{
    apply_knob_changes();
    for (std::int64_t i = 0; i < step_count; ++i) simulated_clock_.add(h);
    step_count_ += step_count;
    const Step step{.h = h, .end_time = time(), .step_count = step_count, .integrator = integrator_};
    const bool is_teleported = type_->step(scene_, &previous_state_, current_state_, step, input, events_);
    if (is_teleported) last_teleport_time_ = time();
    if (is_teleported || input.grabbed) restart_exact_motion();
}

void World::step_many(double h, std::span<const sim::Input> inputs)
{
    if (type_->can_run_many_steps && !inputs.empty())
        run_steps(h, std::ssize(inputs), {});
    else
        for (const sim::Input& input : inputs) step(h, input);
}

std::optional<std::uint64_t> World::state_hash() const
{
    sim::StateHash hash;
    type_->hash(current_state_, hash);
    return hash.value();
}

bool World::supports(sim::Integrator integrator) const
{
    return integrator != sim::Integrator::exact || type_->has_exact_step;
}

bool World::set_integrator(sim::Integrator integrator)
{
    if (!supports(integrator)) return false;
    if (integrator != integrator_) largest_stable_step_.reset();
    integrator_ = integrator;
    return true;
}

std::optional<double> World::stable_step_limit() const
{
    if (type_->largest_stable_step == nullptr) return std::nullopt;
    if (!largest_stable_step_) largest_stable_step_ = type_->largest_stable_step(scene_, integrator_);
    return largest_stable_step_;
}

double World::growth_rate(double step_s) const
{
    const auto largest_stable_step = stable_step_limit();
    return largest_stable_step && step_s > *largest_stable_step ? type_->growth_rate(scene_, integrator_, step_s) : 0.0;
}

void World::set_knobs(const SceneSettings& settings)
{
    may_have_knob_changes_ = true;
    void* const knobs = type_->knobs_of(scene_);
    for (std::size_t i = 0; i < type_->knobs.size(); ++i)
    {
        const double old_value = type_->knobs[i].get(knobs);
        type_->knobs[i].set(knobs, settings.knobs[i]);
        if (type_->knobs[i].get(knobs) != old_value) largest_stable_step_.reset();
    }
}

void World::write_next_state(double h, const sim::Input& input, AnyState& out) const
{
    out = current_state_;
    sim::EventCounts ignored_events{};
    const Step step{.h = h, .end_time = time() + h, .integrator = integrator_};
    type_->step(scene_, nullptr, out, step, input, ignored_events);
}

bool World::write_exact_state(double time, AnyState& out)
{
    if (type_->start_exact_motion == nullptr) return false;
    type_->write_exact_state(exact_motion_, std::max(time - exact_motion_start_seconds_, 0.0), out);
    return true;
}

} // namespace scenes
