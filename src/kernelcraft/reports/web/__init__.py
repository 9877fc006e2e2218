"""The report as a folder of web pages that open from disk, without network."""
