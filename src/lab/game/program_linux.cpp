#include "lab/game/program.hpp"

#include "base/message.hpp"
#include "base/path.hpp"
#include "base/started_program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <string_view>

namespace lab
{

namespace
{

namespace fs = std::filesystem;

constexpr const char* shim_name  = "libtimestep_slow.so";
constexpr const char* layer_name = "VK_LAYER_TIMESTEP_slow";

// Reads the header of a 64-bit little-endian ELF file. Source: the System V ABI, chapters 4 and 5.
class Elf
{
public:
    explicit Elf(std::string_view bytes)
        : bytes_{bytes}
    {
    }

    bool is_elf() const
    {
        return bytes_.starts_with("\x7F"
                                  "ELF");
    }
    bool is_32_bit() const { return number(4, 1) == 1; }
    // True if the program is dynamically linked: the file has a program header of type PT_INTERP.
    bool is_dynamic() const
    {
        constexpr std::uint64_t interpreter = 3;
        const std::uint64_t headers = number(32, 8), size = number(54, 2), count = number(56, 2);
        for (std::uint64_t i = 0; i < count; ++i)
            if (number(headers + i * size, 4) == interpreter) return true;
        return false;
    }

private:
    std::uint64_t number(std::uint64_t at, int bytes) const
    {
        std::uint64_t value = 0;
        for (int i = bytes - 1; i >= 0; --i)
        {
            const std::uint64_t place = at + static_cast<std::uint64_t>(i);
            value = value << 8U | (place < bytes_.size() ? static_cast<unsigned char>(bytes_[place]) : 0U);
        }
        return value;
    }

    std::string_view bytes_;
};

// The value of an environment variable; empty if it is not set.
std::string variable(const char* name)
{
    const char* const value = std::getenv(name);
    return value == nullptr ? std::string{} : std::string{value};
}

bool can_run(const fs::path& file)
{
    std::error_code error;
    const fs::file_status status = fs::status(file, error);
    const auto any_execute       = fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec;
    return fs::is_regular_file(status) && (status.permissions() & any_execute) != fs::perms::none;
}

std::optional<fs::path> find_program(const std::string& word)
{
    if (word.find('/') != word.npos)
        return can_run(base::path_of(word)) ? std::optional{base::path_of(word)} : std::nullopt;
    const std::string folders = variable("PATH");
    for (std::size_t begin = 0; begin <= folders.size();)
    {
        const std::size_t end = std::min(folders.find(':', begin), folders.size());
        const fs::path file   = base::path_of(folders.substr(begin, end - begin)) / base::path_of(word);
        if (can_run(file)) return file;
        begin = end + 1;
    }
    return std::nullopt;
}

// The name of an anti-cheat tool with a file in the program's folder; empty if there is none.
std::string anti_cheat_beside(const fs::path& program)
{
    constexpr std::array tools{"EasyAntiCheat", "BattlEye"};
    std::error_code error;
    for (const auto& entry : fs::directory_iterator{fs::canonical(program, error).parent_path(), error})
        for (const char* const tool : tools)
            if (base::utf8_of(entry.path().filename()).starts_with(tool)) return tool;
    return {};
}

fs::path shim()
{
    const fs::path beside = base::program_folder();
    for (const fs::path& folder : {beside, beside / ".." / TIMESTEP_SHIM_FOLDER})
        if (std::error_code error; fs::exists(folder / shim_name, error))
            return fs::weakly_canonical(folder / shim_name);
    throw base::BadInput{
        "{} is not beside timestep_lab: build it (cmake --build --preset release --target timestep_slow)", shim_name};
}

// Returns the list in the environment variable `name`, whose separator is ':', with `first` added at the front.
std::string before(const std::string& first, const char* name)
{
    const std::string old = variable(name);
    return old.empty() ? first : fmt::format("{}:{}", first, old);
}

} // namespace

ProgramKind inspect_program(const fs::path& path)
{
    std::string bytes(4096, '\0');
    std::ifstream file{path, std::ios::binary};
    file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    bytes.resize(static_cast<std::size_t>(file.gcount()));
    const Elf elf{bytes};
    if (!elf.is_elf()) return {.is_windows = bytes.starts_with("MZ")};
    return {.is_elf = true, .is_32_bit = elf.is_32_bit(), .is_static = !elf.is_32_bit() && !elf.is_dynamic()};
}

fs::path find_slowable_program(const std::string& word)
{
    const auto program = find_program(word);
    if (!program) throw base::BadInput{"'{}' is no program that can be run: check its path", word};
    const ProgramKind file = inspect_program(*program);
    if (file.is_32_bit)
        throw base::BadInput{"'{}' is a 32-bit program, and the shim has 64 bits: slow down a 64-bit build of the game",
                             word};
    if (file.is_windows)
        throw base::BadInput{"'{}' is a program of Windows: start the compatibility layer with it, as in: -- wine {}",
                             word, word};
    if (file.is_static)
        throw base::BadInput{
            "'{}' is linked statically, so no shim can be loaded into it: link the game with shared libraries", word};
    constexpr auto other_user = fs::perms::set_uid | fs::perms::set_gid;
    if ((fs::status(*program).permissions() & other_user) != fs::perms::none)
        throw base::BadInput{
            "'{}' runs with the rights of another user (setuid), so the system loads no shim into it: start a "
            "copy of the file without this permission",
            word};
    if (const std::string tool = anti_cheat_beside(*program); !tool.empty())
        throw base::BadInput{
            "'{}' has the anti-cheat tool {} in its folder: never slow down a game on other people's servers", word,
            tool};
    return *program;
}

std::vector<std::pair<std::string, std::string>> shim_environment(const std::string& shared_memory_file)
{
    const fs::path library = shim();
    const std::string path = base::utf8_of(library);
    if (path.find_first_of(" :") != path.npos)
        throw base::BadInput{
            "the path of the shim has a space or a colon, which LD_PRELOAD does not allow: '{}'; move it", path};
    // When VK_LAYER_PATH is set, Vulkan ignores its default folders for layers, so the new value must contain them.
    const std::string layers = variable("VK_LAYER_PATH").empty()
                                   ? ":/etc/vulkan/explicit_layer.d:/usr/local/share/vulkan/explicit_layer.d:"
                                     "/usr/share/vulkan/explicit_layer.d"
                                   : "";
    return {{"TIMESTEP_SLOW_PAGE", shared_memory_file},
            {"LD_PRELOAD", before(path, "LD_PRELOAD")},
            {"VK_INSTANCE_LAYERS", before(layer_name, "VK_INSTANCE_LAYERS")},
            {"VK_LAYER_PATH", before(base::utf8_of(library.parent_path()) + layers, "VK_LAYER_PATH")}};
}

} // namespace lab
