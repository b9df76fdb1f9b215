// A plain loop over a frame_ns recording: the least that a program with these figures has to do, on one core.
// bench/cli/one_gigabyte.py compares `timestep_lab inspect` with it.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

int main(int, char** argv)
{
    const int file = open(argv[1], O_RDONLY);
    struct stat status
    {
    };
    if (file < 0 || fstat(file, &status) != 0) return 2;
    const auto size = static_cast<std::size_t>(status.st_size);
    const char* at = static_cast<const char*>(mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0));
    const char* const end = at + size;
    std::vector<std::int64_t> times;
    times.reserve(size / 9);
    at = std::find(at, end, '\n') + 1; // the header
    for (; at < end; ++at)
    {
        std::int64_t time = 0;
        for (; at < end && *at != '\n'; ++at) time = time * 10 + (*at - '0');
        times.push_back(time);
    }
    double sum = 0.0, squares = 0.0, changes = 0.0;
    for (const auto time : times) sum += static_cast<double>(time);
    const double mean = sum / static_cast<double>(times.size());
    for (const auto time : times) squares += (static_cast<double>(time) - mean) * (static_cast<double>(time) - mean);
    for (std::size_t i = 1; i < times.size(); ++i) changes += static_cast<double>(std::abs(times[i] - times[i - 1]));
    std::array<double, 17> covariances{};
    for (std::size_t lag = 1; lag < covariances.size(); ++lag)
        for (std::size_t i = lag; i < times.size(); ++i)
            covariances[lag] += (static_cast<double>(times[i]) - mean) * (static_cast<double>(times[i - lag]) - mean);
    std::array<std::int64_t, 1000> histogram{};
    for (const auto time : times) ++histogram[static_cast<std::size_t>(std::min<std::int64_t>(time / 100'000, 999))];
    std::printf("%zu %g %g %lld %g %g %lld\n", times.size(), mean,
                std::sqrt(squares / static_cast<double>(times.size())),
                static_cast<long long>(*std::max_element(times.begin(), times.end())), changes, covariances[16],
                static_cast<long long>(histogram[166]));
}
