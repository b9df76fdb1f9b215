#include "programs/demo/window/recorder.hpp"

#include "base/path.hpp"
#include "programs/demo/window/or_throw.hpp"

#include <fmt/core.h>

namespace demo
{

namespace
{

constexpr Nanos between_writes{1'000'000'000};

} // namespace

Recorder::Recorder(std::string path)
    : path_{std::move(path)}
    , file_{base::path_of(path_), "frame_ns\n"}
{
    or_throw(file_.failure());
}

void Recorder::keep(std::span<const Nanos> frames, Nanos now)
{
    if (now < next_) return;
    next_ = now + between_writes;
    add(frames);
}

void Recorder::finish(std::span<const Nanos> frames)
{
    add(frames);
    or_throw(file_.finish());
}

void Recorder::add(std::span<const Nanos> frames)
{
    std::string lines;
    for (; written_ < frames.size(); ++written_) lines += fmt::format("{}\n", frames[written_].count());
    if (!lines.empty()) or_throw(file_.add(lines));
}

} // namespace demo
