"""How requests become documents and documents become answers, whatever they are about."""
