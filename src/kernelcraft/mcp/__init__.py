"""The workbench as an MCP server: the same tools, with the same words, inside any coding agent."""
