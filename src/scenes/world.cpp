#include "scenes/world.hpp"

#include "sim/physics/stability.hpp"

#include <algorithm>
#include <cmath>

template struct base::CompiledOnce<scenes::AllScenes::VariantOf<scenes::Running>>;

namespace scenes
{

namespace
{
template <Scene S>
void restart_exact_solution(Running<S>& running, double now)
{
    if constexpr (HasExact<S>)
    {
        running.exact       = typename S::Exact(running.scene, running.current);
        running.exact_since = now;
    }
}

template <Scene S>
void restart(Running<S>& running)
{
    running.current = running.scene.start();
    if constexpr (!TakesManySteps<S>) running.previous = running.current;
    running.knobs_before = running.scene.knobs;
    restart_exact_solution(running, 0.0);
}

template <Scene S>
bool needs_restart(const Running<S>& running)
{
    return std::ranges::any_of(S::knob_table(),
                               [&](const SceneKnob& knob) {
                                   return knob.applies == Applies::restarts &&
                                          knob.get(&running.knobs_before) != knob.get(&running.scene.knobs);
                               });
}

// Returns the state of scene S that is stored in `out`. If `out` contains the state of another scene, replaces it by a
// new one; otherwise the old state's memory is used again.
template <Scene S>
typename S::State& state_in(AnyState& out)
{
    auto* state = std::get_if<typename S::State>(&out);
    return state ? *state : out.emplace<typename S::State>();
}

template <Scene S>
std::size_t heap_of(const typename S::State& state)
{
    if constexpr (HasHeap<S>)
        return S::heap_bytes(state);
    else
        return 0;
}
} // namespace

World::World()
    : World{SpringAndBall{}}
{
}

World::World(const AnyScene& scene)
{
    std::visit(
        [&]<class S>(const S& s)
        {
            running_.emplace<Running<S>>().scene = s;
            integrator_                          = default_integrator<S>();
        },
        scene);
    reset();
}

bool World::set_scene(std::string_view name)
{
    const auto scene = make_scene(name);
    if (!scene) return false;
    *this = World{*scene};
    return true;
}

void World::reset()
{
    std::visit([](auto& running) { restart(running); }, running_);
    clock_         = {};
    ticks_         = 0;
    teleported_at_ = 0.0;
}

template <Scene S>
void World::notice_knobs(Running<S>& running)
{
    if (running.scene.knobs == running.knobs_before) [[likely]]
        return;
    if (needs_restart(running)) return reset();
    running.knobs_before = running.scene.knobs;
    restart_exact_solution(running, time());
}

void World::step(double h, const sim::Input& input)
{
    std::visit(
        [&]<class S>(Running<S>& running)
        {
            notice_knobs(running);
            clock_.add(h);
            ++ticks_;
            const Step step{.h = h, .time = time(), .integrator = integrator_};
            if constexpr (TakesManySteps<S>)
                running.scene.steps(running.current, 1, step, events_);
            else
            {
                running.previous = running.current;
                running.scene.step(running.current, step, input, events_);
            }
            if (running.current.teleported) teleported_at_ = time();
            if (running.current.teleported || input.grabbed) restart_exact_solution(running, time());
        },
        running_);
}

void World::steps(double h, std::span<const sim::Input> inputs)
{
    std::visit(
        [&]<class S>(Running<S>& running)
        {
            if constexpr (TakesManySteps<S>)
            {
                if (inputs.empty()) return;
                notice_knobs(running);
                for (std::size_t i = 0; i < inputs.size(); ++i) clock_.add(h);
                ticks_ += std::ssize(inputs);
                const Step step{.h = h, .time = time(), .integrator = integrator_};
                running.scene.steps(running.current, std::ssize(inputs), step, events_);
            }
            else
                for (const sim::Input& input : inputs) this->step(h, input);
        },
        running_);
}

Probe World::probe() const
{
    return std::visit([](const auto& running) { return running.scene.probe(running.current); }, running_);
}

Probe World::probe(const AnyState& shown) const
{
    return std::visit([&]<class S>(const Running<S>& running)
                      { return running.scene.probe(std::get<typename S::State>(shown)); },
                      running_);
}

std::optional<std::uint64_t> World::state_hash() const
{
    sim::StateHash hash;
    std::visit([&]<class S>(const Running<S>& running) { S::hash(running.current, hash); }, running_);
    return hash.value();
}

std::size_t World::state_bytes() const
{
    return std::visit([]<class S>(const Running<S>& running) { return heap_of<S>(running.current); }, running_);
}

std::optional<StepCost> World::step_cost(double hz) const
{
    return std::visit(
        [&]<class S>(const Running<S>& running) -> std::optional<StepCost>
        {
            if constexpr (MeasuresItsCost<S>)
                return StepCost{running.scene.step_cost(), running.scene.spiral_count(hz)};
            else
                return std::nullopt;
        },
        running_);
}

bool World::supports(sim::Integrator integrator) const
{
    if (integrator != sim::Integrator::exact) return true;
    return std::visit([]<class S>(const Running<S>&) { return HasExactStep<S>; }, running_);
}

bool World::set_integrator(sim::Integrator integrator)
{
    if (!supports(integrator)) return false;
    integrator_ = integrator;
    return true;
}

std::optional<Stiffness> World::stiffness() const
{
    return std::visit(
        []<class S>(const Running<S>& running) -> std::optional<Stiffness>
        {
            if constexpr (HasStiffness<S>)
                return running.scene.stiffness();
            else
                return std::nullopt;
        },
        running_);
}

std::optional<double> World::largest_stable_step() const
{
    const auto spring = stiffness();
    if (!spring) return std::nullopt;
    return sim::largest_stable_hw(integrator_, spring->z) / spring->w;
}

std::optional<double> World::largest_safe_step() const
{
    return std::visit(
        []<class S>(const Running<S>& running) -> std::optional<double>
        {
            if constexpr (HasSafeStep<S>)
                return running.scene.largest_safe_step();
            else
                return std::nullopt;
        },
        running_);
}

double World::knob(const SceneKnob& knob) const
{
    return std::visit([&](const auto& running) { return knob.get(&running.scene.knobs); }, running_);
}

void World::set_knob(const SceneKnob& knob, double to)
{
    if (std::isnan(to)) return;
    std::visit([&](auto& running) { knob.set(&running.scene.knobs, std::clamp(to, knob.min, knob.max)); }, running_);
}

bool World::set_knob(std::string_view name, double to)
{
    const auto all   = knobs();
    const auto found = std::ranges::find(all, name, &SceneKnob::name);
    if (found == all.end()) return false;
    set_knob(*found, to);
    return true;
}

void World::blend(double alpha, AnyState& out) const
{
    std::visit([&]<class S>(const Running<S>& running)
               { running.scene.blend(running.previous, running.current, alpha, state_in<S>(out)); },
               running_);
}

void World::extrapolate(double seconds, AnyState& out) const
{
    std::visit([&]<class S>(const Running<S>& running)
               { running.scene.extrapolate(running.current, seconds, state_in<S>(out)); },
               running_);
}

void World::look_ahead(double h, const sim::Input& input, AnyState& out) const
{
    std::visit(
        [&]<class S>(const Running<S>& running)
        {
            auto& state = state_in<S>(out);
            state       = running.current;
            sim::Events ignored_events{};
            const Step step{.h = h, .time = time() + h, .integrator = integrator_};
            if constexpr (TakesManySteps<S>)
                running.scene.steps(state, 1, step, ignored_events);
            else
                running.scene.step(state, step, input, ignored_events);
        },
        running_);
}

bool World::exact(double time, AnyState& out)
{
    return std::visit(
        [&]<class S>(Running<S>& running)
        {
            if constexpr (HasExact<S>) running.exact.at(std::max(time - running.exact_since, 0.0), state_in<S>(out));
            return HasExact<S>;
        },
        running_);
}

Snapshot World::save() const
{
    Snapshot snapshot;
    save(snapshot);
    return snapshot;
}

void World::save(Snapshot& into) const
{
    into.clock         = clock_;
    into.ticks         = ticks_;
    into.teleported_at = teleported_at_;
    into.events        = events_;
    std::visit(
        [&]<class S>(const Running<S>& running)
        {
            into.previous = running.previous;
            into.current  = running.current;
        },
        running_);
}

bool World::load(const Snapshot& snapshot)
{
    if (snapshot.current.index() != running_.index()) return false;
    clock_         = snapshot.clock;
    ticks_         = snapshot.ticks;
    teleported_at_ = snapshot.teleported_at;
    events_        = snapshot.events;
    std::visit(
        [&]<class S>(Running<S>& running)
        {
            running.previous = std::get<typename S::State>(snapshot.previous);
            running.current  = std::get<typename S::State>(snapshot.current);
            if (time() < running.exact_since) restart_exact_solution(running, time());
        },
        running_);
    return true;
}

std::size_t heap_bytes(const AnyState& state)
{
    const auto sum_over = [&]<Scene... S>(SceneList<S...>)
    {
        std::size_t sum = 0;
        ((sum += std::holds_alternative<typename S::State>(state) ? heap_of<S>(std::get<typename S::State>(state)) : 0),
         ...);
        return sum;
    };
    return sum_over(AllScenes{});
}

std::size_t Snapshot::bytes() const { return sizeof(Snapshot) + heap_bytes(previous) + heap_bytes(current); }

} // namespace scenes
