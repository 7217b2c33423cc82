"""What people read: outcomes, tables, formats, provenance. It stands on both engines."""
