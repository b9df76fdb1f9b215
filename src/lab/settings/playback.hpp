// lab/settings/playback.hpp -- a recording that drives a loop: loads its frame times, and returns them one by one
#pragma once

#include "base/message.hpp"
#include "timestep/time.hpp"

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace lab
{

using timestep::Nanos;

/// What follows after the last frame of a recording that a loop plays.
enum class AtEnd : std::uint8_t
{
    loop, ///< the recording starts again at its first frame
    stop, ///< no next frame: the run of a loop on a virtual PC ends; a loop on this PC gets measured frame times
};

class Playback
{
public:
    /// `frames` are the recorded frame times; there must be at least one.
    Playback(std::string name, std::vector<Nanos> frames, AtEnd at_end)
        : name_{std::move(name)}
        , frames_{std::make_shared<const std::vector<Nanos>>(std::move(frames))}
        , at_end_{at_end}
    {
    }

    /// Returns the next recorded frame time and moves on; nothing if the recording has ended.
    std::optional<Nanos> next()
    {
        if (ended()) return std::nullopt;
        if (index_ == frames_->size())
        {
            index_ = 0;
            ++rounds_;
        }
        return (*frames_)[index_++];
    }

    /// Returns the frame time that the next call of next() will return; nothing if the recording has ended.
    std::optional<Nanos> peek() const
    {
        if (ended()) return std::nullopt;
        return (*frames_)[index_ % frames_->size()];
    }

    void set_end(AtEnd at_end) { at_end_ = at_end; }

    const std::string& name() const { return name_; }
    /// Returns the index of the next frame in the recording; size() after the last frame.
    std::size_t index() const { return index_; }
    std::size_t size() const { return frames_->size(); }
    const std::vector<Nanos>& frames() const { return *frames_; }
    /// Returns how often the recording has started again at its first frame.
    int rounds() const { return rounds_; }
    /// True if there is no next frame; never true if the recording starts again at its end.
    bool ended() const { return at_end_ == AtEnd::stop && index_ == frames_->size(); }

private:
    std::string name_;
    std::shared_ptr<const std::vector<Nanos>> frames_; ///< recorded frame times; shared by all copies of this object
    AtEnd at_end_;
    std::size_t index_ = 0;
    int rounds_        = 0;
};

/// Returns the frame times of a recording's longest stream (such as the frames of one process), or one line with the
/// reason why they cannot be played.
base::Result<std::vector<timestep::Nanos>> load_frames(const std::string& path);

} // namespace lab
