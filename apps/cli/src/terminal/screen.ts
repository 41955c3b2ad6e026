import { harmless } from './harmless.ts'
import type { TextSink } from './terminal.ts'
import { widthOf } from './width.ts'

/** The bottom of a terminal: permanent rows, and a footer that is redrawn below them. */
export type TerminalScreen = {
  /** Prints permanent rows and redraws the footer below them, in one write. Draws nothing if nothing changed. */
  draw(rows: readonly string[], footer: readonly string[]): void
  /** Removes the footer and restores the cursor. */
  end(): void
}

const hideCursor = '\u001b[?25l'
const showCursor = '\u001b[?25h'
const clearRest = '\u001b[K'
const clearBelow = '\u001b[J'
/** Keeps each footer row on one line, even if the terminal has just become narrower. */
const cutLong = '\u001b[?7l'
const wrapLong = '\u001b[?7h'
/** Synchronized output: terminals that support it show the whole frame at once, others ignore it. */
const beginFrame = '\u001b[?2026h'
const endFrame = '\u001b[?2026l'

/** A screen on a terminal. The cursor is restored however the process ends. */
export function screenOn(sink: TextSink): TerminalScreen {
  let footer: readonly string[] = []
  let isOpen = false
  const giveBack = () => sink.draw(`${wrapLong}${showCursor}`)
  return {
    draw(rows, next) {
      if (rows.length === 0 && isOpen && isSame(footer, next)) return
      if (!isOpen) process.once('exit', giveBack)
      const start = `${beginFrame}${isOpen ? '' : hideCursor}${up(footer, sink.columns())}`
      isOpen = true
      footer = next
      const above = rows.map((row) => `${harmless(row)}${clearRest}\n`).join('')
      const below = next.map((row) => `${harmless(row)}${clearRest}`).join('\n')
      // Back to the first column: the terminal's echo of Ctrl-C must not wrap into a row we did not count.
      sink.draw(`${start}${above}${cutLong}${below}${clearBelow}${wrapLong}\r${endFrame}`)
    },
    end() {
      if (!isOpen) return
      isOpen = false
      process.off('exit', giveBack)
      sink.draw(`${up(footer, sink.columns())}${clearBelow}${showCursor}`)
      footer = []
    },
  }
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((row, index) => row === other[index])

/** Moves from the start of the footer's last row to its first. After a resize, a row may span several lines. */
function up(footer: readonly string[], columns: number): string {
  const taken = footer.slice(0, -1).reduce((sum, row) => sum + Math.max(1, Math.ceil(widthOf(row) / columns)), 0)
  return taken > 0 ? `\r\u001b[${taken}A` : '\r'
}
