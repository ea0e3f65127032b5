"""What pytest loads."""
