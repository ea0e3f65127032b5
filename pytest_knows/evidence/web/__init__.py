"""Live web pages: fetched once, by strict rules about addresses, and recorded into the episode."""
