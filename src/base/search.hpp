// base/search.hpp -- what people type to find a loop or a lesson
#pragma once

#include <initializer_list>
#include <string_view>

namespace base
{

/// Whether each word that is wanted is in one of the texts, in capitals or not. No word wanted: yes.
bool finds(std::string_view wanted, std::initializer_list<std::string_view> texts);

} // namespace base
