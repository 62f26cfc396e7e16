"""The commands of the command line that need more than the core: one module for each family of them."""
