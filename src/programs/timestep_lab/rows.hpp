// programs/timestep_lab/rows.hpp -- writes rows of text to a file or to the terminal, a million rows in about a second
#pragma once

#include "base/files.hpp"
#include "base/path.hpp"
#include "programs/timestep_lab/command.hpp"

#include <fmt/core.h>

#include <string>
#include <utility>

namespace timestep_lab
{

/// Writes rows of text to a file through a buffer. Call finish() at the end: without it, no file is created.
class Rows
{
public:
    /// Opens the file. If `file` is "-" or empty, writes to the standard output. `flag` is the name of the option for
    /// error messages. Throws BadInput if the file cannot be opened.
    Rows(const std::string& file, std::string flag)
        : file_{base::path_of(file.empty() ? "-" : file)}
        , flag_{std::move(flag)}
    {
        if (file_.failed()) finish();
    }

    template <class... Args>
    void add(fmt::format_string<Args...> format, Args&&... args)
    {
        file_.add_formatted(format, fmt::make_format_args(args...));
    }
    /// Completes the file. Throws BadInput if some rows could not be written.
    void finish()
    {
        if (const auto failure = file_.finish()) throw BadInput{"{} {}", flag_, base::Verbatim{*failure}};
    }

private:
    base::WholeFile file_;
    std::string flag_;
};

} // namespace timestep_lab
