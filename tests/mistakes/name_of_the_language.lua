-- exit 2
-- says `force` is a name of the language
force = 3
