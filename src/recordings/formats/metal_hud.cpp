// Reads the log of Apple's Metal Performance HUD (MTL_HUD_LOG_ENABLED=1), a line for some frames:
//  metal-HUD: FRAME,MISSES,MEMORY,INTERVAL,GPU TIME,INTERVAL,GPU TIME ...
// Source: "Monitoring your Metal app's graphics performance", developer.apple.com/documentation/xcode.
#include "recordings/formats/formats.hpp"
#include "recordings/formats/source.hpp"
#include "recordings/formats/stream_builder.hpp"

#include <algorithm>
#include <utility>

namespace recordings
{
namespace
{

constexpr std::string_view line_mark = "metal-HUD:";
constexpr std::size_t max_bytes_before_hud = 1'000'000; // other lines of the log may come first
constexpr std::size_t numbers_before_interval = 3;

bool is_metal_hud(std::string_view text) { return text.substr(0, max_bytes_before_hud).find(line_mark) != text.npos; }

RecordingOrError read_metal_hud(const ReadInput& input)
{
    RecordingBuilder recording_builder;
    StreamBuilder& stream_builder = recording_builder.open_only_stream();
    std::string_view last_frames;
    for (LineReader lines{input.source.text}; lines.next();)
    {
        const std::size_t mark = lines.line().find(line_mark);
        if (mark == std::string_view::npos) continue;
        std::string_view frames = lines.line().substr(mark + line_mark.size());
        if (frames.find("<private>") != frames.npos)
            return input.source.error_at(lines.line_number(),
                                         "a Metal HUD log without its frames, which macOS has hidden",
                                         "start the game from a terminal, and keep its standard error");
        if (frames == std::exchange(last_frames, frames)) continue; // a log can have the same line twice
        for (std::size_t i = 0; !frames.empty(); ++i)
        {
            const std::string_view number = frames.substr(0, frames.find(','));
            frames.remove_prefix(std::min(number.size() + 1, frames.size()));
            const bool is_interval = i >= numbers_before_interval && (i - numbers_before_interval) % 2 == 0;
            if (is_interval)
                recording_builder.add_row(stream_builder,
                                          {parse_scaled(number, ms_exponent), {}, lines.line_number(), number});
        }
    }
    return recording_builder.finish(input.source, {},
                                    {.format = &Format::metal_hud,
                                     .tool = "Apple's Metal Performance HUD",
                                     .frame_time_column = "frame interval",
                                     .frame_boundary = FrameBoundary::present});
}

} // namespace

constinit const Format Format::metal_hud{
    .name = "Metal Performance HUD log", .matches_text = is_metal_hud, .read = read_metal_hud};

} // namespace recordings
