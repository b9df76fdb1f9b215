// lab/replay/frame_code.hpp -- a second of frame times in about as few bits as they have entropy
//
// Each is written as its difference from the median of its block, as a Rice code (R. Rice, "Some
// practical universal noiseless coding techniques", 1979): its low k bits as they are, the rest in unary; k is what
// makes the block shortest. A frame far from the others is written in full. Where all of them are spread evenly, each
// is written as its difference from the shortest, in as many bits as the longest needs.
#pragma once

#include "lab/replay/bytes.hpp"
#include "lab/replay/version.hpp"
#include "timestep/time.hpp"

#include <span>
#include <vector>

namespace lab
{

using timestep::Nanos;

/// `base`: the base of the block before, at first zero; becomes that of this block.
void write_frames(Bytes& out, std::span<const Nanos> frames, Nanos& base);
/// So many of them, added to `frames`; false where there are none such. In format 1 all of them are differences from
/// the shortest.
bool read_frames(ByteReader& in, std::uint64_t count, std::vector<Nanos>& frames, Nanos& base,
                 int version = newest_version);

} // namespace lab
