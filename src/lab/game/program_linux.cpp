#include "lab/game/program.hpp"

#include "base/environment.hpp"
#include "base/message.hpp"
#include "base/path.hpp"
#include "base/started_program.hpp"
#include "base/text.hpp"

#include <elf.h>
#include <fmt/format.h>

#include <array>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string_view>

namespace lab
{

namespace
{

namespace fs = std::filesystem;

constexpr const char* shim_name = "libtimestep_slow.so";
constexpr const char* layer_name = "VK_LAYER_TIMESTEP_slow";

// Copies the value at `offset`; returns T{} if it is not completely within `bytes`.
template <class T>
T value_at(std::string_view bytes, std::uint64_t offset)
{
    T value{};
    if (offset <= bytes.size() - sizeof(T)) std::memcpy(&value, bytes.data() + offset, sizeof(T));
    return value;
}

// `bytes` is the beginning of a 64-bit ELF file. Source: the System V ABI, chapters 4 and 5 (PT_INTERP).
bool is_dynamically_linked(std::string_view bytes)
{
    const auto elf_header = value_at<Elf64_Ehdr>(bytes, 0);
    for (std::uint64_t i = 0; i < elf_header.e_phnum; ++i)
        if (value_at<Elf64_Word>(bytes, elf_header.e_phoff + i * elf_header.e_phentsize) == PT_INTERP) return true;
    return false;
}

bool is_executable_file(const fs::path& file)
{
    std::error_code error;
    const fs::file_status status = fs::status(file, error);
    const auto any_execute_permission = fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec;
    return fs::is_regular_file(status) && (status.permissions() & any_execute_permission) != fs::perms::none;
}

std::optional<fs::path> find_program(const std::string& command)
{
    if (command.find('/') != command.npos)
        return is_executable_file(base::path_from_utf8(command)) ? std::optional{base::path_from_utf8(command)}
                                                                 : std::nullopt;
    // In PATH, an empty name means the current folder. Without the added ':', an empty last name would be lost.
    const std::string folders = base::environment_variable("PATH") + ':';
    for (const std::string_view folder : base::split(folders, ":"))
        if (fs::path file = base::path_from_utf8(folder) / base::path_from_utf8(command); is_executable_file(file))
            return file;
    return std::nullopt;
}

// The name of an anti-cheat tool with a file in the program's folder; empty if there is none.
std::string anti_cheat_tool_beside(const fs::path& program)
{
    constexpr std::array tool_names{"EasyAntiCheat", "BattlEye"};
    std::error_code error;
    for (const auto& entry : fs::directory_iterator{fs::canonical(program, error).parent_path(), error})
        for (const char* const tool_name : tool_names)
            if (base::path_to_utf8(entry.path().filename()).starts_with(tool_name)) return tool_name;
    return {};
}

fs::path find_shim()
{
    const fs::path program_folder = base::path_from_utf8(base::executable_path_of(base::process_id())).parent_path();
    for (const fs::path& folder : {program_folder, program_folder / ".." / TIMESTEP_SHIM_FOLDER})
        if (std::error_code error; fs::exists(folder / shim_name, error))
            return fs::weakly_canonical(folder / shim_name);
    throw base::BadInput{
        "{} is not beside timestep_lab: build it (cmake --build --preset release --target timestep_slow)", shim_name};
}

// The folders in which the Vulkan loader searches explicit layers, in its order, each with a ':' before it.
std::string default_vulkan_layer_folders()
{
    const std::string home = base::environment_variable("HOME");
    const std::string parents = base::environment_variable("XDG_CONFIG_HOME", home + "/.config") + ":" +
                                base::environment_variable("XDG_CONFIG_DIRS", "/etc/xdg") +
                                ":/etc:" + base::environment_variable("XDG_DATA_HOME", home + "/.local/share") + ":" +
                                base::environment_variable("XDG_DATA_DIRS", "/usr/local/share:/usr/share");
    std::string folders;
    for (const std::string_view parent : base::split(parents, ":"))
        folders += fmt::format(":{}/vulkan/explicit_layer.d", parent);
    return folders;
}

// The value of the environment variable, a list separated by ':', with `first` prepended.
std::string prepended_to_variable(const std::string& first, const char* variable_name)
{
    const std::string old_list = base::environment_variable(variable_name);
    return old_list.empty() ? first : fmt::format("{}:{}", first, old_list);
}

} // namespace

FileFormatObstacles read_shim_loading_obstacles(const fs::path& path)
{
    std::string bytes(4096, '\0');
    std::ifstream file{path, std::ios::binary};
    file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    if (!bytes.starts_with(ELFMAG)) return {.is_windows = bytes.starts_with("MZ")};
    const bool is_32_bit = bytes[EI_CLASS] == ELFCLASS32;
    return {.is_32_bit = is_32_bit, .is_static = !is_32_bit && !is_dynamically_linked(bytes)};
}

bool is_shim_loaded(int pid)
{
    std::ifstream file{fmt::format("/proc/{}/maps", pid)};
    const std::string mapped_files{std::istreambuf_iterator<char>{file}, {}};
    return mapped_files.find(shim_name) != mapped_files.npos;
}

fs::path find_slowable_program(const std::string& command)
{
    const auto program = find_program(command);
    if (!program) throw base::BadInput{"'{}' is not an executable program: check its path", command};
    const FileFormatObstacles obstacles = read_shim_loading_obstacles(*program);
    if (obstacles.is_32_bit)
        throw base::BadInput{"'{}' is a 32-bit program, and the shim has 64 bits: slow down a 64-bit build of the game",
                             command};
    if (obstacles.is_windows)
        throw base::BadInput{"'{}' is a Windows program: start it with a compatibility layer, as in: -- wine {}",
                             command, command};
    if (obstacles.is_static)
        throw base::BadInput{
            "'{}' is linked statically, so no shim can be loaded into it: link the game with shared libraries",
            command};
    constexpr auto setuid_bits = fs::perms::set_uid | fs::perms::set_gid;
    if ((fs::status(*program).permissions() & setuid_bits) != fs::perms::none)
        throw base::BadInput{
            "'{}' runs with the rights of another user (setuid), so the system loads no shim into it: start a "
            "copy of the file without this permission",
            command};
    if (const std::string tool = anti_cheat_tool_beside(*program); !tool.empty())
        throw base::BadInput{
            "'{}' has the anti-cheat tool {} in its folder: never slow down a game on other people's servers", command,
            tool};
    return *program;
}

std::vector<std::pair<std::string, std::string>> shim_environment(const std::string& shared_memory_file)
{
    const fs::path shim = find_shim();
    const std::string shim_path = base::path_to_utf8(shim);
    if (shim_path.find_first_of(" :") != shim_path.npos)
        throw base::BadInput{"the path of the shim has a space or a colon, which LD_PRELOAD does not allow: '{}'; move "
                             "the program to another folder",
                             shim_path};
    // VK_LAYER_PATH replaces Vulkan's default layer folders. Unless the user has set the variable, adds these folders.
    const std::string default_folders =
        base::environment_variable("VK_LAYER_PATH").empty() ? default_vulkan_layer_folders() : "";
    return {{"TIMESTEP_SLOW_PAGE", shared_memory_file},
            {"LD_PRELOAD", prepended_to_variable(shim_path, "LD_PRELOAD")},
            {"VK_INSTANCE_LAYERS", prepended_to_variable(layer_name, "VK_INSTANCE_LAYERS")},
            {"VK_LAYER_PATH",
             prepended_to_variable(base::path_to_utf8(shim.parent_path()) + default_folders, "VK_LAYER_PATH")}};
}

} // namespace lab
