# The PETSc engine: engine/, an optional component (src/component/engine.h), which the program opens for `--engine petsc`. PETSc comes with an
# HDF5 for MPI; only this object sees it.
include_guard(GLOBAL)
file(GLOB_RECURSE engine CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/engine/*.c)
sinew_below(engine below)

set(folder ${CMAKE_INSTALL_LIBDIR}/sinew)
add_library(sinew_petsc MODULE ${engine})
target_include_directories(sinew_petsc PRIVATE ${PROJECT_SOURCE_DIR})
target_link_libraries(sinew_petsc PRIVATE ${below} sinew_ext::petsc sinew_ext::mpi sinew_flags)
target_compile_options(sinew_petsc PRIVATE $<$<CONFIG:Release>:-O3>)
target_link_options(sinew_petsc PRIVATE -Wl,--as-needed -Wl,--version-script=${PROJECT_SOURCE_DIR}/cmake/petsc.map)
set_target_properties(sinew_petsc PROPERTIES PREFIX "" OUTPUT_NAME petsc LINKER_LANGUAGE C
                      LINK_DEPENDS ${PROJECT_SOURCE_DIR}/cmake/petsc.map LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/${folder})
# OPTIONAL: `make demo` and `make install` do not build it
install(TARGETS sinew_petsc LIBRARY DESTINATION ${folder} OPTIONAL)
