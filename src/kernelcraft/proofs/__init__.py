"""What can be shown of a kernel beyond inputs that were drawn."""
