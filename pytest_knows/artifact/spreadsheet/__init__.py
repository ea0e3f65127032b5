"""Spreadsheets: typed, read-only views over the Sheets API's JSON."""

from pytest_knows.artifact.spreadsheet.cell import Cell
from pytest_knows.artifact.spreadsheet.chart import Chart
from pytest_knows.artifact.spreadsheet.format import CellFormat
from pytest_knows.artifact.spreadsheet.ranges import Range, a1, column_letters, parse_a1
from pytest_knows.artifact.spreadsheet.tab import Tab
from pytest_knows.artifact.spreadsheet.table import Table
from pytest_knows.artifact.spreadsheet.workbook import Workbook

__all__ = ["Cell", "CellFormat", "Chart", "Range", "Tab", "Table", "Workbook", "a1", "column_letters", "parse_a1"]
