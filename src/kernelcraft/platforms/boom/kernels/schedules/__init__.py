"""How experts order their work on a BOOM core."""
