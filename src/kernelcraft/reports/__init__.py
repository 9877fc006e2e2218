"""Tables of finished episodes, made from their records only; nothing here runs a kernel."""
