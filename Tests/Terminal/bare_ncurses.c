// The least that curses needs to show, move in and edit a table of 7x12 numbers: what a key costs
// before a program adds anything of its own. Arrows move, two digits and Enter edit, q quits.

#define _XOPEN_SOURCE_EXTENDED 1
#include <curses.h>
#include <locale.h>

static int values[7][12];

static void draw(int row, int column, int is_here) {
  if (is_here) attron(A_REVERSE);
  mvprintw(4 + row, 12 + column * 5, "%3d", values[row][column]);
  if (is_here) attroff(A_REVERSE);
}

int main(void) {
  int row = 0, column = 0, typed = 0;
  setlocale(LC_ALL, "");
  initscr();
  raw();
  noecho();
  keypad(stdscr, TRUE);
  for (int r = 0; r < 7; r++) {
    for (int c = 0; c < 12; c++) {
      values[r][c] = 62;
      draw(r, c, 0);
    }
  }
  mvaddstr(23, 1, "q quit");
  for (;;) {
    draw(row, column, 1);
    mvprintw(22, 1, "row %d column %-2d value %3d typed %2d", row, column, values[row][column],
             typed);
    move(4 + row, 12 + column * 5);
    refresh();
    int key = getch();
    draw(row, column, 0);
    if (key == 'q' || key == ERR) break;
    if (key == KEY_UP && row > 0) row--;
    if (key == KEY_DOWN && row < 6) row++;
    if (key == KEY_LEFT && column > 0) column--;
    if (key == KEY_RIGHT && column < 11) column++;
    if (key >= '0' && key <= '9') typed = typed % 10 * 10 + key - '0';
    if (key == '\n' || key == '\r') {
      values[row][column] = typed;
      draw(row, column, 0);
      if (row < 6) row++;
    }
  }
  endwin();
  return 0;
}
