from drlucky.cli.main import main

main()
