// programs/demo/panels/recording_card.hpp -- data of the card for a recording that the user opens: state, contents and
// requests
#pragma once

#include "programs/demo/panels/scrub.hpp"
#include "timestep/time.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace demo
{

/// The contents of the card. All texts are complete sentences or labels, ready for display.
struct RecordingSummary
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

    std::string name{};           ///< name of the file, without its folder
    std::string about{};          ///< recording tool, number of frames, length, kind of frame time
    std::vector<Bin> histogram{}; ///< frame times; the last bin also counts all longer frames
    double bin_ms = 1.0;
    std::vector<Moment> worst{}; ///< the longest hitches, the longest first
    std::size_t hitches = 0;
    std::vector<std::string> verdict{}; ///< two sentences: how the game ran, and the recommended loop
    std::vector<Choice> choices{};      ///< the best loops, the recommended one first; empty if none is recommended
    std::string why_not{};              ///< the reason that the recording cannot drive loops; empty if it can
    std::shared_ptr<const std::vector<timestep::Nanos>> frames{}; ///< null if the recording cannot drive loops
    Scrub scrub{};
};

/// Requests of the card and of the strip at the foot of the stage. demo::Opener handles them once per frame.
namespace card_request
{

/// Open the file.
struct Open
{
    std::string path{}; ///< empty: the card asks the user for a path
};
/// Find the files whose paths begin with the typed path.
struct Complete
{
};
/// Drive the loops with the card's recording from its beginning, and choose the recommended loop.
struct Watch
{
};
/// Continue the recording that drives the loops at frame number `frame`.
struct Seek
{
    std::size_t frame = 0;
};
/// Stop the recording: the loops get the frame times of this PC again.
struct Stop
{
};

} // namespace card_request

using CardRequest = std::variant<card_request::Open, card_request::Complete, card_request::Watch, card_request::Seek,
                                 card_request::Stop>;

/// The card in the window.
struct RecordingCard
{
    enum class State : std::uint8_t
    {
        closed,
        asking,  ///< the card asks for a path
        reading, ///< another thread reads the file
        shown,
    };
    State state = State::closed;
    std::string path{};                 ///< path that the user typed or dropped
    std::vector<std::string> matches{}; ///< files whose paths begin with `path`
    std::string refusal{};              ///< one line with the reason that the file cannot be read; empty if it can
    RecordingSummary summary{};
    Scrub scrub{};                       ///< strip of the recording that drives the loops
    std::vector<CardRequest> requests{}; ///< requests that are not handled yet
};

} // namespace demo
