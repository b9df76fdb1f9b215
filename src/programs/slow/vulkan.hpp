// programs/slow/vulkan.hpp -- the part of the Vulkan interface that a Vulkan layer needs
//
// These are own declarations, so that the shim compiles without Vulkan's headers; a test compares them with these
// headers. Source: the Vulkan specification, and "Architecture of the Vulkan Loader Interfaces", layer interface
// version 2.
#pragma once

#include <cstdint>

namespace slow::vulkan
{

using Result  = int; // Vulkan's type VkResult
using AnyProc = void (*)();
using GetProc = AnyProc (*)(void* instance_or_device, const char* name);

constexpr Result success               = 0;
constexpr Result initialization_failed = -3;

/// The first members of all Vulkan structures that form a list by the pointer `next`.
struct Chained
{
    std::uint32_t type;
    const Chained* next;
};

/// An entry in the loader's list of layers, with the functions of the next layer. Stands for VkLayerInstanceLink and
/// VkLayerDeviceLink; in the latter the third member is pfnNextGetDeviceProcAddr.
struct LayerLink
{
    LayerLink* next;
    GetProc get_instance_proc;
    GetProc get_device_proc;
};

/// The data that the Vulkan loader gives to a layer. Stands for VkLayerInstanceCreateInfo and VkLayerDeviceCreateInfo,
/// which the loader adds to the list of a create-info structure.
struct LayerInfo
{
    std::uint32_t type;
    const Chained* next;
    int function; ///< kind of data in this structure; 0 (VK_LAYER_LINK_INFO): `link` is valid
    LayerLink* link;
};
constexpr std::uint32_t of_instance = 47; ///< Vulkan's constant VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO
constexpr std::uint32_t of_device   = 48; ///< Vulkan's constant VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO

/// Vulkan's structure VkPresentInfoKHR: the pictures to present.
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

/// Vulkan's structure VkNegotiateLayerInterface: the functions by which the loader calls this layer.
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

} // namespace slow::vulkan
