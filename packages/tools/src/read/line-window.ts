/** Which lines of a text to take, and how much of them fits. */
export type LineWindow = {
  readonly first: number
  readonly lines: number
  readonly bytes: number
  readonly lineCharacters: number
}

/** `next` is the first line that was not taken, undefined at the end of the text. `total` is known only at the end. */
export type LinesRead = {
  readonly lines: readonly string[]
  readonly next: number | undefined
  readonly total: number | undefined
}

/** Takes lines from pieces of text as they arrive, and reads no more pieces than it needs. */
export async function takeLines(
  pieces: AsyncIterable<string> | Iterable<string>,
  window: LineWindow,
): Promise<LinesRead> {
  const taken = new Taking(window)
  for await (const piece of pieces) if (taken.add(piece) === 'full') return taken.stopped()
  return taken.ended()
}

class Taking {
  readonly #window: LineWindow
  readonly #lines: string[] = []
  #number = 1
  #bytes = 0
  #line = ''
  /** Characters dropped from the current line: a gigabyte-long line must not be held in memory. */
  #dropped = 0
  #isOpen = false

  constructor(window: LineWindow) {
    this.#window = window
  }

  add(piece: string): 'full' | 'more' {
    let at = 0
    while (at < piece.length) {
      const end = piece.indexOf('\n', at)
      this.#extend(piece, at, end < 0 ? piece.length : end)
      if (end < 0) return 'more'
      at = end + 1
      if (this.#close() === 'full') return 'full'
    }
    return 'more'
  }

  stopped(): LinesRead {
    return { lines: this.#lines, next: this.#number, total: undefined }
  }

  ended(): LinesRead {
    if (this.#isOpen && this.#close() === 'full') return this.stopped()
    return { lines: this.#lines, next: undefined, total: this.#number - 1 }
  }

  #extend(piece: string, from: number, to: number): void {
    this.#isOpen = true
    if (this.#number < this.#window.first) return
    const room = Math.max(0, this.#window.lineCharacters - this.#line.length)
    this.#line += piece.slice(from, Math.min(to, from + room))
    this.#dropped += Math.max(0, to - from - room)
  }

  #close(): 'full' | 'more' {
    const { first, lines, bytes } = this.#window
    if (this.#number >= first) {
      const text = this.#line.replace(/\r$/, '') + (this.#dropped > 0 ? ` … [${this.#dropped} more characters]` : '')
      const size = Buffer.byteLength(text) + 8
      if (this.#lines.length >= lines || (this.#lines.length > 0 && this.#bytes + size > bytes)) return 'full'
      this.#lines.push(text)
      this.#bytes += size
    }
    this.#number++
    this.#line = ''
    this.#dropped = 0
    this.#isOpen = false
    return 'more'
  }
}
