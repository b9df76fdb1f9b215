// Runs a fuzz target without a fuzzing engine: first each seed file of the given folders, then random changes of the
// seeds, which are the same in every run.
#include "thorough.hpp"

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace
{

constexpr int usual_runs = 100'000; // the environment variable TIMESTEP_FUZZ_RUNS overrides this number
constexpr std::size_t longest = 20'000; // bytes; longer seeds are skipped, because reading them takes too long

// The generator SplitMix64. Source: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
class Dice
{
public:
    std::size_t below(std::size_t limit) { return static_cast<std::size_t>(next() % limit); }

private:
    std::uint64_t next()
    {
        std::uint64_t z = state_ += 0x9e3779b97f4a7c15ULL;
        z = (z ^ z >> 30U) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ z >> 27U) * 0x94d049bb133111ebULL;
        return z ^ z >> 31U;
    }
    std::uint64_t state_ = 0;
};

std::vector<std::string> seeds_of(int count, char** folders)
{
    std::vector<std::filesystem::path> paths;
    for (int i = 1; i < count; ++i)
        for (const auto& entry : std::filesystem::recursive_directory_iterator{folders[i]})
            if (entry.is_regular_file()) paths.push_back(entry.path());
    std::sort(paths.begin(), paths.end());
    std::vector<std::string> seeds;
    for (const auto& path : paths)
    {
        std::ifstream in{path, std::ios::binary};
        std::string text{std::istreambuf_iterator<char>{in}, {}};
        if (!text.empty() && text.size() <= longest) seeds.push_back(std::move(text));
    }
    return seeds;
}

const std::string* running = nullptr;

// Writes the input that failed to the file fuzz-broken in the working folder, which can be used as a seed.
extern "C" void keep(int signal)
{
    if (std::FILE* file = std::fopen("fuzz-broken", "wb"))
    {
        std::fwrite(running->data(), 1, running->size(), file);
        std::fclose(file);
    }
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

void run(const std::string& text)
{
    running = &text;
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
}

void change(std::string& text, Dice& dice, const std::vector<std::string>& seeds)
{
    const std::size_t at = dice.below(text.size() + 1);
    const std::size_t some = dice.below(std::min<std::size_t>(text.size() - at, 40) + 1);
    switch (dice.below(6))
    {
    case 0: text.insert(at, 1, static_cast<char>(dice.below(256))); break;
    case 1: text.erase(at, some); break;
    case 2: text.insert(at, text.substr(at, some)); break;
    case 3:
        if (at < text.size()) text[at] = static_cast<char>(dice.below(256));
        break;
    case 4:
        if (at < text.size()) text[at] = "0123456789-+.,:;=#\"[]{}\n e"[dice.below(27)];
        break;
    default:
    {
        const std::string& other = seeds[dice.below(seeds.size())];
        text.insert(at, other.substr(dice.below(other.size()), 1 + dice.below(40)));
    }
    }
}

int runs()
{
    const char* wanted = std::getenv("TIMESTEP_FUZZ_RUNS");
    return wanted ? std::atoi(wanted) : tries(usual_runs);
}

} // namespace

int main(int count, char** arguments)
{
    const std::vector<std::string> seeds = seeds_of(count, arguments);
    if (seeds.empty()) return std::puts("no seeds: name the folders that they are in"), 2;
    for (const int signal : {SIGABRT, SIGSEGV, SIGFPE}) std::signal(signal, keep);
    for (const std::string& seed : seeds) run(seed);
    Dice dice;
    const int number = runs();
    for (int i = 0; i < number; ++i)
    {
        std::string text = seeds[dice.below(seeds.size())];
        for (std::size_t changes = 1 + dice.below(8); changes > 0; --changes) change(text, dice, seeds);
        run(text);
    }
    std::printf("%zu seeds and %d changed ones\n", seeds.size(), number);
}
