#include "programs/demo/window/sound.hpp"

#include <fmt/core.h>

#include <cstring>
#include <vector>

namespace demo
{

FrameSoundPlayer::~FrameSoundPlayer() { set_enabled(false); }

base::OptionalError FrameSoundPlayer::set_enabled(bool is_enabled)
{
    if (is_enabled == (audio_device_ != 0)) return std::nullopt;
    if (!is_enabled)
    {
        SDL_CloseAudioDevice(audio_device_);
        audio_device_ = 0;
        return std::nullopt;
    }
    SDL_AudioSpec audio_format{};
    audio_format.freq = views::LoopSound::sample_rate;
    audio_format.format = AUDIO_F32SYS;
    audio_format.channels = views::LoopSound::channel_count;
    audio_format.samples = 256; // a delay of 5 ms; a longer buffer would hide uneven frame times
    audio_format.callback = fill_audio_buffer;
    audio_format.userdata = this;
    if (SDL_InitSubSystem(SDL_INIT_AUDIO) == 0)
        audio_device_ = SDL_OpenAudioDevice(nullptr, 0, &audio_format, nullptr, 0);
    if (audio_device_ == 0) return fmt::format("no sound: {}", SDL_GetError());
    SDL_PauseAudioDevice(audio_device_, 0);
    return std::nullopt;
}

void FrameSoundPlayer::schedule_sounds(const telemetry::FrameSample& frame, timestep::Nanos delay)
{
    if (audio_device_ == 0) return;
    SDL_LockAudioDevice(audio_device_);
    sound_mixer_.schedule_sounds(frame, delay);
    SDL_UnlockAudioDevice(audio_device_);
}

void FrameSoundPlayer::fill_audio_buffer(void* self, Uint8* bytes, int byte_count)
{
    thread_local std::vector<float> samples;
    samples.resize(static_cast<std::size_t>(byte_count) / sizeof(float));
    static_cast<FrameSoundPlayer*>(self)->sound_mixer_.write_next_stereo_samples(samples);
    std::memcpy(bytes, samples.data(), samples.size() * sizeof(float));
}

} // namespace demo
