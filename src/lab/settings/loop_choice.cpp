#include "lab/settings/loop_choice.hpp"

#include "lab/settings/realised_loop.hpp"
#include "timestep/presets.hpp"

#include <vector>

namespace lab
{

namespace
{

using timestep::KnobRef;
using timestep::Loop;

template <class F>
decltype(auto) visit_part(Loop& loop, LoopAxis axis, F&& f)
{
    switch (axis)
    {
    case LoopAxis::filter: return f(loop.filter);
    case LoopAxis::stepper: return f(loop.stepper);
    case LoopAxis::overload: return f(loop.overload);
    case LoopAxis::pacer: break;
    }
    return f(loop.pacer);
}

// The result holds references into `loop`.
std::vector<KnobRef> knob_refs_of(Loop& loop, LoopAxis axis)
{
    std::vector<KnobRef> knobs;
    visit_part(loop, axis,
               [&](auto& part) { timestep::for_each_knob(part, [&](const KnobRef& knob) { knobs.push_back(knob); }); });
    return knobs;
}

std::size_t part_kind_of(Loop& loop, LoopAxis axis)
{
    return visit_part(loop, axis, [](const auto& part) { return part.index(); });
}

void set_part_kind(Loop& loop, LoopAxis axis, std::size_t kind)
{
    visit_part(loop, axis, [&](auto& part) { part.choose(part.names[kind]); });
}

void copy_loop_to_choice(Loop loop, LoopChoice& choice)
{
    choice.rate         = loop.rate();
    choice.presentation = loop.presentation;
    for (const LoopAxis axis : all_loop_axes)
    {
        LoopPart& part = choice.parts[static_cast<std::size_t>(axis)];
        part.kind      = part_kind_of(loop, axis);
        part.knobs     = {};
        std::size_t i  = 0;
        for (const KnobRef& knob : knob_refs_of(loop, axis)) part.knobs.at(i++) = knob.get();
    }
}

template <class... Kinds>
std::vector<std::vector<LoopKnob>> knobs_by_kind(const timestep::Axis<Kinds...>&)
{
    const auto knobs_of_kind = []<class Kind>(const Kind*)
    {
        static_assert(timestep::knobs_of<Kind>.size() <= LoopPart::max_part_knobs);
        std::vector<LoopKnob> knobs;
        for (const timestep::AxisKnob<Kind>& knob : timestep::knobs_of<Kind>)
            knobs.push_back({knob.name, knob.unit, knob.help, knob.min, knob.max, knob.whole});
        return knobs;
    };
    return {knobs_of_kind(static_cast<const Kinds*>(nullptr))...};
}

} // namespace

LoopChoice::LoopChoice() { copy_loop_to_choice(preset_of(preset).make(rate), *this); }

void LoopChoice::choose(timestep::LoopId id)
{
    const bool has_default_rate    = rate == preset_of(preset).default_rate;
    const timestep::Preset& chosen = preset_of(id);
    preset                         = id;
    parts                          = {};
    copy_loop_to_choice(chosen.make(has_default_rate ? chosen.default_rate : rate), *this);
}

// A new pacer gets the rate of the loop, as in timestep::Loop.
void LoopChoice::choose_part(LoopAxis axis, std::size_t kind)
{
    Loop loop = realised(*this);
    set_part_kind(loop, axis, kind);
    loop.set_rate(loop.rate());
    copy_loop_to_choice(loop, *this);
    parts[static_cast<std::size_t>(axis)].is_chosen = true;
}

void LoopChoice::set_rate(timestep::Rate to)
{
    Loop loop = realised(*this);
    loop.set_rate(to);
    copy_loop_to_choice(loop, *this);
}

void LoopChoice::set_knob(LoopAxis axis, std::size_t knob, double to)
{
    Loop loop = realised(*this);
    knob_refs_of(loop, axis).at(knob).set(to);
    copy_loop_to_choice(loop, *this);
}

Loop realised(const LoopChoice& choice)
{
    Loop loop         = preset_of(choice.preset).make(choice.rate);
    loop.presentation = choice.presentation;
    bool is_changed   = !(loop.rate() == choice.rate);
    for (const LoopAxis axis : all_loop_axes)
    {
        const LoopPart& part = choice.part(axis);
        if (!part.is_chosen && part.kind == part_kind_of(loop, axis)) continue;
        set_part_kind(loop, axis, part.kind);
        is_changed = true;
    }
    if (is_changed) loop.set_rate(choice.rate);
    for (const LoopAxis axis : all_loop_axes)
    {
        std::size_t i = 0;
        for (const KnobRef& knob : knob_refs_of(loop, axis))
            if (const double value = choice.part(axis).knobs.at(i++); knob.get() != value) knob.set(value);
    }
    return loop;
}

LoopChoice choice_of(timestep::LoopId preset, const Loop& loop)
{
    LoopChoice choice;
    choice.preset = preset;
    copy_loop_to_choice(loop, choice);
    return choice;
}

std::span<const std::string_view> kinds_of(LoopAxis axis)
{
    static constexpr std::array<std::span<const std::string_view>, all_loop_axes.size()> names{
        timestep::LoopFilter::names, timestep::LoopStepper::names, timestep::LoopOverload::names,
        timestep::LoopPacer::names};
    return names[static_cast<std::size_t>(axis)];
}

std::span<const LoopKnob> knobs_of(LoopAxis axis, std::size_t kind)
{
    static const std::array all{knobs_by_kind(timestep::LoopFilter{}), knobs_by_kind(timestep::LoopStepper{}),
                                knobs_by_kind(timestep::LoopOverload{}), knobs_by_kind(timestep::LoopPacer{})};
    return all[static_cast<std::size_t>(axis)][kind];
}

timestep::Carries carries_of(const LoopChoice& choice)
{
    static const std::vector<timestep::Carries> all = []<class... Kinds>(const timestep::Axis<Kinds...>&)
    { return std::vector{Kinds::carries...}; }(timestep::LoopStepper{});
    return all[choice.part(LoopAxis::stepper).kind];
}

bool can_have_thread(const LoopChoice& choice)
{
    const timestep::Carries carries = carries_of(choice);
    return carries == timestep::Carries::rest || carries == timestep::Carries::lead;
}

} // namespace lab
