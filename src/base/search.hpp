// base/search.hpp -- searches texts for the words that a user types to find a loop or a lesson
#pragma once

#include <initializer_list>
#include <string_view>

namespace base
{

/// Returns whether each word of `wanted` occurs in at least one of the texts, ignoring case. Words are separated by
/// blanks. Returns true if `wanted` is empty.
bool finds(std::string_view wanted, std::initializer_list<std::string_view> texts);

} // namespace base
