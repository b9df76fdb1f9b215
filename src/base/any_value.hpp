// base/any_value.hpp -- like std::any, but the value is always stored inside of the object and never on the heap
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <new>
#include <typeinfo>
#include <utility>

namespace base
{

/// Holds one copyable value of at most 520 bytes, or nothing.
class AnyValue
{
public:
    AnyValue() = default;
    template <class T>
    requires(!std::same_as<T, AnyValue>) AnyValue(const T& value) { get_or_create<T>() = value; }
    AnyValue(const AnyValue& other) { *this = other; }
    AnyValue(AnyValue&& other) noexcept { *this = std::move(other); }
    AnyValue& operator=(const AnyValue& other)
    {
        if (this == &other) return *this;
        if (!has_same_type_as(other)) reset_to_default_of(other.type_functions_);
        if (type_functions_ != nullptr) type_functions_->copy(bytes_.data(), other.bytes_.data());
        return *this;
    }
    AnyValue& operator=(AnyValue&& other) noexcept
    {
        if (this == &other) return *this;
        if (!has_same_type_as(other)) reset_to_default_of(other.type_functions_);
        if (type_functions_ != nullptr) type_functions_->move(bytes_.data(), other.bytes_.data());
        return *this;
    }
    ~AnyValue() { reset_to_default_of(nullptr); }

    bool is_empty() const { return type_functions_ == nullptr; }
    bool has_same_type_as(const AnyValue& other) const { return type_functions_ == other.type_functions_; }
    template <class T>
    bool is() const
    {
        return type_functions_ == &type_functions_of<T>;
    }
    /// Heap memory that the stored value owns, in bytes; 0 if its type has no function heap_bytes().
    std::size_t heap_bytes() const { return is_empty() ? 0 : type_functions_->heap_bytes(bytes_.data()); }

    /// Throws std::bad_cast if the stored value is not a T.
    template <class T>
    const T& as() const
    {
        if (!is<T>()) throw std::bad_cast{};
        return *reinterpret_cast<const T*>(bytes_.data());
    }
    template <class T>
    T& as()
    {
        return const_cast<T&>(std::as_const(*this).as<T>());
    }
    /// Returns the stored value. If the object is empty or holds a value of another type, it first stores T{}.
    template <class T>
    T& get_or_create()
    {
        static_assert(sizeof(T) <= capacity_bytes && alignof(T) <= alignof(double));
        if (!is<T>()) reset_to_default_of(&type_functions_of<T>);
        return *reinterpret_cast<T*>(bytes_.data());
    }

private:
    struct TypeFunctions
    {
        void (*create)(void* storage);
        void (*destroy)(void* value);
        void (*copy)(void* to, const void* from);
        void (*move)(void* to, void* from);
        std::size_t (*heap_bytes)(const void* value);
    };
    template <class T>
    static constexpr TypeFunctions type_functions_of{
        .create = [](void* storage) { ::new (storage) T{}; },
        .destroy = [](void* value) { static_cast<T*>(value)->~T(); },
        .copy = [](void* to, const void* from) { *static_cast<T*>(to) = *static_cast<const T*>(from); },
        .move = [](void* to, void* from) { *static_cast<T*>(to) = std::move(*static_cast<T*>(from)); },
        .heap_bytes = [](const void* value) -> std::size_t
        {
            if constexpr (requires(const T& v) { v.heap_bytes(); })
                return static_cast<const T*>(value)->heap_bytes();
            else
                return 0;
        }};
    static constexpr std::size_t capacity_bytes = 520; // the largest stored type is the state of the scene `chain`

    // Destroys the value. Then creates T{} if `new_type` is &type_functions_of<T>, or nothing if it is null.
    void reset_to_default_of(const TypeFunctions* new_type)
    {
        // `type_functions_` stays null until T{} is created, because the constructor of T can throw.
        if (type_functions_ != nullptr) std::exchange(type_functions_, nullptr)->destroy(bytes_.data());
        if (new_type != nullptr) new_type->create(bytes_.data());
        type_functions_ = new_type;
    }

    const TypeFunctions* type_functions_ = nullptr;
    alignas(double) std::array<std::byte, capacity_bytes> bytes_;
};

} // namespace base
