// timestep/knob.hpp -- the numbers of a loop that a person may turn: one table for sliders, flags and checks alike
#pragma once

#include "timestep/time.hpp"

#include <array>
#include <type_traits>
#include <utility>

namespace timestep
{

/// One adjustable number of a T. Values pass as double in `unit`; whole numbers up to 2^53 pass exactly.
template <class T>
struct AxisKnob
{
    std::string_view name; ///< as in `--set filter.n=4`
    std::string_view unit; ///< "ms", "us", "Hz", or empty for a plain number
    double min = 0.0;
    double max = 1.0;
    std::string_view help;           ///< one sentence
    bool whole              = false; ///< only whole numbers make sense
    double (*get)(const T&) = nullptr;
    void (*set)(T&, double) = nullptr;

    constexpr bool in_range(double value) const { return value >= min && value <= max; } // false for NaN
};

namespace detail
{
template <class Field>
struct KnobValue // plain numbers and enumerations
{
    static constexpr bool whole = !std::is_floating_point_v<Field>;
    static constexpr double read(const Field& f, double /*ns_per_unit*/) { return static_cast<double>(f); }
    static constexpr void write(Field& f, double v, double /*ns_per_unit*/)
    {
        if constexpr (whole)
            f = static_cast<Field>(static_cast<std::int64_t>(v + 0.5));
        else
            f = static_cast<Field>(v);
    }
};
template <>
struct KnobValue<Nanos>
{
    static constexpr bool whole = false;
    static constexpr double read(Nanos f, double ns_per_unit) { return static_cast<double>(f.count()) / ns_per_unit; }
    static constexpr void write(Nanos& f, double v, double ns_per_unit)
    {
        f = Nanos{static_cast<std::int64_t>(v * ns_per_unit + 0.5)};
    }
};
template <>
struct KnobValue<Rate>
{
    static constexpr bool whole = false;
    static constexpr double read(Rate f, double /*ns_per_unit*/) { return hertz(f); }
    static constexpr void write(Rate& f, double v, double /*ns_per_unit*/) { f = nearest_rate(v); }
};

template <class T, auto Member>
using FieldOf = std::remove_reference_t<decltype(std::declval<T&>().*Member)>;
} // namespace detail

/// The knob of a data member: `knob<Clamp, &Clamp::max>("max", "ms", 1, 1000, "...")`. Durations take the unit given.
template <class T, auto Member>
constexpr AxisKnob<T> knob(std::string_view name, std::string_view unit, double min, double max, std::string_view help)
{
    using Value = detail::KnobValue<detail::FieldOf<T, Member>>;
    if (unit == "us")
        return {name,
                unit,
                min,
                max,
                help,
                Value::whole,
                [](const T& t) { return Value::read(t.*Member, 1e3); },
                [](T& t, double v) { Value::write(t.*Member, v, 1e3); }};
    return {name,
            unit,
            min,
            max,
            help,
            Value::whole,
            [](const T& t) { return Value::read(t.*Member, 1e6); },
            [](T& t, double v) { Value::write(t.*Member, v, 1e6); }};
}

/// The table of a T: its static knobs(), or nothing.
template <class T>
inline constexpr auto knobs_of = []
{
    if constexpr (requires { T::knobs(); })
        return T::knobs();
    else
        return std::array<AxisKnob<T>, 0>{};
}();

/// A knob together with the object that it turns, whatever their type; valid as long as the object.
class KnobRef
{
public:
    template <class T>
    KnobRef(T& object, const AxisKnob<T>& knob)
        : name{knob.name}
        , unit{knob.unit}
        , help{knob.help}
        , min{knob.min}
        , max{knob.max}
        , whole{knob.whole}
        , object_{&object}
        , knob_{&knob}
        , get_{[](const void* o, const void* k)
               { return static_cast<const AxisKnob<T>*>(k)->get(*static_cast<const T*>(o)); }}
        , set_{[](void* o, const void* k, double v)
               { static_cast<const AxisKnob<T>*>(k)->set(*static_cast<T*>(o), v); }}
    {
    }

    double get() const { return get_(object_, knob_); }
    /// False, and nothing changed, for a value out of range or not a number.
    bool set(double value) const
    {
        if (!(value >= min && value <= max)) return false;
        set_(object_, knob_, value);
        return true;
    }

    std::string_view name, unit, help;
    double min, max;
    bool whole;

private:
    void* object_;
    const void* knob_;
    double (*get_)(const void*, const void*);
    void (*set_)(void*, const void*, double);
};

} // namespace timestep
