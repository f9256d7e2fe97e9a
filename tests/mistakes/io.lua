-- exit 2
-- says `io` is not known
-- says include, table_of and mesh
local f = io.open("/etc/passwd")
