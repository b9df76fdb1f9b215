#include "programs/demo/window/sound.hpp"

#include <fmt/core.h>

#include <cstring>
#include <vector>

namespace demo
{

Sound::~Sound() { enable(false); }

base::Error Sound::enable(bool on)
{
    if (on == (device_ != 0)) return std::nullopt;
    if (!on)
    {
        SDL_CloseAudioDevice(device_);
        device_ = 0;
        return std::nullopt;
    }
    SDL_AudioSpec wanted{};
    wanted.freq     = views::LaneSound::sample_rate;
    wanted.format   = AUDIO_F32SYS;
    wanted.channels = views::LaneSound::channels;
    wanted.samples  = 256; // 256 samples are a delay of 5 ms; a longer delay would hide uneven frame times
    wanted.callback = fill;
    wanted.userdata = this;
    if (SDL_InitSubSystem(SDL_INIT_AUDIO) == 0) device_ = SDL_OpenAudioDevice(nullptr, 0, &wanted, nullptr, 0);
    if (device_ == 0) return fmt::format("no sound: {}", SDL_GetError());
    SDL_PauseAudioDevice(device_, 0);
    return std::nullopt;
}

void Sound::play(const telemetry::FrameSample& sample, timestep::Nanos after)
{
    if (device_ == 0) return;
    SDL_LockAudioDevice(device_);
    clicks_.add_frame(sample, after);
    SDL_UnlockAudioDevice(device_);
}

void Sound::fill(void* self, Uint8* bytes, int size)
{
    thread_local std::vector<float> samples;
    samples.resize(static_cast<std::size_t>(size) / sizeof(float));
    static_cast<Sound*>(self)->clicks_.mix(samples);
    std::memcpy(bytes, samples.data(), samples.size() * sizeof(float));
}

} // namespace demo
