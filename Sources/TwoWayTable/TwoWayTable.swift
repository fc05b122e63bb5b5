// Who imports the table has the screen that it is drawn on, too.
@_exported public import TerminalScreen
