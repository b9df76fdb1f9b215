// play/version.hpp -- the formats that a replay file has had (docs/replay-files.md)
#pragma once

namespace play
{

inline constexpr int newest_version = 2;

} // namespace play
