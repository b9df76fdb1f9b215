#include "base/mapped_file.hpp"

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <mutex>
#include <system_error>

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace base
{
namespace
{

// A mapping of a file that another program can make shorter. A read beyond the end of the file then raises SIGBUS.
struct GuardedMapping
{
    std::atomic<char*> begin{nullptr}; // null in a free slot
    std::atomic<std::size_t> size{0};
    std::atomic<bool> has_become_shorter{false};
};
std::array<GuardedMapping, 64> guarded_mappings;
using SignalAction = struct sigaction;
SignalAction earlier_sigbus_action{};

std::size_t page_size() { return static_cast<std::size_t>(sysconf(_SC_PAGESIZE)); }

// Maps zeros over the rest of the mapping in which the fault is. Passes on other faults.
extern "C" void handle_sigbus(int signal, siginfo_t* info, void* context)
{
    const int old_errno = errno;
    const auto* const address = static_cast<const char*>(info->si_addr);
    for (GuardedMapping& mapping : guarded_mappings)
    {
        char* const begin = mapping.begin;
        const std::size_t size = mapping.size;
        if (begin == nullptr || address < begin || address >= begin + size) continue;
        char* const page = begin + static_cast<std::size_t>(address - begin) / page_size() * page_size();
        if (mmap(page, static_cast<std::size_t>(begin + size - page), PROT_READ,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED)
            break;
        mapping.has_become_shorter = true;
        errno = old_errno;
        return;
    }
    if ((earlier_sigbus_action.sa_flags & SA_SIGINFO) != 0)
        earlier_sigbus_action.sa_sigaction(signal, info, context);
    else
        sigaction(SIGBUS, &earlier_sigbus_action, nullptr); // the instruction runs again, and ends the program
}

// Returns the slot, or -1 if all are in use.
int guard_mapping(char* begin, std::size_t size)
{
    static std::once_flag once;
    std::call_once(once,
                   []
                   {
                       SignalAction action{};
                       action.sa_sigaction = handle_sigbus;
                       action.sa_flags = SA_SIGINFO;
                       sigaction(SIGBUS, &action, &earlier_sigbus_action);
                   });
    static std::mutex mutex;
    const std::scoped_lock lock{mutex};
    for (std::size_t i = 0; i < guarded_mappings.size(); ++i)
    {
        if (guarded_mappings[i].begin != nullptr) continue;
        guarded_mappings[i].has_become_shorter = false;
        guarded_mappings[i].size = size;
        guarded_mappings[i].begin = begin;
        return static_cast<int>(i);
    }
    return -1;
}

} // namespace

void MappedFile::load(const File& file)
{
    struct stat file_status
    {
    };
    const bool is_mappable =
        fstat(file.descriptor(), &file_status) == 0 && S_ISREG(file_status.st_mode) && file_status.st_size > 0;
    if (!is_mappable)
    {
        read_into_memory(file, "a pipe");
        return;
    }
    mapped_size_ = static_cast<std::size_t>(file_status.st_size);
    void* const mapped_memory = mmap(nullptr, mapped_size_, PROT_READ, MAP_PRIVATE, file.descriptor(), 0);
    if (mapped_memory == MAP_FAILED)
    {
        error_ = std::generic_category().message(errno);
        return;
    }
    madvise(mapped_memory, mapped_size_, MADV_SEQUENTIAL);
    mapped_data_ = static_cast<const char*>(mapped_memory);
    guarded_slot_ = guard_mapping(static_cast<char*>(mapped_memory), mapped_size_);
}

bool MappedFile::mapping_has_become_shorter() const
{
    struct stat file_status
    {
    };
    return (guarded_slot_ >= 0 && guarded_mappings[static_cast<std::size_t>(guarded_slot_)].has_become_shorter) ||
           fstat(file_.descriptor(), &file_status) != 0 || file_status.st_size < static_cast<off_t>(mapped_size_);
}

void MappedFile::release_pages_overlapping(std::string_view range) const
{
    if (!mapped_data_) return;
    const auto page_begin_offset = static_cast<std::size_t>(range.data() - mapped_data_) / page_size() * page_size();
    const auto end_offset = static_cast<std::size_t>(range.data() - mapped_data_) + range.size();
    madvise(const_cast<char*>(mapped_data_) + page_begin_offset, end_offset - page_begin_offset, MADV_DONTNEED);
}

MappedFile::~MappedFile()
{
    if (guarded_slot_ >= 0) guarded_mappings[static_cast<std::size_t>(guarded_slot_)].begin = nullptr;
    if (mapped_data_) munmap(const_cast<char*>(mapped_data_), mapped_size_);
}

} // namespace base
