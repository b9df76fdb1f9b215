// base/compiled_once.hpp -- a std::variant whose copy, move and destructor functions are compiled in one source file
//
// If a variant has many alternatives, the compiler needs a tenth of a second for these functions in each source file.
// To compile them once for the variant type V, write `extern template struct base::CompiledOnce<V>;` below V in its
// header, and `template struct base::CompiledOnce<V>;` in one source file.
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
