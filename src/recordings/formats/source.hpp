// recordings/formats/source.hpp -- the input of the functions that read recordings: the text, its name, and the header
// that was found in it
#pragma once

#include "base/mapped_file.hpp"
#include "recordings/formats/csv.hpp"
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
    std::string_view text;                  ///< in UTF-8, without a byte-order mark
    bool has_comment_lines       = false;   ///< true if there are lines of the form //Key=Value above the header
    const base::MappedFile* file = nullptr; ///< the file that contains `text`; null if `text` is not part of a file

    /// Releases the physical memory of `part` of the text. If it is used again, the system reads the file again.
    void release(std::string_view part) const
    {
        if (file) file->release_pages(part);
    }

    Refusal refuse(std::size_t line, std::string what, std::string remedy) const
    {
        return {std::string{name}, line, std::move(what), std::move(remedy)};
    }
};

/// The header line of a table. Columns are found by name, never by position.
struct Header
{
    std::size_t line = 0;
    Dialect dialect;
    std::vector<std::string> written; ///< column names as in the file, without quotation marks and control characters
    std::vector<std::string> names;   ///< column names in lower case, without blanks and underscores
    std::string_view body;            ///< the lines of the table below the header

    std::optional<std::size_t> find(std::string_view normalised_name) const
    {
        for (std::size_t i = 0; i < names.size(); ++i)
            if (names[i] == normalised_name) return i;
        return std::nullopt;
    }
    bool has(std::string_view normalised_name) const { return find(normalised_name).has_value(); }
    /// True if `field` is the name of the column with the index `column`, because the tool has written its header line
    /// again between the rows.
    bool repeats(std::size_t column, std::string_view field) const { return normalised(field) == names[column]; }
};

/// Largest number of frames in one file, in all its streams together: two weeks at 120 frames a second, which take 1.2
/// GB of memory.
constexpr std::size_t max_read_frames = 150'000'000;
/// Largest number of rows in a table if its display timing is read. A row takes up to 100 bytes of memory.
constexpr std::size_t max_timed_rows = 30'000'000;

/// Largest size of a header line in bytes. The profilers of some engines write thousands of columns.
constexpr std::size_t max_header_bytes = 1'000'000;
/// Reads the column names in `line`. The separator is the most frequent of tab, `;` and `,` in `line`. In a table with
/// tabs or `;`, the decimal mark is a comma, unless the first number with a fraction in `body` has a point.
Header parse_header(std::string_view line, std::string_view body);

/// The arguments of a function that reads a recording of one format.
struct ReadTask
{
    const Source& source;
    const Header& header; ///< the table's header; empty if the format was recognised by the file's text
    const ColumnChoice& choice;
    /// Output: the display timing of each stream; null if it is not wanted.
    std::vector<DisplayTiming>* timings = nullptr;
};

} // namespace recordings
