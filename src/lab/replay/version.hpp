// lab/replay/version.hpp -- the formats that a replay file has had (docs/replay-files.md)
#pragma once

namespace lab
{

inline constexpr int newest_version = 2;

} // namespace lab
