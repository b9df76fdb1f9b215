# font(target name PACKAGE FACE): embeds a font file as `embedded::name`, so that the program needs no font file at run
# time. The licence must be distributed with the font, so it is installed beside the program.
function(font target name package face)
    string(TOUPPER "TIMESTEP_FONT_${name}" file)
    string(MAKE_C_IDENTIFIER "TIMESTEP_LICENCE_${package}" licence)
    string(REGEX REPLACE "^fonts-" "" folder "${package}")
    find_file(${file} NAMES "${face}.otf" "${face}.ttf" PATHS /usr/share/fonts /usr/local/share/fonts
              PATH_SUFFIXES "opentype/${folder}" "truetype/${folder}" NO_CMAKE_FIND_ROOT_PATH
              DOC "The font ${face}, .otf or .ttf")
    find_file(${licence} NAMES copyright PATHS /usr/share/doc PATH_SUFFIXES "${package}" NO_CMAKE_FIND_ROOT_PATH
              DOC "The licence of the fonts in ${package}")
    foreach(needed ${file} ${licence})
        if(NOT ${needed})
            message(FATAL_ERROR "The font ${face} or its licence is missing. On Debian: apt-get install ${package}; "
                                "elsewhere: cmake -D${file}=${face}.otf -D${licence}=OFL.txt")
        endif()
    endforeach()
    embed_bytes(${target} ${name} "${${file}}")
    install(FILES "${${licence}}" RENAME "${package}.txt" DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT demo)
endfunction()
