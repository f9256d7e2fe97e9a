# One library per layer of src/. The layers and who is built on whom are written in src/layers. A layer without a .c file is an
# INTERFACE library.
include_guard(GLOBAL)

set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/layers)
file(STRINGS ${PROJECT_SOURCE_DIR}/src/layers sinew_layer_lines REGEX "^[a-z]")

# sinew_below(NAME VARIABLE): the libraries sn_... of the layers that NAME is built on.
function(sinew_below name variable)
  foreach(line IN LISTS sinew_layer_lines)
    string(REGEX REPLACE " +" ";" words "${line}")
    list(POP_FRONT words first)
    if(first STREQUAL name)
      list(TRANSFORM words PREPEND sn_)
      set(${variable} ${words} PARENT_SCOPE)
      return()
    endif()
  endforeach()
  message(FATAL_ERROR "Layer ${name} is not written in src/layers.")
endfunction()

# sinew_layer(NAME [FAST] [SOURCES files...] [USES libs...]): the static library sn_NAME from src/NAME/**.c, on the layers below it and
# these libraries of others.
# FAST: -O3 in release (gcc -O2 leaves the loops over three components rolled).
function(sinew_layer name)
  cmake_parse_arguments(layer "FAST" "" "SOURCES;USES" ${ARGN})
  sinew_below(${name} below)
  if(NOT layer_SOURCES)
    file(GLOB_RECURSE layer_SOURCES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${name}/*.c)
  endif()
  if(layer_SOURCES)
    add_library(sn_${name} STATIC ${layer_SOURCES})
    target_include_directories(sn_${name} PUBLIC ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)
    target_link_libraries(sn_${name} PUBLIC ${below} ${layer_USES} PRIVATE sinew_flags)
    if(layer_FAST)
      target_compile_options(sn_${name} PRIVATE $<$<CONFIG:Release>:-O3>)
    endif()
    set_property(GLOBAL APPEND PROPERTY SINEW_LAYERS sn_${name})
  else()
    add_library(sn_${name} INTERFACE)
    target_include_directories(sn_${name} INTERFACE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)
    target_link_libraries(sn_${name} INTERFACE ${below} ${layer_USES})
  endif()
endfunction()

# sinew_limited_test(NAME SECONDS COMMAND...): a test whose processes may take so many seconds of CPU each. The clock is only a guard against
# a process that waits for ever: a busy machine must not fail a test.
function(sinew_limited_test name seconds)
  math(EXPR clock "10 * ${seconds}")
  add_test(NAME ${name} COMMAND ${PROJECT_SOURCE_DIR}/tools/limit_cpu.sh ${seconds} ${ARGN})
  set_tests_properties(${name} PROPERTIES TIMEOUT ${clock})
endfunction()

# sinew_test(file libs...): one CTest test per file, named FOLDER/NAME, with what it includes of tests/support.
# Words after `ctest:` in the file's opening comment:
#   long         label `long`: skipped under the sanitizers
#   timeout=N    seconds of CPU, in place of 300
#   threads      label `threads`: what the thread sanitizer runs (preset tsan)
#   alone        never beside another test (it measures time)
function(sinew_test file)
  get_filename_component(name ${file} NAME_WE)
  get_filename_component(folder ${file} DIRECTORY)
  get_filename_component(folder ${folder} NAME)
  string(REGEX REPLACE "^test_" "" name ${name})
  file(STRINGS ${file} needs_reference REGEX "#include \"(\\.\\./|tests/)?support/reference/")
  file(STRINGS ${file} needs_support REGEX "#include \"(\\.\\./|tests/)?support/[^/]*\"")
  file(STRINGS ${file} needs_sundials REGEX "#include <(ida|cvode|sundials|nvector|sunmatrix|sunlinsol)/")
  if((needs_reference OR needs_sundials) AND NOT SINEW_HAVE_sundials)
    message(STATUS "SUNDIALS not found: test ${folder}/${name} left out")
    return()
  endif()
  add_executable(test_${folder}_${name} ${file})
  target_link_libraries(test_${folder}_${name} PRIVATE
                        $<$<BOOL:${needs_support}>:sn_support>
                        $<$<BOOL:${needs_reference}>:sn_reference>
                        $<$<BOOL:${needs_sundials}>:sinew_ext::sundials>
                        ${ARGN} sinew_tests sinew_flags)
  set(scratch ${PROJECT_BINARY_DIR}/scratch/${folder}_${name}) # a folder of its own: tests run side by side
  file(MAKE_DIRECTORY ${scratch})
  file(STRINGS ${file} marks REGEX "ctest:" LIMIT_COUNT 1)
  set(timeout 300)
  set(labels ${folder})
  if(marks MATCHES "long")
    list(APPEND labels long)
  endif()
  if(marks MATCHES "threads")
    list(APPEND labels threads)
  endif()
  if(marks MATCHES "timeout=([0-9]+)")
    set(timeout ${CMAKE_MATCH_1})
  endif()
  if(SINEW_SANITIZE OR SINEW_SANITIZE_THREAD)
    math(EXPR timeout "4 * ${timeout}") # sanitizers are that much slower
  endif()
  sinew_limited_test(${folder}/${name} ${timeout} $<TARGET_FILE:test_${folder}_${name}> WORKING_DIRECTORY ${scratch})
  if(marks MATCHES "alone")
    set_tests_properties(${folder}/${name} PROPERTIES RUN_SERIAL TRUE)
  endif()
  set_tests_properties(${folder}/${name} PROPERTIES LABELS "${labels}")
endfunction()
