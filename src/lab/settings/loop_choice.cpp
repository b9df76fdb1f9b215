#include "lab/settings/loop_choice.hpp"

#include "catalogue/presets.hpp"
#include "timestep/loop.hpp"

namespace lab
{

namespace
{

using timestep::KnobRef;
using timestep::Loop;

decltype(auto) visit_component(Loop& loop, LoopAxis axis, auto&& function)
{
    switch (axis)
    {
    case LoopAxis::filter: return function(loop.filter);
    case LoopAxis::stepper: return function(loop.stepper);
    case LoopAxis::overload: return function(loop.overload);
    case LoopAxis::pacer: break;
    }
    return function(loop.pacer);
}

std::size_t component_type_index(Loop& loop, LoopAxis axis)
{
    return visit_component(loop, axis, [](const auto& component) { return component.index(); });
}

void set_component_type(Loop& loop, LoopAxis axis, std::size_t type_index)
{
    visit_component(loop, axis, [&](auto& component) { component.choose(component.names[type_index]); });
}

void copy_loop_to_choice(Loop loop, LoopChoice& choice)
{
    choice.rate         = loop.rate();
    choice.presentation = loop.presentation;
    for (const LoopAxis axis : all_loop_axes)
    {
        LoopComponent& component = choice.components[static_cast<std::size_t>(axis)];
        component.type_index     = component_type_index(loop, axis);
        component.knob_values    = {};
        std::size_t i            = 0;
        for (const KnobRef& knob : knobs_of(loop, axis)) component.knob_values.at(i++) = knob.get();
    }
}

} // namespace

LoopChoice::LoopChoice() { copy_loop_to_choice(catalogue::preset_of(preset).make(rate), *this); }

void LoopChoice::choose_preset(timestep::PresetId id)
{
    const bool has_default_rate    = rate == catalogue::preset_of(preset).default_rate;
    const timestep::Preset& chosen = catalogue::preset_of(id);
    preset                         = id;
    components                     = {};
    copy_loop_to_choice(chosen.make(has_default_rate ? chosen.default_rate : rate), *this);
}

// A new pacer has its default rate, so loop.set_rate() passes the unchanged step rate to it.
void LoopChoice::replace_component(LoopAxis axis, std::size_t type_index)
{
    Loop loop = make_loop(*this);
    set_component_type(loop, axis, type_index);
    loop.set_rate(loop.rate());
    copy_loop_to_choice(loop, *this);
    components[static_cast<std::size_t>(axis)].is_chosen = true;
}

void LoopChoice::set_rate(timestep::Rate new_rate)
{
    Loop loop = make_loop(*this);
    loop.set_rate(new_rate);
    copy_loop_to_choice(loop, *this);
}

void LoopChoice::set_knob(LoopAxis axis, std::size_t knob_index, double value)
{
    Loop loop = make_loop(*this);
    knobs_of(loop, axis).at(knob_index).set(value);
    copy_loop_to_choice(loop, *this);
}

Loop make_loop(const LoopChoice& choice)
{
    Loop loop         = catalogue::preset_of(choice.preset).make(choice.rate);
    loop.presentation = choice.presentation;
    bool is_changed   = !(loop.rate() == choice.rate);
    for (const LoopAxis axis : all_loop_axes)
    {
        const LoopComponent& component = choice.component(axis);
        if (!component.is_chosen && component.type_index == component_type_index(loop, axis)) continue;
        set_component_type(loop, axis, component.type_index);
        is_changed = true;
    }
    if (is_changed) loop.set_rate(choice.rate);
    for (const LoopAxis axis : all_loop_axes)
    {
        std::size_t i = 0;
        for (const KnobRef& knob : knobs_of(loop, axis))
            if (const double value = choice.component(axis).knob_values.at(i++); knob.get() != value) knob.set(value);
    }
    return loop;
}

LoopChoice choice_of(timestep::PresetId preset, const Loop& loop)
{
    LoopChoice choice;
    choice.preset = preset;
    copy_loop_to_choice(loop, choice);
    return choice;
}

std::span<const std::string_view> component_type_names(LoopAxis axis)
{
    static constexpr std::array<std::span<const std::string_view>, all_loop_axes.size()> names{
        timestep::LoopFilter::names, timestep::LoopStepper::names, timestep::LoopOverload::names,
        timestep::LoopPacer::names};
    return names[static_cast<std::size_t>(axis)];
}

std::vector<KnobRef> knobs_of(Loop& loop, LoopAxis axis)
{
    std::vector<KnobRef> knobs;
    visit_component(loop, axis,
                    [&](auto& component)
                    { timestep::for_each_knob(component, [&](const KnobRef& knob) { knobs.push_back(knob); }); });
    return knobs;
}

timestep::ClockRelation stepper_clock_relation(const LoopChoice& choice)
{
    static const std::vector<timestep::ClockRelation> relations =
        []<class... Kinds>(const timestep::LoopPart<Kinds...>&)
    { return std::vector{Kinds::clock_relation...}; }(timestep::LoopStepper{});
    return relations[choice.component(LoopAxis::stepper).type_index];
}

bool can_have_own_thread(const LoopChoice& choice)
{
    const timestep::ClockRelation relation = stepper_clock_relation(choice);
    return relation == timestep::ClockRelation::lags || relation == timestep::ClockRelation::leads;
}

} // namespace lab
