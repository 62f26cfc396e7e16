"""Previews: what is shown of a link where it is posted."""
