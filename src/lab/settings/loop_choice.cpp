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
decltype(auto) with_part(Loop& loop, LoopAxis axis, F&& f)
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

// The result refers to `loop`.
std::vector<KnobRef> knobs_in(Loop& loop, LoopAxis axis)
{
    std::vector<KnobRef> knobs;
    with_part(loop, axis,
              [&](auto& part) { timestep::for_each_knob(part, [&](const KnobRef& knob) { knobs.push_back(knob); }); });
    return knobs;
}

std::size_t kind_in(Loop& loop, LoopAxis axis)
{
    return with_part(loop, axis, [](const auto& part) { return part.index(); });
}

void choose_kind(Loop& loop, LoopAxis axis, std::size_t kind)
{
    with_part(loop, axis, [&](auto& part) { part.choose(part.names[kind]); });
}

void read_parts(Loop loop, LoopChoice& choice)
{
    choice.rate         = loop.rate();
    choice.presentation = loop.presentation;
    for (const LoopAxis axis : all_loop_axes)
    {
        LoopPart& part = choice.parts[static_cast<std::size_t>(axis)];
        part.kind      = kind_in(loop, axis);
        part.knobs     = {};
        std::size_t k  = 0;
        for (const KnobRef& knob : knobs_in(loop, axis)) part.knobs.at(k++) = knob.get();
    }
}

template <class... Kinds>
std::vector<std::vector<LoopKnob>> knobs_by_kind(const timestep::Axis<Kinds...>&)
{
    const auto of = []<class Kind>(const Kind*)
    {
        static_assert(timestep::knobs_of<Kind>.size() <= LoopPart::most_knobs);
        std::vector<LoopKnob> knobs;
        for (const timestep::AxisKnob<Kind>& k : timestep::knobs_of<Kind>)
            knobs.push_back({k.name, k.unit, k.help, k.min, k.max, k.whole});
        return knobs;
    };
    return {of(static_cast<const Kinds*>(nullptr))...};
}

} // namespace

LoopChoice::LoopChoice() { read_parts(preset_of(preset).make(rate), *this); }

void LoopChoice::choose(timestep::LoopId id)
{
    const bool own                 = rate == preset_of(preset).default_rate;
    const timestep::Preset& chosen = preset_of(id);
    preset                         = id;
    parts                          = {};
    read_parts(chosen.make(own ? chosen.default_rate : rate), *this);
}

// A new pacer gets the rate of the loop, as in timestep::Loop.
void LoopChoice::choose_part(LoopAxis axis, std::size_t kind)
{
    Loop loop = realised(*this);
    choose_kind(loop, axis, kind);
    loop.set_rate(loop.rate());
    read_parts(loop, *this);
    parts[static_cast<std::size_t>(axis)].is_chosen = true;
}

void LoopChoice::set_rate(timestep::Rate to)
{
    Loop loop = realised(*this);
    loop.set_rate(to);
    read_parts(loop, *this);
}

void LoopChoice::set_knob(LoopAxis axis, std::size_t knob, double to)
{
    Loop loop = realised(*this);
    knobs_in(loop, axis).at(knob).set(to);
    read_parts(loop, *this);
}

Loop realised(const LoopChoice& choice)
{
    Loop loop         = preset_of(choice.preset).make(choice.rate);
    loop.presentation = choice.presentation;
    bool is_changed   = !(loop.rate() == choice.rate);
    for (const LoopAxis axis : all_loop_axes)
    {
        const LoopPart& part = choice.part(axis);
        if (!part.is_chosen && part.kind == kind_in(loop, axis)) continue;
        choose_kind(loop, axis, part.kind);
        is_changed = true;
    }
    if (is_changed) loop.set_rate(choice.rate);
    for (const LoopAxis axis : all_loop_axes)
    {
        std::size_t k = 0;
        for (const KnobRef& knob : knobs_in(loop, axis))
            if (const double value = choice.part(axis).knobs.at(k++); knob.get() != value) knob.set(value);
    }
    return loop;
}

LoopChoice choice_of(timestep::LoopId preset, const Loop& loop)
{
    LoopChoice choice;
    choice.preset = preset;
    read_parts(loop, choice);
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
