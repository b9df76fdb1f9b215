// programs/timestep_lab/rows.hpp -- rows of text into a file or the terminal, through one buffer: a million of them
// take a second. The file appears whole or not at all.
#pragma once

#include "base/output_files.hpp"
#include "base/path.hpp"
#include "programs/timestep_lab/command.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>

namespace timestep_lab
{

class Rows
{
public:
    /// "-" and nothing mean the terminal; `flag` is named in messages. Throws BadInput when the file cannot be opened.
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
    /// Throws BadInput when not all could be written.
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
