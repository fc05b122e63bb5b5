// Users of the table need the screen that it is drawn on, too.
@_exported public import TerminalScreen
