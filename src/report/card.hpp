// report/card.hpp -- a recording on one card: how it ran, when it was worst, and which loop fits it
#pragma once

#include "capture/capture.hpp"
#include "lab/opened.hpp"

#include <filesystem>
#include <span>
#include <string>
#include <variant>

namespace report
{

/// The card of a file, or the reader's one line. It is judged as `timestep_lab rank` judges it, which takes a second or
/// two and all cores.
std::variant<lab::Card, std::string> card_of(const std::filesystem::path& path);
/// The same of what has been read.
lab::Card card_of(const capture::Capture& capture);

/// `frames` must not be empty.
lab::Scrub scrub_of(std::span<const timestep::Nanos> frames);

} // namespace report
