"""What can be asked over HTTP, a file per subject."""
