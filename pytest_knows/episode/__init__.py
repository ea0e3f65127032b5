"""One agent on one task: provision, prompt, run, freeze; opening a frozen episode."""
