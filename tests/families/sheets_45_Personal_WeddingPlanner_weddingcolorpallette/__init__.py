"""Wedding colour planners."""
