#include "lab/replay/replay.hpp"

#include <algorithm>
#include <array>

namespace lab
{

bool is_kept(std::string_view path)
{
    constexpr std::array<std::string_view, 5> of_window{"view.", "race.", "lab.", "network.", "replay."};
    return path == "lab.seed" ||
           std::ranges::none_of(of_window, [&](std::string_view above) { return path.starts_with(above); });
}

bool is_of_machine(const Change& change)
{
    return change.key.starts_with("machine.") || change.key.starts_with("clock.") || change.key.starts_with("sleep.");
}

} // namespace lab
