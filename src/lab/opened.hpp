// lab/opened.hpp -- a recording that somebody opened in the window: what its card says, and what the scrubber shows
#pragma once

#include "timestep/time.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace lab
{

using timestep::Nanos;

/// A whole recording as a strip: columns of the same time, and its hitches.
struct Scrub
{
    static constexpr std::size_t columns = 512;

    std::vector<float> longest_ms{};        ///< of each column; empty where there is no recording
    std::vector<std::size_t> first_frame{}; ///< that a column begins with
    float usual_ms = 0.0F;                  ///< the median frame
    float most_ms  = 0.0F;
    std::vector<float> hitches{}; ///< where the worst are, as shares of the time
    double seconds = 0.0;

    bool empty() const { return longest_ms.empty(); }
    /// Where a frame is, as a share of the time.
    double share_of(std::size_t frame) const;
    /// The frame that is there.
    std::size_t frame_at(double share) const;
};

/// What the card says. Every text is ready to be shown.
struct Card
{
    struct Bin
    {
        double from_ms     = 0.0;
        std::int64_t count = 0;
    };
    struct Moment
    {
        double at_s = 0.0, length_ms = 0.0;
    };
    struct Choice
    {
        std::size_t preset = 0;
        timestep::Rate rate{60, 1};
        std::string title, promise, figures;
    };

    std::string name{};           ///< of the file, without its folder
    std::string about{};          ///< the tool, how many frames, how long, which clock
    std::vector<Bin> histogram{}; ///< the last counts everything beyond as well
    double bin_ms = 1.0;
    std::vector<Moment> worst{}; ///< the longest hitches, the longest first
    std::size_t hitches = 0;
    std::vector<std::string> verdict{}; ///< two sentences: how it ran, and what to take
    std::vector<Choice> choices{};      ///< the best loops, the advised one first; none where nothing is advised
    std::string why_not{};              ///< why it cannot be watched; empty where it can
    std::shared_ptr<const std::vector<Nanos>> frames{};
    Scrub scrub{};
};

/// What is wanted of a recording, and only the window can do.
namespace wish
{

struct Open
{
    std::string path{}; ///< empty to be asked for one
};
/// How the path that is being typed could go on.
struct Complete
{
};
/// The card's recording drives the stage from its beginning, with the loop that is advised.
struct Watch
{
};
/// Goes on with that frame of it.
struct Seek
{
    std::size_t frame = 0;
};
/// Back to this PC's own frames.
struct Stop
{
};

} // namespace wish

using Wish = std::variant<wish::Open, wish::Complete, wish::Watch, wish::Seek, wish::Stop>;

/// The card in the window.
struct Opened
{
    enum class State : std::uint8_t
    {
        closed,
        asking,  ///< for a path
        reading, ///< on a thread of its own
        shown,
    };
    State state = State::closed;
    std::string path{};                 ///< as typed, or dropped
    std::vector<std::string> matches{}; ///< how it could go on
    std::string refusal{};              ///< the reader's one line; empty when it could be read
    Card card{};
    Scrub scrub{};              ///< of the recording that is played
    std::vector<Wish> wishes{}; ///< not granted yet
};

} // namespace lab
