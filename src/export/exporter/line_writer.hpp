// export/exporter/line_writer.hpp -- collects the lines of an exported file; indents blocks and aligns comments
#pragma once

#include "base/text.hpp"
#include "export/exporter/exporter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>

namespace exporter
{

class LineWriter
{
public:
    explicit LineWriter(std::string_view comment_mark)
        : comment_mark_{comment_mark}
    {
    }

    /// Prints nothing at the beginning of the code or of a block, and after another blank line.
    void print_blank_line()
    {
        if (output_lines_.empty()) return;
        const OutputLine& previous = output_lines_.back();
        const bool is_block_start =
            previous.opens_block || previous.text.ends_with('{') || previous.text.ends_with(':');
        if (!previous.text.empty() && !is_block_start) output_lines_.emplace_back();
    }
    void print_line(std::string_view text, std::string_view comment = {})
    {
        if (text.starts_with('}'))
            while (output_lines_.back().text.empty()) output_lines_.pop_back();
        std::string indented = indentation().append(text);
        if (!comment.empty() && indented.size() + comment.size() > max_exported_line_length)
        {
            print_comment_line(comment);
            comment = {};
        }
        output_lines_.push_back({.text = std::move(indented), .comment = std::string{comment}});
    }
    void print_lines(std::initializer_list<std::string_view> lines)
    {
        for (const std::string_view line : lines)
            if (line.empty())
                print_blank_line();
            else
                print_line(line);
    }
    void print_comment_lines(std::string_view text)
    {
        for (const std::string_view line : base::split(text, "\n")) print_comment_line(line);
    }
    void print_wrapped_comment(std::string_view text)
    {
        const std::size_t max_text_length = max_exported_line_length - indentation().size() - comment_mark_.size() - 1;
        while (text.size() > max_text_length)
        {
            const std::size_t space_position = text.rfind(' ', max_text_length);
            if (space_position == text.npos) break;
            print_comment_line(text.substr(0, space_position));
            text.remove_prefix(space_position + 1);
        }
        if (!text.empty()) print_comment_line(text);
    }
    void open_block(std::string_view text, std::string_view comment = {})
    {
        print_line(text, comment);
        output_lines_.back().opens_block = true;
        ++block_depth_;
    }
    void close_block(std::string_view text)
    {
        end_indentation();
        print_line(text);
    }
    void end_indentation() { --block_depth_; }

    /// Returns the lines printed so far. Aligns the comments of adjacent lines.
    SourceCode printed_code() const
    {
        SourceCode code;
        std::size_t comment_column = 0;
        for (std::size_t i = 0; i < output_lines_.size(); ++i)
        {
            const auto& [text, comment, is_comment, opens_block] = output_lines_[i];
            if (i == 0 || output_lines_[i - 1].comment.empty()) comment_column = aligned_comment_column(i);
            CodeLine& line = code.lines.emplace_back();
            (is_comment ? line.comment : line.code) = text;
            if (comment.empty()) continue;
            line.code.append(std::max(comment_column, text.size()) - text.size() + 1, ' ');
            line.comment = fmt::format("{} {}", comment_mark_, comment);
        }
        return code;
    }

private:
    static constexpr std::size_t max_exported_line_length = 110; // with comments

    struct OutputLine
    {
        std::string text; ///< code or comment with its indentation
        std::string comment{}; ///< comment after the code, without its mark ("//")
        bool is_comment = false;
        bool opens_block = false; ///< the next line is the first of a block
    };

    void print_comment_line(std::string_view text)
    {
        output_lines_.push_back(
            {.text = fmt::format("{}{}{}{}", indentation(), comment_mark_, text.empty() ? "" : " ", text),
             .is_comment = true});
    }
    // The column for the comments of adjacent lines from `first_line` on; 0 if a line would be too long.
    std::size_t aligned_comment_column(std::size_t first_line) const
    {
        std::size_t column = 0;
        for (std::size_t i = first_line; i < output_lines_.size() && !output_lines_[i].comment.empty(); ++i)
            column = std::max(column, output_lines_[i].text.size());
        for (std::size_t i = first_line; i < output_lines_.size() && !output_lines_[i].comment.empty(); ++i)
            if (column + output_lines_[i].comment.size() > max_exported_line_length) return 0;
        return column;
    }
    std::string indentation() const { return std::string(block_depth_ * 4, ' '); }

    std::string_view comment_mark_;
    std::vector<OutputLine> output_lines_;
    std::size_t block_depth_ = 0;
};

} // namespace exporter
