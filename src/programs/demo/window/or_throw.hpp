// programs/demo/window/or_throw.hpp -- what could not be done, as the exception that ends the program with one line
#pragma once

#include <optional>
#include <stdexcept>
#include <string>

namespace demo
{

/// Throws std::runtime_error with the reason, where there is one.
inline void or_throw(const std::string& why)
{
    if (!why.empty()) throw std::runtime_error(why);
}
inline void or_throw(const std::optional<std::string>& why) { or_throw(why.value_or("")); }

} // namespace demo
