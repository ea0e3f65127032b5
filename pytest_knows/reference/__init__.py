"""The official evaluators, as they are, on frozen episodes: their verdict beside ours."""
