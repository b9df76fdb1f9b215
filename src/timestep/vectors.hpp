// SPDX-License-Identifier: MIT
// timestep/vectors.hpp -- products and sums of any library's vectors and quaternions, for blend.hpp and smooth.hpp
#ifndef TIMESTEP_VECTORS_HPP
#define TIMESTEP_VECTORS_HPP

#include "timestep/arithmetic.hpp"

namespace timestep::detail
{

struct ConvertibleOnlyToDoubleArchetype
{
    template <std::same_as<double> D>
    operator D() const;
};

// v * factor or, if there is no such operator, factor * v.
template <class V>
constexpr auto scaled(const V& v, double factor)
{
    if constexpr (std::is_floating_point_v<V>)
        return unfused_product(static_cast<double>(v), factor);
    else if constexpr (requires(ConvertibleOnlyToDoubleArchetype d) { v* d; })
        return static_cast<V>(v * factor);
    else if constexpr (requires { v * 1.0F; })
        return static_cast<V>(v * static_cast<float>(factor));
    else if constexpr (requires { v * 1.0; })
        return static_cast<V>(v * factor);
    else if constexpr (
        requires(ConvertibleOnlyToDoubleArchetype d) { d* v; } || !requires { 1.0F * v; })
        return static_cast<V>(factor * v);
    else
        return static_cast<V>(static_cast<float>(factor) * v);
}

// dot() and weighted_sum() are for quaternions: any type with w, x, y, z.
template <class Q>
constexpr double dot(const Q& a, const Q& b)
{
    const auto multiply = [](auto x, auto y)
    { return unfused_product(static_cast<double>(x), static_cast<double>(y)); };
    return multiply(a.w, b.w) + multiply(a.x, b.x) + multiply(a.y, b.y) + multiply(a.z, b.z);
}

template <class Q>
constexpr Q weighted_sum(const Q& a, double weight_a, const Q& b, double weight_b)
{
    using Number = decltype(a.w + 0);
    const auto weighted_component = [&](auto x, auto y)
    {
        return static_cast<Number>(unfused_product(weight_a, static_cast<double>(x)) +
                                   unfused_product(weight_b, static_cast<double>(y)));
    };
    Q sum = a;
    sum.w = weighted_component(a.w, b.w);
    sum.x = weighted_component(a.x, b.x);
    sum.y = weighted_component(a.y, b.y);
    sum.z = weighted_component(a.z, b.z);
    return sum;
}

} // namespace timestep::detail
#endif
