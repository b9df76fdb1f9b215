#include "lab/replay/replay.hpp"

#include <algorithm>
#include <array>

namespace lab
{

bool is_kept(std::string_view path) { return (scope_of(path) & scope::run) != 0; }

bool is_of_machine(const Change& change) { return scope_of(change.key) == scope::machine; }

} // namespace lab
