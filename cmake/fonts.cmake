# font(target name PACKAGE FACE): embeds a font file as `embedded::name`, so that the program needs no font file at run
# time. The licence must be distributed with the font, so it is added to the installed licences.
function(font target name package face)
    string(TOUPPER "TIMESTEP_FONT_${name}" file)
    string(REGEX REPLACE "^fonts-" "" folder "${package}")
    find_file(${file} NAMES "${face}.otf" "${face}.ttf" PATHS /usr/share/fonts /usr/local/share/fonts
              PATH_SUFFIXES "opentype/${folder}" "truetype/${folder}" NO_CMAKE_FIND_ROOT_PATH
              DOC "The font ${face}, .otf or .ttf")
    if(NOT ${file})
        message(FATAL_ERROR "The font ${face} is missing. On Debian: apt-get install ${package}; elsewhere: cmake -D${file}=${face}.otf")
    endif()
    licence_of(${package} REQUIRED)
    embed_bytes(${target} ${name} "${${file}}")
endfunction()
