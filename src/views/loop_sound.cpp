#include "views/loop_sound.hpp"

#include "sim/physics/portable_math.hpp"
#include "telemetry/metrics.hpp"

#include <algorithm>
#include <cmath>

namespace views
{

namespace
{

struct Tone
{
    double frequency_hz;
    double decay_seconds; // time constant of the exponential decay
    double volume; // amplitude at the start, 0 to 1
};
constexpr Tone frame_tone{2200, 0.0012, 0.16};
constexpr Tone step_tone{620, 0.0035, 0.30};

constexpr double other_channel_share = 0.12; // of each sound, because sound in one ear only is tiring
constexpr std::int64_t step_click_interval_samples =
    LoopSound::sample_rate * 4 / 1000; // samples between two clicks of a frame: 4 ms
constexpr std::int64_t max_sound_age_samples =
    LoopSound::sample_rate * 30 / 1000; // samples after which a sound is inaudible: 30 ms
constexpr std::size_t max_scheduled_sounds = 128; // also counts sounds that have not begun

double amplitude_at(const Tone& tone, std::int64_t age_in_samples)
{
    const double seconds = static_cast<double>(age_in_samples) / LoopSound::sample_rate;
    return tone.volume * std::exp(-seconds / tone.decay_seconds) * std::sin(sim::tau * tone.frequency_hz * seconds);
}

} // namespace

void LoopSound::schedule_sounds(const telemetry::FrameSample& frame, timestep::Nanos delay)
{
    if (telemetry::is_paused(frame)) return;
    const std::int64_t step_click_count =
        std::min<std::int64_t>(telemetry::step_count_of(frame), max_step_clicks_per_frame);
    const std::int64_t first_sample_index =
        next_sample_index_ + std::llround(timestep::to_seconds(delay) * sample_rate);
    scheduled_sounds_.push_back({.is_step = false, .first_sample_index = first_sample_index});
    for (std::int64_t i = 0; i < step_click_count; ++i)
        scheduled_sounds_.push_back(
            {.is_step = true, .first_sample_index = first_sample_index + i * step_click_interval_samples});
    if (scheduled_sounds_.size() > max_scheduled_sounds)
        scheduled_sounds_.erase(scheduled_sounds_.begin(), scheduled_sounds_.end() - max_scheduled_sounds);
}

void LoopSound::write_next_stereo_samples(std::span<float> samples)
{
    for (std::size_t i = 0; i + channel_count <= samples.size(); i += channel_count)
    {
        double frame_sum = 0.0, step_sum = 0.0;
        for (const ScheduledSound& sound : scheduled_sounds_)
        {
            double& sum = sound.is_step ? step_sum : frame_sum;
            if (sound.first_sample_index <= next_sample_index_)
                sum +=
                    amplitude_at(sound.is_step ? step_tone : frame_tone, next_sample_index_ - sound.first_sample_index);
        }
        const auto write_channel = [&](std::size_t channel, double own_sum, double other_sum) {
            samples[i + channel] = static_cast<float>(std::clamp(own_sum + other_channel_share * other_sum, -1.0, 1.0));
        };
        write_channel(0, frame_sum, step_sum);
        write_channel(1, step_sum, frame_sum);
        ++next_sample_index_;
    }
    std::erase_if(scheduled_sounds_, [&](const ScheduledSound& sound)
                  { return next_sample_index_ - sound.first_sample_index > max_sound_age_samples; });
}

} // namespace views
