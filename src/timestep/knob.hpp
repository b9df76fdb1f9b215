// SPDX-License-Identifier: MIT
// timestep/knob.hpp -- the numeric parameters (knobs) of a loop, in tables for sliders, flags and range checks
#ifndef TIMESTEP_KNOB_HPP
#define TIMESTEP_KNOB_HPP

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
    bool is_integer = false;
    double (*get)(const T&) = nullptr;
    void (*set)(T&, double) = nullptr;

    constexpr bool is_in_range(double value) const { return value >= min && value <= max; } // false if `value` is NaN
};

namespace detail
{
template <std::int64_t ns_per_unit, class Field>
constexpr double to_number(const Field& field)
{
    if constexpr (std::is_same_v<Field, Rate>)
        return to_hertz(field);
    else if constexpr (std::is_same_v<Field, Speed>)
        return field.value();
    else if constexpr (std::is_same_v<Field, Nanos>)
        return static_cast<double>(field.count()) / double{ns_per_unit};
    else
        return static_cast<double>(field);
}
template <std::int64_t ns_per_unit, class Field>
constexpr void set_to_number(Field& field, double value)
{
    if constexpr (std::is_same_v<Field, Rate>)
        field = nearest_rate(value);
    else if constexpr (std::is_same_v<Field, Speed>)
        field = Speed::nearest(value).value_or(field);
    else if constexpr (std::is_same_v<Field, Nanos>)
        field = Nanos{static_cast<std::int64_t>(unfused_product(value, double{ns_per_unit}) + 0.5)};
    else if constexpr (std::is_floating_point_v<Field>)
        field = static_cast<Field>(value);
    else
        field = static_cast<Field>(static_cast<std::int64_t>(value + 0.5));
}

template <class T, auto Member, std::int64_t ns_per_unit>
constexpr void set_accessors(Knob<T>& knob)
{
    knob.get = [](const T& object) { return to_number<ns_per_unit>(object.*Member); };
    knob.set = [](T& object, double value) { set_to_number<ns_per_unit>(object.*Member, value); };
}
} // namespace detail

/// Makes a data member an adjustable parameter. A duration is in microseconds if `unit` is "us", otherwise in ms.
template <class T, auto Member>
constexpr Knob<T> knob(std::string_view name, std::string_view unit, double min, double max, std::string_view help)
{
    using Field = std::remove_reference_t<decltype(std::declval<T&>().*Member)>;
    Knob<T> new_knob{name, unit, min, max, help, std::is_integral_v<Field> || std::is_enum_v<Field>};
    if (unit == "us")
        detail::set_accessors<T, Member, 1'000>(new_knob);
    else
        detail::set_accessors<T, Member, 1'000'000>(new_knob);
    return new_knob;
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
#endif
