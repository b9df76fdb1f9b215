// The shim as a Vulkan layer. The program's calls of vkQueuePresentKHR reach this layer before the driver, in whatever
// way the program looks this function up.
//
// The declarations of the Vulkan interface are own ones, so that the shim compiles without Vulkan's headers. Source:
// the Vulkan specification, and "Architecture of the Vulkan Loader Interfaces", layer interface version 2.
#include "programs/slow/shim.hpp"
#include "sim/game/page.hpp"

#include <array>
#include <atomic>
#include <cstdint>
#include <string_view>

namespace slow::vulkan
{

using Result  = int; // Vulkan's type VkResult
using AnyProc = void (*)();
using GetProc = AnyProc (*)(void* instance_or_device, const char* name);

constexpr Result success               = 0;
constexpr Result initialization_failed = -3;

// The first members of all Vulkan structures that form a list by the pointer `next`.
struct Chained
{
    std::uint32_t type;
    const Chained* next;
};

// VkLayerInstanceLink and VkLayerDeviceLink; in the latter the third member is pfnNextGetDeviceProcAddr.
struct LayerLink
{
    LayerLink* next;
    GetProc get_instance_proc;
    GetProc get_device_proc;
};

// VkLayerInstanceCreateInfo and VkLayerDeviceCreateInfo, which the loader adds to the list of a create-info structure.
struct LayerInfo
{
    std::uint32_t type;
    const Chained* next;
    int function; // kind of data in this structure; 0 (VK_LAYER_LINK_INFO): `link` is valid
    LayerLink* link;
};
constexpr std::uint32_t of_instance = 47; // Vulkan's constant VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO
constexpr std::uint32_t of_device   = 48; // Vulkan's constant VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO

// VkPresentInfoKHR
struct PresentInfo
{
    std::uint32_t type;
    const void* next;
    std::uint32_t semaphores;
    const std::uint64_t* semaphore;
    std::uint32_t swapchains;
    const std::uint64_t* swapchain;
    const std::uint32_t* image;
    Result* results;
};

// VkNegotiateLayerInterface
struct Negotiation
{
    std::uint32_t type;
    void* next;
    std::uint32_t version;
    GetProc get_instance_proc;
    GetProc get_device_proc;
    GetProc get_physical_device_proc;
};

using CreateInstance = Result (*)(const Chained* info, const void* allocator, void** instance);
using CreateDevice   = Result (*)(void* physical_device, const Chained* info, const void* allocator, void** device);
using QueuePresent   = Result (*)(void* queue, const PresentInfo* info);

namespace
{

// A Vulkan instance or device, and the functions of the next Vulkan layer for it.
struct Next
{
    std::atomic<void*> key; // the pointer with which all objects of the instance or of the device begin
    void* object         = nullptr;
    GetProc get          = nullptr;
    QueuePresent present = nullptr; // the next layer's vkQueuePresentKHR; null if `object` is an instance
};
std::array<Next, 64> nexts{}; // one entry for each instance and device; if there are more, creating them fails

void* key_of(void* object) { return *static_cast<void**>(object); }

Next* find(void* object)
{
    for (Next& next : nexts)
        if (next.key == key_of(object)) return &next;
    return nullptr;
}

// In the entry of an earlier object at the same address, else in a free one. Returns false if no entry is free.
bool store_next(void* object, GetProc get, QueuePresent present)
{
    Next* entry = find(object);
    for (std::size_t i = 0; entry == nullptr && i < nexts.size(); ++i)
        if (void* none = nullptr; nexts[i].key.compare_exchange_strong(none, key_of(object))) entry = &nexts[i];
    if (entry == nullptr) return false;
    entry->object  = object;
    entry->get     = get;
    entry->present = present;
    return true;
}

// Removes the next layer's entry, so that this layer finds the entry of the layer after it.
LayerLink* take_link(const Chained* info, std::uint32_t type)
{
    for (; info != nullptr; info = info->next)
    {
        auto* const layer =
            reinterpret_cast<LayerInfo*>(const_cast<Chained*>(info)); // NOLINT: `type` says that it is a LayerInfo
        if (info->type != type || layer->function != 0 || layer->link == nullptr) continue;
        LayerLink* const link = layer->link;
        layer->link           = link->next;
        return link;
    }
    return nullptr;
}

template <class Function, class Any>
Function as(Any* function)
{
    return reinterpret_cast<Function>(function); // NOLINT: Vulkan returns all functions as one type
}

Result create_instance(const Chained* info, const void* allocator, void** instance)
{
    const LayerLink* const link = take_link(info, of_instance);
    if (link == nullptr) return initialization_failed;
    const auto create   = as<CreateInstance>(link->get_instance_proc(nullptr, "vkCreateInstance"));
    const Result result = create == nullptr ? initialization_failed : create(info, allocator, instance);
    if (result != success) return result;
    return store_next(*instance, link->get_instance_proc, nullptr) ? success : initialization_failed;
}

Result create_device(void* physical_device, const Chained* info, const void* allocator, void** device)
{
    const LayerLink* const link = take_link(info, of_device);
    const Next* const instance  = find(physical_device);
    if (link == nullptr || instance == nullptr) return initialization_failed;
    const auto create   = as<CreateDevice>(link->get_instance_proc(instance->object, "vkCreateDevice"));
    const Result result = create == nullptr ? initialization_failed : create(physical_device, info, allocator, device);
    if (result != success) return result;
    const auto present = as<QueuePresent>(link->get_device_proc(*device, "vkQueuePresentKHR"));
    return store_next(*device, link->get_device_proc, present) ? success : initialization_failed;
}

Result queue_present(void* queue, const PresentInfo* info)
{
    const Next* const next = find(queue);
    if (next == nullptr || next->present == nullptr) return initialization_failed;
    const PresentCallScope presenting{sim::presenting_call("vkQueuePresentKHR"),
                                      info->swapchains == 0 ? 0 : *info->swapchain};
    return next->present(queue, info);
}

AnyProc get_device_proc(void* device, const char* name)
{
    const std::string_view wanted{name};
    const Next* const next = find(device);
    if (wanted == "vkGetDeviceProcAddr") return as<AnyProc>(get_device_proc);
    if (next == nullptr) return nullptr;
    if (wanted == "vkQueuePresentKHR" && next->present != nullptr) return as<AnyProc>(queue_present);
    return next->get(device, name);
}

AnyProc get_instance_proc(void* instance, const char* name)
{
    const std::string_view wanted{name};
    if (wanted == "vkGetInstanceProcAddr") return as<AnyProc>(get_instance_proc);
    if (wanted == "vkGetDeviceProcAddr") return as<AnyProc>(get_device_proc);
    if (wanted == "vkCreateInstance") return as<AnyProc>(create_instance);
    if (wanted == "vkCreateDevice") return as<AnyProc>(create_device);
    if (wanted == "vkQueuePresentKHR") return as<AnyProc>(queue_present);
    const Next* const next = instance == nullptr ? nullptr : find(instance);
    return next == nullptr ? nullptr : next->get(instance, name);
}

} // namespace

} // namespace slow::vulkan

TIMESTEP_EXPORTED slow::vulkan::Result vkNegotiateLoaderLayerInterfaceVersion(slow::vulkan::Negotiation* negotiation);
slow::vulkan::Result vkNegotiateLoaderLayerInterfaceVersion(slow::vulkan::Negotiation* negotiation)
{
    constexpr std::uint32_t version = 2;
    if (negotiation->version < version) return slow::vulkan::initialization_failed;
    negotiation->version                  = version;
    negotiation->get_instance_proc        = slow::vulkan::get_instance_proc;
    negotiation->get_device_proc          = slow::vulkan::get_device_proc;
    negotiation->get_physical_device_proc = nullptr;
    return slow::vulkan::success;
}
