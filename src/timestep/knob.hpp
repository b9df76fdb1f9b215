// SPDX-License-Identifier: MIT
// timestep/knob.hpp -- the numeric parameters (knobs) of a loop, in tables for sliders, flags and range checks
#pragma once

#include "timestep/time.hpp"

#include <array>
#include <type_traits>
#include <utility>

namespace timestep
{

/// A numeric parameter (knob) of T. `get` and `set` use a double in the unit `unit`; integers up to 2^53 are exact.
template <class T>
struct Knob
{
    std::string_view name; ///< name of the knob: "n" in `--set filter.n=4`
    std::string_view unit; ///< unit of the value: "ms", "us", "Hz", or empty for a plain number
    double min = 0.0;
    double max = 1.0;
    std::string_view help; ///< description of the knob, one sentence
    bool is_integer         = false;
    double (*get)(const T&) = nullptr;
    void (*set)(T&, double) = nullptr;

    constexpr bool is_in_range(double value) const { return value >= min && value <= max; } // false if `value` is NaN
};

namespace detail
{
template <class Field>
struct KnobConverter // converts plain numbers and enumerations to and from double
{
    static constexpr bool is_integer = !std::is_floating_point_v<Field>;
    static constexpr double get(const Field& field, double) { return static_cast<double>(field); }
    static constexpr void set(Field& field, double value, double)
    {
        if constexpr (is_integer)
            field = static_cast<Field>(static_cast<std::int64_t>(value + 0.5));
        else
            field = static_cast<Field>(value);
    }
};
template <>
struct KnobConverter<Nanos>
{
    static constexpr bool is_integer = false;
    static constexpr double get(Nanos t, double ns_per_unit) { return static_cast<double>(t.count()) / ns_per_unit; }
    static constexpr void set(Nanos& t, double value, double ns_per_unit)
    {
        t = Nanos{static_cast<std::int64_t>(unfused_product(value, ns_per_unit) + 0.5)};
    }
};
template <>
struct KnobConverter<Rate>
{
    static constexpr bool is_integer = false;
    static constexpr double get(Rate rate, double) { return to_hertz(rate); }
    static constexpr void set(Rate& rate, double value, double) { rate = nearest_rate(value); }
};

template <class T, auto Member>
using FieldOf = std::remove_reference_t<decltype(std::declval<T&>().*Member)>;
} // namespace detail

/// Makes a data member an adjustable parameter. A duration is in microseconds if `unit` is "us", otherwise in ms.
template <class T, auto Member>
constexpr Knob<T> knob(std::string_view name, std::string_view unit, double min, double max, std::string_view help)
{
    using Converter = detail::KnobConverter<detail::FieldOf<T, Member>>;
    Knob<T> result{name, unit, min, max, help, Converter::is_integer};
    result.get = [](const T& t) { return Converter::get(t.*Member, 1e6); };
    result.set = [](T& t, double v) { Converter::set(t.*Member, v, 1e6); };
    if (unit == "us")
    {
        result.get = [](const T& t) { return Converter::get(t.*Member, 1e3); };
        result.set = [](T& t, double v) { Converter::set(t.*Member, v, 1e3); };
    }
    return result;
}

/// The table of adjustable parameters (knobs) of T, which T::knobs() returns; empty if T has no such function.
template <class T>
inline constexpr auto knobs_of = []
{
    if constexpr (requires { T::knobs(); })
        return T::knobs();
    else
        return std::array<Knob<T>, 0>{};
}();

/// A numeric parameter of an object whose type is hidden. Valid as long as the object exists.
class KnobRef
{
public:
    template <class T>
    KnobRef(T& object, const Knob<T>& knob)
        : name{knob.name}
        , unit{knob.unit}
        , help{knob.help}
        , min{knob.min}
        , max{knob.max}
        , is_integer{knob.is_integer}
        , object_{&object}
        , knob_{&knob}
        , get_{[](const void* o, const void* k)
               { return static_cast<const Knob<T>*>(k)->get(*static_cast<const T*>(o)); }}
        , set_{[](void* o, const void* k, double v) { static_cast<const Knob<T>*>(k)->set(*static_cast<T*>(o), v); }}
    {
    }

    double get() const { return get_(object_, knob_); }
    /// Sets the parameter to `value`. Returns false and changes nothing if `value` is out of range or NaN.
    bool set(double value) const
    {
        if (!(value >= min && value <= max)) return false;
        set_(object_, knob_, value);
        return true;
    }

    std::string_view name, unit, help;
    double min, max;
    bool is_integer;

private:
    void* object_;
    const void* knob_;
    double (*get_)(const void*, const void*);
    void (*set_)(void*, const void*, double);
};

} // namespace timestep
