// sim/game/page_settings.hpp -- converts the settings of a PC to plain data in the memory shared with a game, and back
#pragma once

#include "sim/game/page.hpp"
#include "sim/machine/settings.hpp"

#include <memory>
#include <vector>

namespace sim
{

/// The frame times of a recording that is used as lag (lag::Recorded), and their place in the memory shared with a
/// game.
struct PagePlace
{
    std::shared_ptr<const std::vector<Nanos>> frames{};
    std::size_t first = 0; ///< index of the first frame time in page_frames()
};

/// Converts the lag and the frame limit of `settings` to plain data. Throws std::runtime_error if there are more than
/// `most_page_kinds` kinds of lag, or if the lag uses a recording that is not in `places`.
PageSettings plain_settings(const MachineSettings& settings, std::span<const PagePlace> places);
/// Converts plain data back to settings; only the lag and the frame limit are set. `frames` are the recorded frame
/// times in the shared memory. Leaves out kinds of lag with invalid values, as in damaged memory.
MachineSettings machine_settings(const PageSettings& plain, std::span<const std::int64_t> frames);

} // namespace sim
