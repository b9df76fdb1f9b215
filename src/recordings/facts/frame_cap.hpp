// recordings/facts/frame_cap.hpp -- finds the frame cap (largest number of frames a second) that a recorded game can
// keep and a display can show evenly
#pragma once

#include "telemetry/frame_order.hpp"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <span>
#include <string>

namespace recordings
{

using timestep::Nanos;

/// The display on which a recorded game is shown.
struct DisplayRate
{
    enum class From : std::uint8_t
    {
        user,     ///< the user gave the refresh rate
        pictures, ///< guessed from the times between pictures on the screen
        nothing,  ///< the refresh rate is unknown; 60 Hz is assumed
    };
    double hz   = 60.0;
    From from   = From::nothing;
    bool is_vrr = false; ///< true: the display waits for each picture (variable refresh rate), so it can show any cap
};

/// Guesses the display's refresh rate from the times between successive pictures on the screen. Returns the lowest
/// usual rate (60, 75, 90, 100, 120, 144, 165, 180, 240 or 360 Hz) for which 95 % of the times are multiples of the
/// refresh period, with an error of at most a tenth of the period. Returns nothing if no usual rate fits, or if there
/// are under 100 times.
std::optional<double> guessed_refresh_hz(std::span<const Nanos> displayed);

/// Returns the display with the guessed refresh rate, or with 60 Hz if no rate can be guessed.
DisplayRate guessed_display(std::span<const Nanos> displayed, bool is_vrr = false);

/// The frame caps of a recording, in frames a second. A frame is in time if it is no longer than the cap's period plus
/// a tolerance: 2 % of the period or, if the recording already keeps the cap, 3 times the noise if that is more. The
/// noise is the distance between the quartiles of the frame times, divided by 1.349.
struct FrameCap
{
    DisplayRate display{};
    /// The cap that the recording already keeps, in frames a second; 0 if there is none. A recording keeps a cap if the
    /// median frame time is within 1 % of the cap's period, and the noise (the distance between the quartiles, divided
    /// by 1.349) is under a tenth of the period.
    double kept_hz      = 0.0;
    double kept_percent = 0.0; ///< percentage of the frames that are short enough for `kept_hz`
    double hz           = 0.0; ///< highest cap for which 99 % of the frames are short enough; 0 if it is under 10
};
/// Returns the frame caps of a recording. Possible caps are the display's rate divided by a whole number or, with a
/// variable refresh rate, any whole number of frames a second.
FrameCap frame_cap_of(const telemetry::FrameOrder& frames, const DisplayRate& display);

/// Returns a sentence about the frame cap of a recording; an empty text if there is no cap.
std::string told(const FrameCap& cap);
/// Returns the frame caps as JSON; a cap of 0 (none) becomes null.
nlohmann::ordered_json to_json(const FrameCap& cap);

} // namespace recordings
