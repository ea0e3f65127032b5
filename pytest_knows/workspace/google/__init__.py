"""Google itself: who signs in, calls that may be refused or have to wait, sharing with the agent, cleaning up."""
