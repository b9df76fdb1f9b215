// io/temporary.hpp -- a file beside another's place: it takes that place, or leaves no trace
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace io
{

/// Locked as long as it lives: one that nobody has locked was left behind by a process that was killed, and the next
/// that is made in the same folder sweeps it away. Gone, too, when a signal stops the program (stopping.hpp).
class Temporary
{
public:
    /// Beside `target`, with the rights that it has if it is there.
    explicit Temporary(const std::filesystem::path& target);
    Temporary(const Temporary&)      = delete;
    void operator=(const Temporary&) = delete;
    ~Temporary();

    /// Why there is none; empty when there is one.
    const std::string& error() const { return error_; }
    const std::filesystem::path& path() const { return path_; }
    int descriptor() const { return descriptor_; }
    /// Moves into the target's place, in one piece. Returns why not, or nothing.
    std::string take_place();

private:
    bool create(const std::filesystem::path& folder);

    std::filesystem::path target_, path_;
    int descriptor_ = -1;
    int slot_       = -1; ///< among those that a signal removes
    std::string error_;
};

} // namespace io
