// programs/demo/window/or_throw.hpp -- throws an error message as an exception
#pragma once

#include <optional>
#include <stdexcept>
#include <string>

namespace demo
{

/// Throws std::runtime_error with the message `why`. Does nothing if `why` is empty.
inline void or_throw(const std::string& why)
{
    if (!why.empty()) throw std::runtime_error(why);
}
inline void or_throw(const std::optional<std::string>& why) { or_throw(why.value_or("")); }

} // namespace demo
