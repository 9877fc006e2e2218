"""KernelCraft's episodes behind an OpenEnv server."""
