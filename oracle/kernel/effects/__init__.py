"""The card language: parsed strictly, compiled once, run as frames of the agenda."""
