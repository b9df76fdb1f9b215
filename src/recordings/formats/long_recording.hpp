// recordings/formats/long_recording.hpp -- reads a long recording in the format frame_ns block by block, without
// loading the whole file into memory
#pragma once

#include "base/mapped_file.hpp"
#include "recordings/formats/recording.hpp"

#include <functional>
#include <memory>
#include <span>

namespace recordings
{

/// Files of at least this size in bytes are read block by block. Their frames in memory would take as much as the file.
constexpr std::size_t least_long = 32'000'000;

/// A frame_ns file with one plain number in each line. Only the part that is being read is in memory.
class LongRecording
{
public:
    using Frames = std::span<const Nanos>; ///< a block of successive frames

    /// Opens a file. Returns null if `path` is not a frame_ns file, or has less than `least_bytes` bytes. The caller
    /// must then use read_file().
    static std::unique_ptr<LongRecording> open(const std::filesystem::path& path, std::size_t least_bytes = least_long);

    /// Calls `see` for all frames in order, block by block. Returns false if a line is not a plain frame time, if there
    /// are too many frames, or if their sum exceeds 292 years. read_file() then gives the error message.
    bool walk(const std::function<void(Frames)>& see) const;

    /// Returns the recording with one stream, whose `frames` are empty.
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
