// cli/rows.hpp -- rows of text into a file or the terminal, through one buffer: a million of them take a second
#pragma once

#include "cli/command.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <string>

namespace cli
{

class Rows
{
public:
    /// "-" and nothing mean the terminal; `flag` is named in messages. Throws BadInput when the file cannot be opened.
    Rows(std::string file, std::string flag);
    Rows(const Rows&)            = delete;
    Rows& operator=(const Rows&) = delete;
    ~Rows();

    template <class... Args>
    void add(fmt::format_string<Args...> format, Args&&... args)
    {
        fmt::format_to(fmt::appender{buffer_}, format, std::forward<Args>(args)...);
        if (buffer_.size() > 60'000) flush();
    }
    /// Throws BadInput when not all could be written.
    void finish();

private:
    void flush();

    std::FILE* to_;
    std::string file_;
    std::string flag_;
    fmt::memory_buffer buffer_;
};

} // namespace cli
