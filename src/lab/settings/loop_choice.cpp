#include "lab/settings/loop_choice.hpp"

#include "catalogue/presets.hpp"
#include "timestep/loop.hpp"

namespace lab
{

namespace
{

using timestep::KnobRef; // refers to a knob: a numeric parameter of a loop component
using timestep::Loop;

decltype(auto) visit_component(Loop& loop, ComponentKind component_kind, auto&& function)
{
    switch (component_kind)
    {
    case ComponentKind::filter: return function(loop.filter);
    case ComponentKind::stepper: return function(loop.stepper);
    case ComponentKind::overload: return function(loop.overload);
    case ComponentKind::pacer: break;
    }
    return function(loop.pacer);
}

std::size_t component_type_index(Loop& loop, ComponentKind component_kind)
{
    return visit_component(loop, component_kind, [](const auto& component) { return component.index(); });
}

void set_component_type(Loop& loop, ComponentKind component_kind, std::size_t type_index)
{
    visit_component(loop, component_kind, [&](auto& component) { component.choose(component.names[type_index]); });
}

void copy_loop_to_choice(Loop loop, LoopChoice& choice)
{
    choice.rate = loop.rate();
    choice.presentation = loop.presentation;
    for (const ComponentKind component_kind : all_component_kinds)
    {
        ComponentChoice& component = choice.components[static_cast<std::size_t>(component_kind)];
        component.type_index = component_type_index(loop, component_kind);
        component.knob_values = {};
        const std::vector<KnobRef> knobs = knobs_of(loop, component_kind);
        for (std::size_t i = 0; i < knobs.size(); ++i) component.knob_values.at(i) = knobs[i].get();
    }
}

} // namespace

LoopChoice::LoopChoice()
    : preset{catalogue::id_of(*catalogue::find_preset("interpolated"))}
{
    copy_loop_to_choice(catalogue::preset_of(preset).make(rate), *this);
}

void LoopChoice::choose_preset(timestep::PresetId id)
{
    const bool has_default_rate = rate == catalogue::preset_of(preset).default_rate;
    const timestep::Preset& new_preset = catalogue::preset_of(id);
    preset = id;
    is_foreign = false;
    components = {};
    copy_loop_to_choice(new_preset.make(has_default_rate ? new_preset.default_rate : rate), *this);
}

void LoopChoice::replace_component(ComponentKind component_kind, std::size_t type_index)
{
    Loop loop = make_loop(*this);
    set_component_type(loop, component_kind, type_index);
    // Without this call, a new pacer would keep its default rate.
    loop.set_rate(loop.rate());
    copy_loop_to_choice(loop, *this);
    components[static_cast<std::size_t>(component_kind)].is_replaced = true;
}

void LoopChoice::set_rate(timestep::Rate new_rate)
{
    Loop loop = make_loop(*this);
    loop.set_rate(new_rate);
    copy_loop_to_choice(loop, *this);
}

void LoopChoice::set_knob(ComponentKind component_kind, std::size_t knob_index, double value)
{
    Loop loop = make_loop(*this);
    knobs_of(loop, component_kind).at(knob_index).set(value);
    copy_loop_to_choice(loop, *this);
}

Loop make_loop(const LoopChoice& choice)
{
    Loop loop = catalogue::preset_of(choice.preset).make(choice.rate);
    loop.presentation = choice.presentation;
    bool differs_from_preset = !(loop.rate() == choice.rate);
    for (const ComponentKind component_kind : all_component_kinds)
    {
        const ComponentChoice& component = choice.component(component_kind);
        if (!component.is_replaced && component.type_index == component_type_index(loop, component_kind)) continue;
        set_component_type(loop, component_kind, component.type_index);
        differs_from_preset = true;
    }
    if (differs_from_preset) loop.set_rate(choice.rate);
    for (const ComponentKind component_kind : all_component_kinds)
    {
        const std::vector<KnobRef> knobs = knobs_of(loop, component_kind);
        for (std::size_t i = 0; i < knobs.size(); ++i)
        {
            const double value = choice.component(component_kind).knob_values.at(i);
            if (knobs[i].get() != value) knobs[i].set(value);
        }
    }
    return loop;
}

LoopChoice choice_copied_from_loop(timestep::PresetId preset, const Loop& loop)
{
    LoopChoice choice;
    choice.preset = preset;
    copy_loop_to_choice(loop, choice);
    return choice;
}

std::span<const std::string_view> component_type_names(ComponentKind component_kind)
{
    static constexpr std::array<std::span<const std::string_view>, all_component_kinds.size()> names{
        timestep::LoopFilter::names, timestep::LoopStepper::names, timestep::LoopOverloadPolicy::names,
        timestep::LoopPacer::names};
    return names[static_cast<std::size_t>(component_kind)];
}

std::vector<KnobRef> knobs_of(Loop& loop, ComponentKind component_kind)
{
    std::vector<KnobRef> knobs;
    visit_component(loop, component_kind,
                    [&](auto& component)
                    { timestep::for_each_knob(component, [&](const KnobRef& knob) { knobs.push_back(knob); }); });
    return knobs;
}

timestep::ClockRelation stepper_clock_relation(const LoopChoice& choice)
{
    static const std::vector<timestep::ClockRelation> relations =
        []<class... Types>(const timestep::LoopPart<Types...>&)
    { return std::vector{Types::clock_relation...}; }(timestep::LoopStepper{});
    return relations[choice.component(ComponentKind::stepper).type_index];
}

bool supports_own_thread(const LoopChoice& choice)
{
    const timestep::ClockRelation relation = stepper_clock_relation(choice);
    return relation == timestep::ClockRelation::lags || relation == timestep::ClockRelation::leads;
}

} // namespace lab
