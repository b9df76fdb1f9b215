#include "base/child_process.hpp"

#include "base/message.hpp"

#include <emscripten.h>

#include <stdexcept>

EM_JS(void, edit_on_page, (const char* path), {
    if (Module['timestepEdit']) Module['timestepEdit'](UTF8ToString(path));
});

namespace base
{

JoiningChildProcess::JoiningChildProcess(const std::string& program, const std::vector<std::string>&)
{
    throw std::runtime_error(message("{} cannot be started: a web page cannot start programs", program));
}

void JoiningChildProcess::write_to_stdin(std::span<const unsigned char>) const {}

bool JoiningChildProcess::await_success() { return false; }

bool JoiningChildProcess::is_installed(const std::string&) { return false; }

void open_on_desktop(const std::string& path) { edit_on_page(path.c_str()); }

} // namespace base
