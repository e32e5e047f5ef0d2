"""Rules Oracle over HTTP: pages, configuration and the command line, around the rules and the registry."""
