// recordings/formats/source.hpp -- the input of the functions that read recordings: text, name and header line
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

/// The text of one recording file.
struct RecordingSource
{
    std::string_view name;
    std::string_view text; ///< in UTF-8, without a byte-order mark
    bool has_blanks_for_tabs = false; ///< true if the file has blanks where `text` has tabs
    bool has_comment_lines = false; ///< true if lines such as //Key=Value precede the header
    const base::MappedFile* file = nullptr; ///< the mapped file that contains `text`; null if there is none

    /// An error with the name of the recording file. `line_number` is 0 if the problem concerns the whole file.
    RecordingError error_at(std::size_t line_number, std::string problem, std::string remedy) const
    {
        return {std::string{name}, line_number, std::move(problem), std::move(remedy)};
    }
};

struct Header
{
    std::size_t line_number = 0;
    CsvDialect dialect{};
    std::vector<std::string> original_names{}; ///< as written, without quotation marks and control characters
    std::vector<std::string> normalised_names{}; ///< column names in lower case, without blanks and underscores
    std::string_view text_below{}; ///< all lines below the header

    /// Index of the column with this name; std::nullopt if there is none.
    std::optional<std::size_t> find(std::string_view normalised_name) const
    {
        for (std::size_t i = 0; i < normalised_names.size(); ++i)
            if (normalised_names[i] == normalised_name) return i;
        return std::nullopt;
    }
    bool has(std::string_view normalised_name) const { return find(normalised_name).has_value(); }
    /// True if `field` is the name of this column. Some tools repeat the header between the rows.
    bool is_name_of_column(std::size_t column_index, std::string_view field) const
    {
        return normalised_column_name(field) == normalised_names[column_index];
    }
};

/// Maximum number of frames of all swap chains in a file: two weeks at 120 frames a second, 1.2 GB of memory.
constexpr std::size_t max_read_frames = 150'000'000;
/// Maximum number of rows whose display timing is read. A row needs up to 100 bytes of memory.
constexpr std::size_t max_display_timing_rows = 30'000'000;

/// Maximum length of a header line. The profilers of some engines write thousands of columns.
constexpr std::size_t max_header_bytes = 1'000'000;
/// Parses a header line, and guesses the CsvDialect from `line` and `text_below`. `line_number` counts from 1.
Header parse_header_guessing_dialect(std::string_view line, std::string_view text_below, std::size_t line_number);

/// The arguments of Format::read, which reads one file.
struct ReadInput
{
    const RecordingSource& source;
    const Header& header; ///< empty if Format::matches_text detected the format
    const ReadOptions& options;
};

} // namespace recordings
