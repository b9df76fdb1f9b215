// lab/settings/playback.hpp -- returns the frame times of a recording one after the other
#pragma once

#include "timestep/time.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lab
{

using timestep::Nanos;

/// The behaviour at the end of a recording.
enum class AtEnd : std::uint8_t
{
    loop, ///< start again at the first frame
    stop, ///< continue with the machine's measured frame times
};

class Playback
{
public:
    /// `frames` must not be empty.
    Playback(std::string name, std::vector<Nanos> frames, AtEnd at_end)
        : name_{std::move(name)}
        , frames_{std::make_shared<const std::vector<Nanos>>(std::move(frames))}
        , at_end_{at_end}
    {
    }

    /// Returns the next recorded frame time; nothing if the recording has ended.
    std::optional<Nanos> next()
    {
        if (index_ == frames_->size() && at_end_ == AtEnd::loop)
        {
            index_ = 0;
            ++rounds_;
        }
        if (ended()) return std::nullopt;
        return (*frames_)[index_++];
    }

    /// Returns the value that the next call of next() will return.
    std::optional<Nanos> peek() const
    {
        if (!ended()) return (*frames_)[index_];
        return at_end_ == AtEnd::loop ? std::optional{frames_->front()} : std::nullopt;
    }

    void set_end(AtEnd at_end) { at_end_ = at_end; }

    const std::string& name() const { return name_; }
    /// Returns the number of frames played since the recording started or started again.
    std::size_t index() const { return index_; }
    std::size_t size() const { return frames_->size(); }
    /// Returns how many times the recording has started again.
    int rounds() const { return rounds_; }
    bool ended() const { return index_ == frames_->size(); }

private:
    std::string name_;
    std::shared_ptr<const std::vector<Nanos>> frames_; ///< frame times; copies of a Playback share this vector
    AtEnd at_end_;
    std::size_t index_ = 0;
    int rounds_        = 0;
};

} // namespace lab
