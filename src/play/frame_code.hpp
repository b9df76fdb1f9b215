// play/frame_code.hpp -- a second of frame times in about as few bits as there is news in them
//
// Each is told by how much it is longer or shorter than the middle one of its block, as a Rice code (R. Rice, "Some
// practical universal noiseless coding techniques", 1979): its low k bits as they are, the rest in unary; k is what
// makes the block shortest. A frame far from the others is told in full. Where all of them are spread evenly it is by
// how much each is longer than the shortest, in as many bits as the longest needs.
#pragma once

#include "play/bytes.hpp"
#include "play/version.hpp"
#include "timestep/time.hpp"

#include <span>
#include <vector>

namespace play
{

using timestep::Nanos;

/// `base`: what those of the block before were told by, at first zero; then that of these.
void write_frames(Bytes& out, std::span<const Nanos> frames, Nanos& base);
/// So many of them, added to `frames`; false where there are none such. Format 1 told all of them by the shortest.
bool read_frames(ByteReader& in, std::uint64_t count, std::vector<Nanos>& frames, Nanos& base,
                 int version = newest_version);

} // namespace play
