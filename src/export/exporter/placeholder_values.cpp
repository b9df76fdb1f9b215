// Computes the values of the placeholders ($NAME) in the code templates.
#include "base/number.hpp"
#include "export/exporter/code_template.hpp"

#include "timestep/build.hpp"
#include <fmt/format.h>

#include <limits>

namespace exporter
{

using timestep::Nanos;

namespace
{

Expression make_literal(std::string text, Type type) { return {Expression::Kind::literal, std::move(text), {}, type}; }

std::string float_literal_code(double value)
{
    std::string text = fmt::format("{}", value);
    if (text.find_first_of(".e") == text.npos) text += ".0";
    if (const auto plus = text.find('+'); plus != text.npos) text.erase(plus, 1);
    return text;
}

std::string duration_comment_text(Nanos duration)
{
    const auto ns = static_cast<double>(duration.count());
    constexpr double hour_ns = 3.6e12, year_ns = hour_ns * 24 * 365.25;
    if (ns >= year_ns) return fmt::format("{:.0f} years", ns / year_ns);
    if (ns >= hour_ns) return fmt::format("{:.0f} hours", ns / hour_ns);
    if (ns >= 1e6) return fmt::format("{} ms", base::number_text(ns / 1e6));
    if (ns >= 1e3) return fmt::format("{} us", base::number_text(ns / 1e3));
    return fmt::format("{:.0f} ns", ns);
}

PlaceholderValue knob_value(const timestep::KnobRef& knob)
{
    const auto knob_nanos = [&](double ns_per_unit)
    { return Nanos{static_cast<std::int64_t>(knob.get() * ns_per_unit + 0.5)}; };
    if (knob.unit == "ms") return knob_nanos(1e6);
    if (knob.unit == "us") return knob_nanos(1e3);
    if (knob.is_integer) return static_cast<std::int64_t>(knob.get());
    return knob.get();
}

void add_stepper_values(PlaceholderValues& values, timestep::LoopStepper stepper)
{
    const timestep::ExactTimeUnit time_unit{stepper.rate()};
    const Nanos dt = stepper.plan({}, timestep::Unlimited{}).dt;
    values.insert({{"dt_ns", std::int64_t{dt.count()}}});
    const auto add_values_of = [&]<class Stepper>(const Stepper& concrete_stepper)
    {
        constexpr bool has_tick_size = requires { concrete_stepper.step_ticks(); };
        if constexpr (has_tick_size)
        {
            const Nanos tick = dt / concrete_stepper.step_ticks();
            Stepper at_60_hz = concrete_stepper; // whose step is no whole number of ticks
            at_60_hz.set_rate(timestep::hz(60));
            values.insert({{"step", concrete_stepper.step_ticks()},
                           {"tick", tick},
                           {"rounds_down", at_60_hz.step_ticks() * tick < Nanos{16'666'667}}});
        }
        else
            values.insert({{"step", time_unit.units_per_step}, {"tick", Nanos{1}}});
    };
    std::visit(add_values_of, static_cast<const timestep::LoopStepper::variant&>(stepper));
}

void add_pacer_values(PlaceholderValues& values, const timestep::LoopPacer& pacer)
{
    std::string_view rate = "none"; // what set_rate() changes in the pacer of a loop that counts frames
    const auto add_values_of = [&]<class Pacer>(const Pacer& concrete_pacer)
    {
        if constexpr (std::is_base_of_v<timestep::Schedule, Pacer>)
        {
            const timestep::ExactTimeUnit time_unit{concrete_pacer.rate};
            rate = "schedule";
            values.insert({{"pacer.per_ns", time_unit.units_per_ns}, {"pacer.step", time_unit.units_per_step}});
        }
        else if constexpr (requires { concrete_pacer.period(); })
        {
            rate = std::is_same_v<Pacer, timestep::WholeMillis> ? "millis" : "period";
            values.insert({"pacer.period", concrete_pacer.period()});
        }
        for (const timestep::Knob<Pacer>& knob : timestep::knobs_of<Pacer>)
            if (knob.name == "rate")
                values.insert({{"pacer.min_rate", static_cast<std::int64_t>(knob.min)},
                               {"pacer.max_rate", static_cast<std::int64_t>(knob.max)}});
    };
    std::visit(add_values_of, static_cast<const timestep::LoopPacer::variant&>(pacer));
    values.insert({"pacer_rate", rate});
}

} // namespace

PlaceholderValue::PlaceholderValue(std::int64_t number)
    : code{make_literal(fmt::to_string(number), Type::integer)}
    , comment_text{code.text}
{
}
PlaceholderValue::PlaceholderValue(Nanos integer_ns_in_code)
    : code{make_literal(fmt::to_string(integer_ns_in_code.count()), Type::integer)}
    , comment_text{duration_comment_text(integer_ns_in_code)}
{
}
PlaceholderValue::PlaceholderValue(double number)
    : code{make_literal(float_literal_code(number), Type::float64)}
    , comment_text{base::number_text(number)}
{
}
PlaceholderValue::PlaceholderValue(bool boolean)
    : code{make_literal(boolean ? "true" : "false", Type::boolean)}
    , comment_text{code.text}
{
}
PlaceholderValue::PlaceholderValue(std::string_view name)
    : code{Expression::Kind::name, std::string{name}, {}}
    , comment_text{name}
{
}

PlaceholderValues placeholder_values(timestep::Loop loop, int integer_bits)
{
    if (std::holds_alternative<timestep::AtMostOne>(loop.stepper)) loop.overload = timestep::OneStep{};
    PlaceholderValues values;

    // The parts of the loop, with their settings
    values.insert({{"filter", loop.filter.name()},
                   {"has_filter", !std::holds_alternative<timestep::NoFilter>(loop.filter)},
                   {"stepper", loop.stepper.name()},
                   {"overload", loop.overload.name()},
                   {"pacer", loop.pacer.name()}});
    for_each_knob(loop,
                  [&](std::string_view part_kind, const timestep::KnobRef& knob) {
                      values.insert({fmt::format("{}.{}", part_kind, knob.name), knob_value(knob)});
                  });

    // The rate, in the integers of the language
    const timestep::Rate rate = loop.rate();
    const timestep::ExactTimeUnit time_unit{rate};
    const auto rate_hz = static_cast<float>(to_hertz(rate));
    const bool has_64_bits = integer_bits == 64;
    values.insert(
        {{"integer_bits", std::int64_t{integer_bits}},
         {"max_frame_time", has_64_bits ? time_unit.max_time() : Nanos{max_frame_time_units / time_unit.units_per_ns}},
         {"max_term", has_64_bits ? timestep::Rate::max_term : 1'000'000},
         {"max_units", has_64_bits ? INT64_MAX / 4 : max_frame_time_units},
         {"max_carried_units", has_64_bits ? INT64_MAX / 4 : 2 * max_frame_time_units},
         {"per_ns", time_unit.units_per_ns},
         {"rate_num", rate.num},
         {"rate_den", rate.den},
         {"single_dt", static_cast<double>(static_cast<float>(step_seconds(rate)))},
         {"single_ms", static_cast<double>(1000.0F / rate_hz)},
         {"single_inverse_rate", static_cast<double>(1.0F / rate_hz)}});

    // The overload policy
    const bool drops_time = !std::holds_alternative<timestep::Unlimited>(loop.overload);
    const auto limits_step = [](const auto& overload)
    { return timestep::detail::is_limit_below_step(overload, std::numeric_limits<double>::infinity()); };
    values.insert(
        {{"drops_time", drops_time},
         {"limits_step",
          std::visit(limits_step, static_cast<const timestep::LoopOverloadPolicy::variant&>(loop.overload))},
         {"dropped", drops_time ? PlaceholderValue{std::string_view{"dropped"}} : PlaceholderValue{std::int64_t{0}}},
         {"caps_frame", std::holds_alternative<timestep::CapFrameTime>(loop.overload)}});

    add_stepper_values(values, loop.stepper);
    add_pacer_values(values, loop.pacer);
    return values;
}

} // namespace exporter
