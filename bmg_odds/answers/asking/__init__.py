"""How questions are asked in texts: options and their readers, one table for the command line and for the page."""
