// recordings/formats/source.hpp -- what every reader is given: the text, its name, and the header that was found in it
#pragma once

#include "recordings/formats/csv.hpp"
#include "recordings/formats/display_timing.hpp"
#include "recordings/formats/recording.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace recordings
{

struct Source
{
    std::string_view name;
    std::string_view text;          ///< UTF-8, without a byte-order mark
    bool has_comment_lines = false; ///< it begins with lines of //Key=Value

    Refusal refuse(std::size_t line, std::string what, std::string remedy) const
    {
        return {std::string{name}, line, std::move(what), std::move(remedy)};
    }
};

/// The line that names the columns. Columns are found by name, never by position.
struct Header
{
    std::size_t line = 0;
    Dialect dialect;
    std::vector<std::string> written; ///< as in the file, unquoted and printable
    std::vector<std::string> names;   ///< normalised: lower case, no blanks, no underscores
    std::string_view body;            ///< the lines below

    std::optional<std::size_t> find(std::string_view normalised_name) const
    {
        for (std::size_t i = 0; i < names.size(); ++i)
            if (names[i] == normalised_name) return i;
        return std::nullopt;
    }
    bool has(std::string_view normalised_name) const { return find(normalised_name).has_value(); }
    /// Whether `field` is column `column`'s own name: some tools write their header more than once.
    bool repeats(std::size_t column, std::string_view field) const { return normalised(field) == names[column]; }
};

/// Of one stream: two weeks at 120 a second, in 1.2 GB.
constexpr std::size_t most_frames_read = 150'000'000;

/// In bytes; an engine's profiler can have thousands of columns.
constexpr std::size_t longest_header = 1'000'000;
/// The names in `line`, with `;` between them when there are more of those than `,`. The decimal mark below `;` is a
/// comma, unless the first number with a fraction in `body` has a point.
Header parse_header(std::string_view line, std::string_view body);

/// What a reader reads.
struct ReadTask
{
    const Source& source;
    const Header& header; ///< the one that the format recognised; empty when it recognised the text
    const ColumnChoice& choice;
    std::vector<DisplayTiming>* timings = nullptr; ///< to fill in, one for each stream; null when not asked for
};

/// Statistics that look like a recording but hold no frame times; nothing when `header` is not of these.
std::optional<Refusal> refuse_statistics(const Source& source, const Header& header);

} // namespace recordings
