// SPDX-License-Identifier: MIT
// timestep/knob.hpp -- the numeric parameters (knobs) of a loop, in tables for sliders, flags and range checks
#pragma once

#include "timestep/time.hpp"

#include <array>
#include <type_traits>
#include <utility>

namespace timestep
{

/// One numeric parameter (knob) of a type T, such as a limit. `get` reads and `set` writes the value as a double in the
/// unit `unit`. Integers up to 2^53 are exact.
template <class T>
struct AxisKnob
{
    std::string_view name; ///< name of the knob: "n" in `--set filter.n=4`
    std::string_view unit; ///< unit of the value: "ms", "us", "Hz", or empty for a plain number
    double min = 0.0;
    double max = 1.0;
    std::string_view help;           ///< description of the knob, one sentence
    bool whole              = false; ///< true if only whole numbers are valid
    double (*get)(const T&) = nullptr;
    void (*set)(T&, double) = nullptr;

    constexpr bool in_range(double value) const { return value >= min && value <= max; } // false if `value` is NaN
};

namespace detail
{
template <class Field>
struct KnobValue // converts plain numbers and enumerations to and from double
{
    static constexpr bool whole = !std::is_floating_point_v<Field>;
    static constexpr double read(const Field& f, double) { return static_cast<double>(f); }
    static constexpr void write(Field& f, double v, double)
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
        f = Nanos{static_cast<std::int64_t>(product(v, ns_per_unit) + 0.5)};
    }
};
template <>
struct KnobValue<Rate>
{
    static constexpr bool whole = false;
    static constexpr double read(Rate f, double) { return hertz(f); }
    static constexpr void write(Rate& f, double v, double) { f = nearest_rate(v); }
};

template <class T, auto Member>
using FieldOf = std::remove_reference_t<decltype(std::declval<T&>().*Member)>;
} // namespace detail

/// Makes the knob of a data member: `knob<Clamp, &Clamp::max>("max", "ms", 1, 1000, "...")`. If the member is a
/// duration, the knob's value is in microseconds if `unit` is "us", otherwise in milliseconds.
template <class T, auto Member>
constexpr AxisKnob<T> knob(std::string_view name, std::string_view unit, double min, double max, std::string_view help)
{
    using Value = detail::KnobValue<detail::FieldOf<T, Member>>;
    AxisKnob<T> made{name, unit, min, max, help, Value::whole};
    made.get = [](const T& t) { return Value::read(t.*Member, 1e6); };
    made.set = [](T& t, double v) { Value::write(t.*Member, v, 1e6); };
    if (unit == "us")
    {
        made.get = [](const T& t) { return Value::read(t.*Member, 1e3); };
        made.set = [](T& t, double v) { Value::write(t.*Member, v, 1e3); };
    }
    return made;
}

/// The knobs of type T: the result of its static function knobs(), or an empty array if T has no such function.
template <class T>
inline constexpr auto knobs_of = []
{
    if constexpr (requires { T::knobs(); })
        return T::knobs();
    else
        return std::array<AxisKnob<T>, 0>{};
}();

/// A knob with the object that it changes; the type of the object is erased. Valid as long as the object exists.
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
    /// Sets the value of the knob. Returns false and changes nothing if `value` is out of range or NaN.
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
