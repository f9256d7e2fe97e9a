# The laboratory: lab/, an optional component (src/component/lab.h). `sinew_lab` is the shared object that the program opens when it is
# asked for; it holds its own copies of the layers below it, and shows one symbol. `sn_lab` is the same as a library, for its tests.
include_guard(GLOBAL)
file(GLOB_RECURSE lab CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/lab/*.c)
sinew_below(lab below)
add_library(sn_lab STATIC EXCLUDE_FROM_ALL ${lab})
target_include_directories(sn_lab PUBLIC ${PROJECT_SOURCE_DIR})
target_link_libraries(sn_lab PUBLIC ${below} sinew_ext::sundials PRIVATE sinew_flags)
target_compile_options(sn_lab PRIVATE $<$<CONFIG:Release>:-O3>)

set(folder ${CMAKE_INSTALL_LIBDIR}/sinew)
add_library(sinew_lab MODULE $<TARGET_OBJECTS:sn_lab>)
target_link_libraries(sinew_lab PRIVATE ${below} sinew_ext::sundials)
target_link_options(sinew_lab PRIVATE -Wl,--as-needed -Wl,--version-script=${PROJECT_SOURCE_DIR}/cmake/lab.map)
set_target_properties(sinew_lab PROPERTIES PREFIX "" OUTPUT_NAME lab LINKER_LANGUAGE C
                      LINK_DEPENDS ${PROJECT_SOURCE_DIR}/cmake/lab.map LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/${folder})
# OPTIONAL: `make demo` and `make install` do not build it
install(TARGETS sinew_lab LIBRARY DESTINATION ${folder} OPTIONAL)
