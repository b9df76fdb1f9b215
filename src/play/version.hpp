// play/version.hpp -- the formats that a play file has had (docs/play-files.md)
#pragma once

namespace play
{

inline constexpr int newest_version = 2;

} // namespace play
