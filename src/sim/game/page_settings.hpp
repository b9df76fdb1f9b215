// sim/game/page_settings.hpp -- the settings of a PC as plain data in a GamePage, and back
#pragma once

#include "sim/game/page.hpp"
#include "sim/machine/settings.hpp"

#include <memory>
#include <vector>

namespace sim
{

/// The frame times of a recording that is used as lag (lag::Recorded), and their place in the shared memory (page).
struct PagePlace
{
    std::shared_ptr<const std::vector<Nanos>> frames{};
    std::size_t first = 0; ///< index of the first frame time in page_frames()
};

/// Returns the lag and the frame limit of `settings` as plain data. Throws std::runtime_error if there are more than
/// `most_page_kinds` kinds of lag, or a recording that is not in `places`.
PageSettings plain_settings(const MachineSettings& settings, std::span<const PagePlace> places);
/// Returns settings with the lag and the frame limit of `plain`. `frames` are the frame times in the shared memory.
/// Leaves out kinds of lag that are not valid, as in damaged memory.
MachineSettings machine_settings(const PageSettings& plain, std::span<const std::int64_t> frames);

} // namespace sim
