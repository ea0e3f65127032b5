"""One agent on one task: provision, prompt, run, freeze; opening a frozen episode.

Import from the modules: `store` (EpisodeStore), `episode` (Episode), `run` (run_episode, finish_episode), `freeze`.
Grading imports `snapshot` alone, so nothing is imported here.
"""
