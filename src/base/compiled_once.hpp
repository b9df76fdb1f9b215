// base/compiled_once.hpp -- a variant whose copying, moving and destruction are compiled in one source
//
// These functions of a variant with many alternatives take the compiler a tenth of a second in each source that needs
// them. Write `extern template struct base::CompiledOnce<V>;` below the variant in its header, and
// `template struct base::CompiledOnce<V>;` in one source.
#pragma once

namespace base
{

template <class Variant>
struct CompiledOnce : Variant
{
    using Variant::Variant;
    using Variant::operator=;

    CompiledOnce();
    CompiledOnce(const CompiledOnce& other);
    CompiledOnce(CompiledOnce&& other) noexcept;
    CompiledOnce& operator=(const CompiledOnce& other);
    CompiledOnce& operator=(CompiledOnce&& other) noexcept;
    ~CompiledOnce();
};

template <class Variant>
CompiledOnce<Variant>::CompiledOnce() = default;
template <class Variant>
CompiledOnce<Variant>::CompiledOnce(const CompiledOnce&) = default;
template <class Variant>
CompiledOnce<Variant>::CompiledOnce(CompiledOnce&&) noexcept = default;
template <class Variant>
CompiledOnce<Variant>& CompiledOnce<Variant>::operator=(const CompiledOnce&) = default;
template <class Variant>
CompiledOnce<Variant>& CompiledOnce<Variant>::operator=(CompiledOnce&&) noexcept = default;
template <class Variant>
CompiledOnce<Variant>::~CompiledOnce() = default;

} // namespace base
