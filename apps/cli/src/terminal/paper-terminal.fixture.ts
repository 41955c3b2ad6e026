import { noStyle } from './style.ts'
import type { TextSink } from './terminal.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: the sequences that the screen writes
const sequence = /\u001b\[\??(\d*)([A-Za-z])|[^\u001b]/gu

/** A minimal terminal with what the screen relies on: rows of text, a cursor that moves up, and clearing. */
export class PaperTerminal {
  readonly size: { columns: number; rows: number }
  readonly writes: string[] = []
  isCursorShown = true
  readonly #rows: string[] = ['']
  #row = 0
  #column = 0

  constructor(columns = 40, rows = 24) {
    this.size = { columns, rows }
  }

  get sink(): TextSink {
    return {
      isTerminal: true,
      style: noStyle,
      columns: () => this.size.columns,
      rows: () => this.size.rows,
      write: (text) => this.#write(text),
      draw: (frame) => this.#write(frame),
      onResize: () => () => {},
    }
  }

  /** The visible rows, without empty ones. */
  get lines(): readonly string[] {
    return this.#rows.filter((row) => row !== '')
  }

  #write(text: string): void {
    this.writes.push(text)
    for (const [whole, count, kind] of text.matchAll(sequence))
      if (kind) this.#act(kind, Number(count || 1))
      else this.#type(whole)
  }

  #act(kind: string, count: number): void {
    if (kind === 'A') this.#row = Math.max(0, this.#row - count)
    if (kind === 'K' || kind === 'J') this.#rows[this.#row] = (this.#rows[this.#row] ?? '').slice(0, this.#column)
    if (kind === 'J') this.#rows.length = this.#row + 1
    if (count === 25) this.isCursorShown = kind === 'h'
  }

  #type(character: string): void {
    if (character === '\r') this.#column = 0
    else if (character === '\n') {
      this.#row += 1
      this.#column = 0
      this.#rows[this.#row] ??= ''
    } else {
      const line = (this.#rows[this.#row] ?? '').padEnd(this.#column)
      this.#rows[this.#row] = line.slice(0, this.#column) + character + line.slice(this.#column + 1)
      this.#column += 1
    }
  }
}
