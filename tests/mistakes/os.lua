-- exit 2
-- says `os` is not known
-- says cannot run programs
os.execute("ls")
