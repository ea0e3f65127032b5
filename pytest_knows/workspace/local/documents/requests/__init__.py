"""The handlers of the batchUpdate request types, by subject."""
