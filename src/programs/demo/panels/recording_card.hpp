// programs/demo/panels/recording_card.hpp -- the card of a recording that the user opens: its state, its texts and its
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

/// What the card says of a recording. Every text is ready to be shown.
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

    std::string name{};           ///< of the file, without its folder
    std::string about{};          ///< the tool, how many frames, how long, which clock
    std::vector<Bin> histogram{}; ///< the last one also counts all longer frames
    double bin_ms = 1.0;
    std::vector<Moment> worst{}; ///< the longest hitches, the longest first
    std::size_t hitches = 0;
    std::vector<std::string> verdict{}; ///< two sentences: how the game ran, and which loop is advised
    std::vector<Choice> choices{};      ///< the best loops, the advised one first; empty when no loop is advised
    std::string why_not{};              ///< why it cannot be played to loops; empty when it can
    std::shared_ptr<const std::vector<timestep::Nanos>> frames{}; ///< null when it cannot be played to loops
    Scrub scrub{};
};

/// Requests of the card and of the strip, which the program handles once a frame.
namespace card_request
{

/// Open the file.
struct Open
{
    std::string path{}; ///< empty: ask the user for one
};
/// Find the files whose paths begin with the typed path.
struct Complete
{
};
/// Drive the stage with the card's recording from its beginning, with the advised loop.
struct Watch
{
};
/// Continue the recording that drives the stage at that frame.
struct Seek
{
    std::size_t frame = 0;
};
/// Return to this PC's own frames.
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
        asking,  ///< for a path
        reading, ///< on another thread
        shown,
    };
    State state = State::closed;
    std::string path{};                 ///< as typed, or dropped
    std::vector<std::string> matches{}; ///< files whose paths begin with `path`
    std::string refusal{};              ///< the reader's one line; empty when the file could be read
    RecordingSummary summary{};
    Scrub scrub{};                       ///< of the recording that drives the stage
    std::vector<CardRequest> requests{}; ///< not handled yet
};

} // namespace demo
