from drlucky.cli import main

main()
