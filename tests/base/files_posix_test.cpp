// Files whose behaviour is that of POSIX systems: links, named pipes, devices, permissions, signals.
#include "base/child_process.hpp"
#include "base/mapped_file.hpp"
#include "base/stopping.hpp"
#include "base/system_files.hpp"
#include "scratch.hpp"
#include "thorough.hpp"
#include "writing.hpp"

#include <algorithm>
#include <csignal>
#include <fcntl.h>
#include <functional>
#include <stdexcept>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace
{

int end_of(const std::function<void()>& what)
{
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0)
    {
        what();
        _exit(0);
    }
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    return status;
}

// Runs a shell script, writes `input` to its standard input, and returns how it ended.
base::JoiningChildProcess::ExitReport end_of(const std::string& script, const std::string& input = "")
{
    base::JoiningChildProcess shell{"sh", {"-c", script}};
    shell.write_to_stdin({reinterpret_cast<const unsigned char*>(input.data()), input.size()});
    return shell.await_exit();
}

} // namespace

TEST_CASE_FIXTURE(WithScratch, "writing through a symbolic link writes the target, in any folder, and keeps the link")
{
    fs::create_directories(scratch.path("there"));
    scratch.file("there/a", "old");
    fs::create_symlink("there/a", scratch.path("link"));
    fs::create_symlink("link", scratch.path("link of link"));
    fs::create_symlink("there/new", scratch.path("dangling"));
    CHECK_FALSE(write(scratch.path("link of link"), "new").has_value());
    CHECK_FALSE(write(scratch.path("dangling"), "newer").has_value());
    CHECK(text_of(scratch.path("there/a")) == "new");
    CHECK(text_of(scratch.path("there/new")) == "newer");
    for (const char* const link : {"link", "link of link", "dangling"}) CHECK(fs::is_symlink(scratch.path(link)));
}

TEST_CASE_FIXTURE(WithScratch, "writing through links in a circle is refused and changes no link")
{
    fs::create_symlink("b", scratch.path("a"));
    fs::create_symlink("a", scratch.path("b"));
    CHECK(write(scratch.path("a"), "new").value_or("").find("Too many levels of symbolic links") != std::string::npos);
    CHECK(scratch.names() == Names{"a", "b"});
}

TEST_CASE_FIXTURE(WithScratch, "writing to a link to a folder is refused")
{
    fs::create_directories(scratch.path("folder"));
    fs::create_directory_symlink("folder", scratch.path("link"));
    CHECK(write(scratch.path("link"), "text") == scratch.path("link").string() + ": cannot be written: it is a folder");
    CHECK(fs::is_empty(scratch.path("folder")));
}

TEST_CASE_FIXTURE(WithScratch, "a pipe and a device are written in place and are not replaced")
{
    const fs::path pipe = scratch.path("pipe");
    REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
    std::string read;
    std::thread reader{[&] { read = text_of(pipe); }};
    CHECK_FALSE(write(pipe, "through").has_value());
    reader.join();
    CHECK(read == "through");
    CHECK(fs::is_fifo(pipe));

    fs::create_symlink("/dev/null", scratch.path("nowhere"));
    CHECK_FALSE(write(scratch.path("nowhere"), "away").has_value());
    CHECK(fs::is_character_file("/dev/null"));
    CHECK(write("/dev/full", "full") == "/dev/full: cannot be written: No space left on device");
    CHECK(scratch.names() == Names{"nowhere", "pipe"});
}

TEST_CASE_FIXTURE(WithScratch, "a rewritten file keeps its permissions; a read-only file is refused and unchanged")
{
    scratch.file("a", "old");
    fs::permissions(scratch.path("a"), fs::perms{0640});
    CHECK_FALSE(write(scratch.path("a"), "new").has_value());
    CHECK(fs::status(scratch.path("a")).permissions() == fs::perms{0640});
    if (geteuid() == 0) return; // root may write every file
    fs::permissions(scratch.path("a"), fs::perms{0440});
    CHECK(write(scratch.path("a"), "newer") == scratch.path("a").string() + ": cannot be written: Permission denied");
    CHECK(text_of(scratch.path("a")) == "new");
}

