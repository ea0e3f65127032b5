"""What the page of a spreadsheet asks the server for."""
