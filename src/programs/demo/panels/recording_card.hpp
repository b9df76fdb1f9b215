// programs/demo/panels/recording_card.hpp -- data of the recording card, the dialog about an opened recording
#pragma once

#include "timestep/preset.hpp"
#include "timestep/time.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace demo
{

struct RecordingSummary
{
    struct Hitch
    {
        double start_s = 0.0; ///< time since the start of the recording, in seconds
        double length_ms = 0.0;
    };
    struct RankedLoop
    {
        timestep::PresetId preset_id{};
        timestep::Rate rate{60, 1};
        std::string title{}; ///< name and step rate of the loop
        std::string advantage{}; ///< one sentence about the loop's main advantage
        std::string statistics_line{}; ///< line with animation error, jumps, latency and step rate
        std::string rank_label{}; ///< "advised", "alternative", or "tied" if equally smooth; otherwise empty
    };

    std::string name{}; ///< file name without folder; for a part, also its start and end times
    std::string origin_line{}; ///< line with recording tool, number of frames, duration, and kind of frame time
    /// Number of frames in each bin of the frame times; bins begin at 0 ms. The last bin also counts all longer frames.
    std::vector<std::int64_t> histogram{};
    double bin_width_ms = 1.0; ///< width of a bin
    std::vector<Hitch> longest_hitches{}; ///< longest first
    std::size_t hitch_count = 0;
    bool are_hitches_known = true; ///< false: over 1 % of the rows have impossible frame times
    /// Sentences that say how smooth the game is, whether short and long frames alternate, and which loop is best.
    std::vector<std::string> verdict_sentences{};
    std::vector<RankedLoop> best_loops{}; ///< best first; empty if no loop is recommended
    std::string unplayable_reason{}; ///< why loops cannot run with these frame times; empty if they can
    std::optional<timestep::Nanos> refresh_period{}; ///< of the display by which loops are ranked; empty if assumed
    bool covers_selected_part = false; ///< true: the user selected a part of the played recording
    /// The recording's frame times; null if `unplayable_reason` is not empty.
    std::shared_ptr<const std::vector<timestep::Nanos>> frame_times{};
};

namespace card_request
{

struct OpenFile
{
    std::string path{};
};
struct AskForPath
{
};
/// Requests the list of files whose paths begin with the typed text.
struct ListPathCompletions
{
};

} // namespace card_request

using CardRequest = std::variant<card_request::OpenFile, card_request::AskForPath, card_request::ListPathCompletions>;

/// The dialog that asks for a file and shows the summary of a recording.
struct RecordingCard
{
    enum class State : std::uint8_t
    {
        closed,
        asking_for_path, ///< the dialog asks for the path of a file
        reading_file, ///< another thread reads the file
        showing_summary,
    };
    State state = State::closed;
    std::string path{}; ///< path of the file, which the user typed or dropped on the window
    /// Completions of the typed path: folders, which end in "/", then readable files.
    std::vector<std::string> completions{};
    std::string searched_folder{}; ///< folder of `completions`
    std::string error_text{}; ///< one line: why the file cannot be read; empty if it can
    RecordingSummary summary{};
    std::vector<CardRequest> requests{};
};

} // namespace demo
