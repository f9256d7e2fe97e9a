-- exit 5
-- says nowhere.csv
-- says Check the spelling
local f = table_of("nowhere.csv", 2)
