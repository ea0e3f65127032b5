"""What the Slides editor's page asks for beyond the API: pages drawn, batches merged and undone, crop and layout."""
