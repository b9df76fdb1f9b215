// play/frame_code.hpp -- a second of frame times in about as few bits as there is news in them
//
// Each is told by how much it is longer than the shortest of its block, as a Rice code (R. Rice, "Some practical
// universal noiseless coding techniques", 1979): its low k bits as they are, the rest in unary; k is what makes the
// block shortest. A frame far longer than the others is told in full.
#pragma once

#include "play/bytes.hpp"
#include "timestep/time.hpp"

#include <span>
#include <vector>

namespace play
{

using timestep::Nanos;

void write_frames(Bytes& out, std::span<const Nanos> frames);
/// So many of them, added to `frames`; false where there are none such.
bool read_frames(ByteReader& in, std::uint64_t count, std::vector<Nanos>& frames);

} // namespace play
