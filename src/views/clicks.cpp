#include "views/clicks.hpp"

#include "sim/physics/portable_math.hpp"

#include <algorithm>
#include <cmath>

namespace views
{

namespace
{

struct Tone
{
    double pitch;  // frequency of the sound in Hz
    double fades;  // time in seconds after which the sound's volume has fallen to 37 %
    double volume; // amplitude at the start of the sound; 1 is the loudest possible sample
};
constexpr Tone tick{2200, 0.0012, 0.16};
constexpr Tone click{620, 0.0035, 0.30};

// Share of a sound's volume on the other stereo channel. Sound in one ear only is tiring.
constexpr double beside       = 0.12;
constexpr std::int64_t apart  = Clicks::rate * 4 / 1000;
constexpr std::int64_t length = Clicks::rate * 30 / 1000; // number of samples after which a sound is inaudible: 30 ms
constexpr std::size_t most    = 128;                      // largest number of sounds that play at the same time

double heard(const Tone& sound, std::int64_t age)
{
    const double t = static_cast<double>(age) / Clicks::rate;
    return sound.volume * std::exp(-t / sound.fades) * std::sin(sim::tau * sound.pitch * t);
}

} // namespace

void Clicks::add_frame(const telemetry::FrameSample& sample, timestep::Nanos after)
{
    if (telemetry::is_paused(sample)) return;
    const timestep::StepPlan& plan = sample.plan;
    const std::int64_t steps       = plan.steps + (plan.tail > timestep::Nanos::zero() ? 1 : 0);
    const std::int64_t begins      = now_ + std::llround(timestep::to_seconds(after) * rate);
    voices_.push_back({false, begins});
    for (std::int64_t i = 0; i < std::min<std::int64_t>(steps, most_of_frame); ++i)
        voices_.push_back({true, begins + i * apart});
    if (voices_.size() > most) voices_.erase(voices_.begin(), voices_.end() - most);
}

void Clicks::mix(std::span<float> out)
{
    for (std::size_t i = 0; i + channels <= out.size(); i += channels)
    {
        double frames = 0.0, steps = 0.0;
        for (const Voice& voice : voices_)
        {
            double& sum = voice.is_step ? steps : frames;
            if (voice.begins <= now_) sum += heard(voice.is_step ? click : tick, now_ - voice.begins);
        }
        const auto put = [&](std::size_t ear, double own, double other)
        { out[i + ear] = static_cast<float>(std::clamp(own + beside * other, -1.0, 1.0)); };
        put(0, frames, steps);
        put(1, steps, frames);
        ++now_;
    }
    std::erase_if(voices_, [&](const Voice& voice) { return now_ - voice.begins > length; });
}

} // namespace views
