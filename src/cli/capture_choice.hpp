// cli/capture_choice.hpp -- a recording as it is asked for on the command line: FILE [--stream NUMBER|NAME]
#pragma once

#include "capture/capture.hpp"

#include <CLI/App.hpp>

#include <string>

namespace cli
{

struct CaptureChoice
{
    std::string file;
    std::string stream; ///< a number from 1, or a part of an application's name; empty for the default
};

void add_stream_option(CLI::App& command, std::string& stream);
/// FILE and --stream.
void add_capture_options(CLI::App& command, CaptureChoice& choice);

struct ChosenCapture
{
    capture::Capture capture;
    std::size_t index = 0;

    const capture::Stream& stream() const { return capture.streams[index]; }
};

/// Throws BadInput with the reason and the remedy for a file that cannot be read, with the nearest name for a stream
/// that is not in it.
ChosenCapture read_capture(const CaptureChoice& choice);
/// As above, and also for a stream that must not be replayed.
ChosenCapture read_replayable(const CaptureChoice& choice);

} // namespace cli
