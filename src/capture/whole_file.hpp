// capture/whole_file.hpp -- a text file that appears whole or not at all: written beside its place, then renamed
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace capture
{

class WholeFile
{
public:
    /// A pipe or a device is written straight, as is "-", the standard output: there is nothing to rename, and nothing
    /// to keep whole.
    explicit WholeFile(std::filesystem::path path);
    WholeFile(const WholeFile&)      = delete;
    void operator=(const WholeFile&) = delete;
    /// What was not finished leaves no trace.
    ~WholeFile();

    void add(std::string_view text)
    {
        text_.append(text);
        if (text_.size() > 60'000) flush();
    }
    template <class... Args>
    void add_line(fmt::format_string<Args...> format, Args&&... args)
    {
        fmt::format_to(fmt::appender{text_}, format, std::forward<Args>(args)...);
        add("\n");
    }

    /// Something went wrong already; `finish` says what.
    bool failed() const { return !error_.empty(); }
    /// Nothing when all of it is there; otherwise one line that names the file and says what failed.
    std::optional<std::string> finish();

private:
    struct Close
    {
        void operator()(std::FILE* file) const { file == stdout ? std::fflush(file) : std::fclose(file); }
    };

    void flush();
    std::string failure(const std::string& why);

    std::filesystem::path path_, written_;
    std::unique_ptr<std::FILE, Close> file_;
    fmt::memory_buffer text_;
    std::string error_;
};

} // namespace capture
