"""Whether what rubrics rely on is still there: pages, services, gold members, source assets, dated facts."""
