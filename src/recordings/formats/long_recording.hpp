// recordings/formats/long_recording.hpp -- a recording of our own that is walked through in its file and never held in
// memory
#pragma once

#include "base/mapped_file.hpp"
#include "recordings/formats/recording.hpp"

#include <functional>
#include <memory>
#include <span>

namespace recordings
{

/// From so many bytes on a recording is walked through: its frames would take as many bytes as the file.
constexpr std::size_t least_long = 32'000'000;

/// A frame_ns file, one plain number a line. Of a gigabyte only the part that is looked at is in memory.
class LongRecording
{
public:
    using Frames = std::span<const Nanos>; ///< some of them, the next in order

    /// Nothing where `path` is no file of ours with at least `least_bytes`: those are for read_file.
    static std::unique_ptr<LongRecording> open(const std::filesystem::path& path, std::size_t least_bytes = least_long);

    /// Shows all frames, in order, a block at a time. False when it comes to a line that is anything but a plain frame
    /// time, to too many frames, or to more than 292 years: read_file knows what to say of those.
    bool walk(const std::function<void(Frames)>& see) const;

    /// What is known of the file, with one stream, whose `frames` are empty.
    const Recording& recording() const { return recording_; }

private:
    explicit LongRecording(const std::filesystem::path& path)
        : file_(path)
    {
    }

    base::MappedFile file_;
    std::string_view body_;
    Recording recording_;
};

} // namespace recordings
