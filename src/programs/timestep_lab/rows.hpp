// programs/timestep_lab/rows.hpp -- writes rows of text to a file or the terminal; a million rows take about a second
#pragma once

#include "base/output_files.hpp"
#include "base/path.hpp"
#include "programs/timestep_lab/command.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>

namespace timestep_lab
{

/// Writes rows through a buffer. The file appears complete after finish(), or not at all.
class Rows
{
public:
    /// `file` is a path; "-" or an empty text means the standard output. Error messages begin with `flag`. Throws
    /// BadInput if the file cannot be opened.
    Rows(const std::string& file, std::string flag)
        : file_{base::path_of(file.empty() ? "-" : file)}
        , flag_{std::move(flag)}
    {
        if (file_.failed()) finish();
    }

    template <class... Args>
    void add(fmt::format_string<Args...> format, Args&&... args)
    {
        row_.clear();
        fmt::format_to(fmt::appender{row_}, format, std::forward<Args>(args)...);
        file_.add({row_.data(), row_.size()});
    }
    /// Completes the file. Throws BadInput if not all rows could be written.
    void finish()
    {
        if (const auto failure = file_.finish()) throw BadInput{"{} {}", flag_, base::Verbatim{*failure}};
    }

private:
    base::WholeFile file_;
    std::string flag_;
    fmt::memory_buffer row_;
};

} // namespace timestep_lab
