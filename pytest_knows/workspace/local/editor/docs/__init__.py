"""What the Docs editor's page asks for beyond the API: news of changes, merging, undo, places of pictures."""