TEST_CASE("a full disk is an error of a file and of a growing file, and leaves the old file unchanged")
{
    using Write = std::optional<std::string> (*)(const fs::path&, std::string_view);
    for (const Write grow : {Write{write}, Write{[](const fs::path&path, std::string_view text)
                                                 { return base::LogFile{path}.add(text); }}})
    {
        const Scratch scratch;
        scratch.file("a", "old");
        const int status = end_of(
            [&]
            {
                base::install_stop_handlers();
                const rlimit little{1000, 1000};
                setrlimit(RLIMIT_FSIZE, &little);
                const auto why = grow(scratch.path("a"), std::string(70'000, 'x'));
                _exit(why && why->find("File too large") != std::string::npos ? 7 : 0);
            });
        CHECK(WEXITSTATUS(status) == 7);
        CHECK(text_of(scratch.path("a")) == "old");
        CHECK(scratch.names() == Names{"a"});
    }
    base::LogFile device{"/dev/full"};
    CHECK(device.add("one") == "/dev/full: cannot be written: No space left on device");
    CHECK(device.verify_writes().has_value());
}

TEST_CASE_FIXTURE(WithScratch,
                  "every signal that stops the program ends it by that signal and removes the temporary file")
{
    for (const int signal : {SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGTERM, SIGALRM, SIGXCPU, SIGUSR1, SIGUSR2})
    {
        CAPTURE(signal);
        const int status = end_of(
            [&]
            {
                std::signal(signal, SIG_DFL);
                base::install_stop_handlers();
                base::AtomicFileWriter file{scratch.path("a")};
                file.add("half");
                raise(signal);
            });
        CHECK(WIFSIGNALED(status));
        CHECK(WTERMSIG(status) == signal);
        CHECK(scratch.names() == Names{});
    }
}

TEST_CASE_FIXTURE(WithScratch, "a signal that was ignored at the start stays ignored")
{
    const int status = end_of(
        [&]
        {
            std::signal(SIGHUP, SIG_IGN);
            base::install_stop_handlers();
            raise(SIGHUP);
            _exit(7);
        });
    CHECK(WEXITSTATUS(status) == 7);
}

TEST_CASE("a program that handles stop signals goes on until the user sends a second one by the keyboard")
{
    for (const int again : {SIGINT, SIGQUIT})
    {
        const int status = end_of(
            [&]
            {
                base::install_stop_handlers();
                base::defer_stop_requests(1);
                for (const int signal : {SIGTERM, SIGHUP, SIGTERM, SIGPIPE}) raise(signal);
                if (base::received_stop_signal() == SIGTERM) raise(again);
            });
        CHECK(WTERMSIG(status) == again);
    }
}

TEST_CASE_FIXTURE(WithScratch,
                  "the next write removes the temporary files of a killed process, and keeps those of a running one")
{
    const auto killed = [&]
    {
        const base::AtomicFileWriter file{scratch.path("of the killed")};
        raise(SIGKILL);
    };
    CHECK(WTERMSIG(end_of(killed)) == SIGKILL);
    scratch.file(".timestep-not ours.txt", "");
    CHECK(scratch.names().size() == 2);

    base::AtomicFileWriter living{scratch.path("of the living")};
    CHECK(scratch.names().size() == 2);
    CHECK(end_of([&] { _exit(write(scratch.path("a"), "a") ? 1 : 0); }) == 0);
    CHECK_FALSE(living.finish().has_value());
    CHECK(scratch.names() == Names{".timestep-not ours.txt", "a", "of the living"});
}

TEST_CASE("pipes and devices may be read and written at once")
{
    CHECK_FALSE(overwrite_error("/dev/null", "/dev/null").has_value());
    CHECK_FALSE(overwrite_error("/dev/zero", "-").has_value());
}

TEST_CASE_FIXTURE(WithScratch,
                  "two outputs to one file are refused, also through a symbolic link to a file that does not exist")
{
    fs::create_symlink("new", scratch.path("link"));
    const std::vector<base::FileArgument> files{{"--a", scratch.path("new"), true},
                                                {"--b", scratch.path("link"), true}};
    CHECK(base::file_conflict_error(files).value_or("").find("--b writes") != std::string::npos);
}

TEST_CASE_FIXTURE(WithScratch, "an output that is also an input is refused, also through a symbolic link")
{
    const fs::path a = scratch.file("a", "precious"), link = scratch.path("soft");
    fs::create_symlink("a", link);
    CHECK(overwrite_error(a, link).has_value());
    CHECK(overwrite_error(link, a).has_value());
}

TEST_CASE_FIXTURE(WithScratch, "a growing file that another process writes is not opened")
{
    base::LogFile first{scratch.path("a")};
    CHECK_FALSE(first.add("one\n").has_value());
    const auto refused = [&]
    {
        const std::string why = base::LogFile{scratch.path("a")}.add("two\n").value_or("");
        _exit(why.ends_with(": cannot be written: another program is writing this file; choose another name") ? 0 : 1);
    };
    CHECK(end_of(refused) == 0);
    CHECK(text_of(scratch.path("a")) == "one\n");
}

TEST_CASE_FIXTURE(WithScratch, "a check of an output's path follows a link, and accepts a device")
{
    fs::create_symlink("no/b", scratch.path("link"));
    CHECK(base::unwritable_output_error(scratch.path("link"))
              .value_or("")
              .ends_with("cannot be written: No such file or directory"));
    CHECK_FALSE(base::unwritable_output_error("/dev/full").has_value());
    CHECK(scratch.names() == Names{"link"});
}

TEST_CASE_FIXTURE(WithScratch,
                  "named pipes and devices are recognised; a link and a named pipe are not removed as abandoned")
{
    scratch.file("target", "");
    fs::create_symlink("target", scratch.path("link"));
    REQUIRE(mkfifo(scratch.path("pipe").c_str(), 0600) == 0);
    for (const char* const name : {"link", "pipe"}) base::remove_unlocked_file(scratch.path(name));
    CHECK(scratch.names().size() == 3);
    CHECK(base::is_special_file(scratch.path("pipe")));
    CHECK(base::is_special_file("/dev/null"));
}

TEST_CASE_FIXTURE(WithScratch, "a mapped file has the bytes of a named pipe")
{
    const std::string text(100'000, 'x');
    REQUIRE(mkfifo(scratch.path("pipe").c_str(), 0600) == 0);
    std::thread writer{[&] { std::ofstream{scratch.path("pipe")} << text; }};
    const base::MappedFile pipe{scratch.path("pipe")};
    writer.join();
    CHECK(pipe.error().empty());
    CHECK(pipe.bytes() == text);
}

TEST_CASE_FIXTURE(WithScratch, "a file whose name is not UTF-8 is found by that name, and its name is unchanged")
{
    const std::string name = "latin-1-\xfc.csv";
    const auto path = scratch.path(name);
    std::ofstream{path} << "frame_ns\n";
    CHECK(std::filesystem::exists(base::path_from_utf8(base::path_to_utf8(path))));
    CHECK(base::path_to_utf8(path.filename()) == name);
}

TEST_CASE("a byte after a backslash in a pattern has no special meaning")
{
    CHECK(base::matches_glob("*", "\\*"));
    CHECK_FALSE(base::matches_glob("a", "\\*"));
    CHECK(base::matches_glob("]", "[\\]]"));
    CHECK_FALSE(base::matches_glob("\\", "[\\]]"));
}

TEST_CASE_FIXTURE(WithScratch, "a child process reads what is written to it until its input is closed")
{
    const std::string text(200'000, 'x');
    CHECK(end_of("cat >'" + scratch.path("copy").string() + "'", text).succeeded);
    CHECK(text_of(scratch.path("copy")) == text);
}

TEST_CASE("a child process reports its exit status and the text of its standard error")
{
    CHECK(end_of("echo printed; exit 0").succeeded);
    CHECK(end_of("echo printed; exit 0").stderr_text.empty());
    const auto failed = end_of("echo first >&2; echo second >&2; exit 3");
    CHECK_FALSE(failed.succeeded);
    CHECK(failed.stderr_text == "first\nsecond\n");
    CHECK_FALSE(end_of("kill -9 $$").succeeded);
}

TEST_CASE("writing to a child process that no longer reads is neither an error nor a signal")
{
    const auto end = end_of("exec <&-; exit 5", std::string(1'000'000, 'x'));
    CHECK_FALSE(end.succeeded);
}

TEST_CASE("writing to a child process leaves SIGPIPE blocked if the thread has blocked it")
{
    sigset_t sigpipe_only{}, mask_before{}, mask{};
    sigemptyset(&sigpipe_only);
    sigaddset(&sigpipe_only, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &sigpipe_only, &mask_before);
    end_of("exec <&-", "unread");
    pthread_sigmask(SIG_SETMASK, &mask_before, &mask);
    CHECK(sigismember(&mask, SIGPIPE) == 1);
}

TEST_CASE("starting a program that does not exist fails with the reason")
{
    CHECK(base::JoiningChildProcess::is_installed("sh"));
    CHECK_FALSE(base::JoiningChildProcess::is_installed("no such program"));
    CHECK_THROWS_WITH_AS(base::JoiningChildProcess("no such program", {}),
                         "no such program cannot be started: No such file or directory", std::runtime_error);
}

TEST_CASE("a deferred stop request ends the program after a second, but not while it saves its files")
{
    const auto raise_deferred = [](const auto& work)
    {
        return end_of(
            [&]
            {
                base::install_stop_handlers();
                base::defer_stop_briefly();
                raise(SIGTERM);
                work();
            });
    };
    const auto compute_for_ever = []
    {
        while (true) sleep(100);
    };
    CHECK(WTERMSIG(raise_deferred(compute_for_ever)) == SIGTERM);
    CHECK(WEXITSTATUS(raise_deferred([] { _exit(7); })) == 7);
    // The alarm is that of the deadline. The program still saves, ends its saving, and goes on for a second.
    const auto save_past_deadline = []
    {
        const base::StopDelay delay;
        raise(SIGALRM);
    };
    CHECK(WEXITSTATUS(raise_deferred(
              [&]
              {
                  save_past_deadline();
                  _exit(7);
              })) == 7);
    CHECK(WTERMSIG(raise_deferred(
              [&]
              {
                  save_past_deadline();
                  compute_for_ever();
              })) == SIGTERM);
    // The second SIGTERM comes more than a second after the first, and not from timeout(1), which sends two at once.
    CHECK(WTERMSIG(raise_deferred(
              [&]
              {
                  const base::StopDelay delay;
                  for (int seconds_to_sleep = 3; seconds_to_sleep > 0;)
                      seconds_to_sleep = static_cast<int>(sleep(static_cast<unsigned>(seconds_to_sleep)));
                  raise(SIGTERM);
                  compute_for_ever();
              })) == SIGTERM);
    CHECK(WEXITSTATUS(raise_deferred(
              [&]
              {
                  const base::StopDelay delay;
                  raise(SIGTERM);
                  raise(SIGALRM);
                  _exit(7);
              })) == 7);
}

TEST_CASE_FIXTURE(WithScratch, "a write keeps other programs' files with similar names")
{
    const Names others{".timestep-.part",        ".timestep-1.part",   ".timestep-007-1.part",
                       ".timestep-1-2.part.txt", ".timestep-a-1.part", ".timestep-notes.part"};
    for (const std::string& name : others) scratch.file(name, "");
    scratch.file(".timestep-999999-1.part", "");
    CHECK_FALSE(write(scratch.path("a"), "a").has_value());
    Names expected = others;
    expected.emplace_back("a");
    std::ranges::sort(expected);
    CHECK(scratch.names() == expected);
}

TEST_CASE_FIXTURE(WithScratch, "a mapped file that becomes shorter has zeros at its end, and says so")
{
    const std::string path = scratch.file("shrinks", std::string(100'000, 'x'));
    const base::MappedFile file{path}, other{scratch.file("stays", std::string(100'000, 'x'))};
    CHECK_FALSE(file.has_become_shorter());
    CHECK_FALSE(file.truncation_error("a").has_value());
    for (const off_t size : {99'999, 50'000, 0}) // the first cuts within a page, which raises no signal
    {
        REQUIRE(truncate(path.c_str(), size) == 0);
        CHECK(file.has_become_shorter());
        const auto is_x = [](char c) { return c == 'x'; };
        CHECK(std::ranges::count_if(file.bytes(), is_x) <= 53'248 + size);
        CHECK(file.bytes().back() == '\0');
    }
    CHECK(file.truncation_error("a") ==
          "a: the file became shorter while it was read; read it when no program writes it");
    CHECK_FALSE(other.has_become_shorter());
    // A fault outside of the mapped files ends the program as before; AddressSanitizer reports it, and exits with 1.
    const int status = end_of(
        [&]
        {
            const base::MappedFile guarded{scratch.path("stays")};
            const auto own = open(scratch.file("own", std::string(100'000, 'x')).c_str(), O_RDWR);
            const volatile char* const bytes =
                static_cast<const volatile char*>(mmap(nullptr, 100'000, PROT_READ, MAP_SHARED, own, 0));
            if (ftruncate(own, 0) == 0) _exit(bytes[5000] == 0 ? 8 : 7);
        });
    if (is_sanitized)
        CHECK(WEXITSTATUS(status) == 1);
    else
        CHECK((WIFSIGNALED(status) && WTERMSIG(status) == SIGBUS));
}
