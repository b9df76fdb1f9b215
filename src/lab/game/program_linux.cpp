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
    bool is_32_bit() const { return integer_at(4, 1) == 1; }
    // True if the file has a program header of type PT_INTERP, so that it is dynamically linked.
    bool is_dynamic() const
    {
        constexpr std::uint64_t interpreter = 3;
        const std::uint64_t table = integer_at(32, 8), entry_size = integer_at(54, 2), entry_count = integer_at(56, 2);
        for (std::uint64_t i = 0; i < entry_count; ++i)
            if (integer_at(table + i * entry_size, 4) == interpreter) return true;
        return false;
    }

private:
    // Returns the little-endian integer of `size` bytes at `offset`. Bytes beyond the end of the file count as 0.
    std::uint64_t integer_at(std::uint64_t offset, int size) const
    {
        std::uint64_t value = 0;
        for (int i = size - 1; i >= 0; --i)
        {
            const std::uint64_t index = offset + static_cast<std::uint64_t>(i);
            value = value << 8U | (index < bytes_.size() ? static_cast<unsigned char>(bytes_[index]) : 0U);
        }
        return value;
    }

    std::string_view bytes_;
};

std::string environment_variable(const char* name)
{
    const char* const value = std::getenv(name);
    return value == nullptr ? std::string{} : std::string{value};
}

bool is_executable_file(const fs::path& file)
{
    std::error_code error;
    const fs::file_status status = fs::status(file, error);
    const auto any_execute       = fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec;
    return fs::is_regular_file(status) && (status.permissions() & any_execute) != fs::perms::none;
}

std::optional<fs::path> find_program(const std::string& command)
{
    if (command.find('/') != command.npos)
        return is_executable_file(base::path_of(command)) ? std::optional{base::path_of(command)} : std::nullopt;
    const std::string folders = environment_variable("PATH");
    for (std::size_t begin = 0; begin <= folders.size();)
    {
        const std::size_t end = std::min(folders.find(':', begin), folders.size());
        const fs::path file   = base::path_of(folders.substr(begin, end - begin)) / base::path_of(command);
        if (is_executable_file(file)) return file;
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

fs::path find_shim()
{
    const fs::path program_folder = base::executable_folder();
    for (const fs::path& folder : {program_folder, program_folder / ".." / TIMESTEP_SHIM_FOLDER})
        if (std::error_code error; fs::exists(folder / shim_name, error))
            return fs::weakly_canonical(folder / shim_name);
    throw base::BadInput{
        "{} is not beside timestep_lab: build it (cmake --build --preset release --target timestep_slow)", shim_name};
}

// The value of the environment variable `name`, a list separated by ':', with `first` prepended.
std::string prepended_to_variable(const std::string& first, const char* name)
{
    const std::string old_list = environment_variable(name);
    return old_list.empty() ? first : fmt::format("{}:{}", first, old_list);
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

fs::path find_slowable_program(const std::string& command)
{
    const auto program = find_program(command);
    if (!program) throw base::BadInput{"'{}' is not an executable program: check its path", command};
    const ProgramKind kind = inspect_program(*program);
    if (kind.is_32_bit)
        throw base::BadInput{"'{}' is a 32-bit program, and the shim has 64 bits: slow down a 64-bit build of the game",
                             command};
    if (kind.is_windows)
        throw base::BadInput{"'{}' is a Windows program: start it with a compatibility layer, as in: -- wine {}",
                             command, command};
    if (kind.is_static)
        throw base::BadInput{
            "'{}' is linked statically, so no shim can be loaded into it: link the game with shared libraries",
            command};
    constexpr auto setuid_bits = fs::perms::set_uid | fs::perms::set_gid;
    if ((fs::status(*program).permissions() & setuid_bits) != fs::perms::none)
        throw base::BadInput{
            "'{}' runs with the rights of another user (setuid), so the system loads no shim into it: start a "
            "copy of the file without this permission",
            command};
    if (const std::string tool = anti_cheat_beside(*program); !tool.empty())
        throw base::BadInput{
            "'{}' has the anti-cheat tool {} in its folder: never slow down a game on other people's servers", command,
            tool};
    return *program;
}

std::vector<std::pair<std::string, std::string>> shim_environment(const std::string& shared_memory_file)
{
    const fs::path library = find_shim();
    const std::string path = base::utf8_of(library);
    if (path.find_first_of(" :") != path.npos)
        throw base::BadInput{"the path of the shim has a space or a colon, which LD_PRELOAD does not allow: '{}'; move "
                             "the program to another folder",
                             path};
    // If VK_LAYER_PATH is set, Vulkan ignores its default folders for layers, so the new value must contain them.
    const std::string default_folders = environment_variable("VK_LAYER_PATH").empty()
                                            ? ":/etc/vulkan/explicit_layer.d:/usr/local/share/vulkan/explicit_layer.d:"
                                              "/usr/share/vulkan/explicit_layer.d"
                                            : "";
    return {{"TIMESTEP_SLOW_PAGE", shared_memory_file},
            {"LD_PRELOAD", prepended_to_variable(path, "LD_PRELOAD")},
            {"VK_INSTANCE_LAYERS", prepended_to_variable(layer_name, "VK_INSTANCE_LAYERS")},
            {"VK_LAYER_PATH",
             prepended_to_variable(base::utf8_of(library.parent_path()) + default_folders, "VK_LAYER_PATH")}};
}

} // namespace lab
