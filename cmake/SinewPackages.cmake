# Libraries of others, as targets sinew_ext::NAME. Used by our build and, installed, by sinewConfig.cmake for the static library.
# Found by pkg-config where the library ships a .pc file, else by header and library name.
include_guard(GLOBAL)
find_package(PkgConfig REQUIRED)
set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)

# sinew_find_plain(NAME header suffixes libs...): a target from headers and libraries without a .pc file.
function(sinew_find_plain name header suffixes)
  find_path(SINEW_${name}_INCLUDE ${header} PATH_SUFFIXES ${suffixes})
  mark_as_advanced(SINEW_${name}_INCLUDE)
  set(found TRUE)
  set(libraries)
  if(NOT SINEW_${name}_INCLUDE)
    set(found FALSE)
  endif()
  foreach(library IN LISTS ARGN)
    find_library(SINEW_${library}_LIBRARY ${library})
    mark_as_advanced(SINEW_${library}_LIBRARY)
    if(SINEW_${library}_LIBRARY)
      list(APPEND libraries ${SINEW_${library}_LIBRARY})
    else()
      set(found FALSE)
    endif()
  endforeach()
  if(found)
    add_library(sinew_ext::${name} INTERFACE IMPORTED GLOBAL)
    target_include_directories(sinew_ext::${name} INTERFACE ${SINEW_${name}_INCLUDE})
    target_link_libraries(sinew_ext::${name} INTERFACE ${libraries})
  endif()
  set(SINEW_HAVE_${name} ${found} PARENT_SCOPE)
endfunction()

# sinew_find_pc(NAME module...): a target from the first module that pkg-config knows.
function(sinew_find_pc name)
  pkg_search_module(SINEW_PC_${name} QUIET IMPORTED_TARGET GLOBAL ${ARGN})
  if(SINEW_PC_${name}_FOUND)
    add_library(sinew_ext::${name} INTERFACE IMPORTED GLOBAL)
    target_link_libraries(sinew_ext::${name} INTERFACE PkgConfig::SINEW_PC_${name})
  endif()
  set(SINEW_HAVE_${name} ${SINEW_PC_${name}_FOUND} PARENT_SCOPE)
endfunction()

sinew_find_plain(klu klu.h suitesparse klu amd)
sinew_find_plain(metis metis.h "" metis)
sinew_find_plain(arpack arpack.h arpack arpack lapack blas)
sinew_find_pc(lua lua5.4 lua-5.4 lua54)
sinew_find_pc(hdf5 hdf5-serial hdf5) # the serial one first: Debian's plain `hdf5` may be the MPI build
sinew_find_pc(microhttpd libmicrohttpd)
sinew_find_pc(zlib zlib)
# of the laboratory (lab/) and of tests; a build without it has no laboratory
sinew_find_plain(sundials ida/ida.h "" sundials_ida sundials_cvode sundials_arkode sundials_nvecserial
                 sundials_sunmatrixdense sundials_sunmatrixband sundials_sunlinsoldense sundials_sunlinsolband
                 sundials_sunnonlinsolfixedpoint)
# of the engine (engine/); a build without them has no engine
sinew_find_pc(petsc petsc PETSc)
sinew_find_pc(mpi mpi-c ompi-c mpi ompi)

foreach(needed klu metis arpack lua hdf5 microhttpd zlib)
  if(NOT SINEW_HAVE_${needed})
    message(FATAL_ERROR "Sinew needs ${needed}, which was not found. Install the packages with: tools/install_packages.sh demo")
  endif()
endforeach()
