"""Pages in which people and browsing agents edit files: a shell per kind, its scripts, and news of changes.

The scripts under `static/` are plain ES modules that speak the same APIs as every client, on a cookie's authority.
"""
