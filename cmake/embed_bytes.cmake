# cmake -DFILE=FILE -DOUT=SOURCE -DNAME=name -P embed_bytes.cmake: writes the source of the function embedded::name, which
# returns the bytes of FILE. The bytes are written as words of 64 bits, which compile much faster than single bytes:
# 0.2 s for 260 kB.
file(READ "${FILE}" hex HEX)
file(SIZE "${FILE}" size)
math(EXPR missing "(8 - ${size} % 8) % 8")
string(REPEAT "00" ${missing} padding)
string(REGEX REPLACE "(..)(..)(..)(..)(..)(..)(..)(..)" "    0x\\8\\7\\6\\5\\4\\3\\2\\1,\n" words "${hex}${padding}")
file(WRITE "${OUT}" "#include \"embedded/${NAME}.hpp\"

#include <bit>
#include <cstdint>

namespace embedded
{

static_assert(std::endian::native == std::endian::little);

static constexpr std::uint64_t ${NAME}_words[] = {
${words}};

std::span<const std::byte> ${NAME}() { return std::as_bytes(std::span{${NAME}_words}).first(${size}); }

} // namespace embedded
")
