#include "base/any_value.hpp"

namespace base
{

void AnyValue::become(const Type* type)
{
    if (type_ != nullptr) type_->destroy(bytes_.data());
    if (type != nullptr) type->create(bytes_.data());
    type_ = type;
}

AnyValue& AnyValue::operator=(const AnyValue& other)
{
    if (this == &other) return *this;
    if (!is_like(other)) become(other.type_);
    if (type_ != nullptr) type_->copy(bytes_.data(), other.bytes_.data());
    return *this;
}

AnyValue& AnyValue::operator=(AnyValue&& other) noexcept
{
    if (this == &other) return *this;
    if (!is_like(other)) become(other.type_);
    if (type_ != nullptr) type_->move(bytes_.data(), other.bytes_.data());
    return *this;
}

} // namespace base
