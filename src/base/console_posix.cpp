#include "base/console.hpp"

#include "base/environment.hpp"
#include "base/linux_calls_posix.hpp" // on macOS: memfd_create() and other functions that only Linux has

#include <cerrno>

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <termios.h>
#include <unistd.h>

namespace base
{

namespace
{

termios original_terminal_settings{}; // the terminal's settings before TerminalKeyReader changed them

// Reads a byte without waiting; returns 0 if there is none.
char poll_byte()
{
    pollfd input{STDIN_FILENO, POLLIN, 0};
    char key_byte = 0;
    return poll(&input, 1, 0) == 1 && read(STDIN_FILENO, &key_byte, 1) == 1 ? key_byte : '\0';
}

} // namespace

Utf8Arguments set_up_console(int argc, char** argv)
{
    for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (fcntl(descriptor, F_GETFD) == -1 && errno == EBADF)
            // Reserves the closed stream's descriptor. The mode is wrong on purpose: reads and writes must fail.
            open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    return {argc, argv};
}

bool enable_escape_sequences(StandardStream stream)
{
    return isatty(static_cast<int>(stream)) != 0 && !environment_variable("TERM").empty() &&
           environment_variable("TERM") != "dumb";
}

bool console_supports_unicode()
{
    for (const char* const name : {"LC_ALL", "LC_CTYPE", "LANG"}) // the first non-empty variable decides
        if (const auto value = environment_variable(name); !value.empty())
            return value.find("UTF-8") != value.npos || value.find("utf8") != value.npos;
    return false;
}

TerminalKeyReader::TerminalKeyReader()
{
    tcgetattr(STDIN_FILENO, &original_terminal_settings);
    termios single_key_settings = original_terminal_settings;
    single_key_settings.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
    tcsetattr(STDIN_FILENO, TCSANOW, &single_key_settings);
}

TerminalKeyReader::~TerminalKeyReader() { tcsetattr(STDIN_FILENO, TCSANOW, &original_terminal_settings); }

int TerminalKeyReader::poll_key()
{
    const char key_byte = poll_byte();
    if (key_byte != '\x1B') return key_byte;
    if (const char introducer = poll_byte(); introducer != '[' && introducer != 'O') return key_byte;
    const char letter = poll_byte(); // an arrow key sends ESC [ and a letter
    if (letter == 'C') return right_arrow;
    return letter == 'D' ? left_arrow : 0;
}

StderrCapture::StderrCapture()
    : capture_file_{memfd_create("standard error", MFD_CLOEXEC)}
{
    if (!capture_file_.is_open()) return;
    original_stderr_ = File{fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)};
    if (original_stderr_.is_open()) dup2(capture_file_.descriptor(), STDERR_FILENO);
}

void StderrCapture::restore_stderr()
{
    if (!original_stderr_.is_open()) return;
    dup2(original_stderr_.descriptor(), STDERR_FILENO);
    original_stderr_.close();
}

} // namespace base
