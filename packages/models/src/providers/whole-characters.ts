const FIRST_HALF = /[\ud800-\udbff]$/u

/**
 * Text that arrives in pieces, with whole characters only. A pair may be split between two pieces. Half of one that
 * stays alone is replaced, because no service accepts it when the conversation is sent back.
 */
export class WholeCharacters {
  #half = ''

  /** Models that users bring may send anything. */
  add(piece: string): string {
    if (typeof piece !== 'string') throw new TypeError('received text that is not a string')
    const text = this.#half + piece
    this.#half = FIRST_HALF.exec(text)?.[0] ?? ''
    return text.slice(0, text.length - this.#half.length).toWellFormed()
  }

  /** What is left at the end. */
  end(): string {
    return this.add('\n').slice(0, -1)
  }
}
