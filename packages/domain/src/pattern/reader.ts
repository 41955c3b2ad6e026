/** Walks over a pattern's text, character by character. A surrogate pair is one character. */
export class Reader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  isAtEnd(): boolean {
    return this.#at >= this.#text.length
  }

  sees(text: string): boolean {
    return this.#text.startsWith(text, this.#at)
  }

  take(text: string): boolean {
    if (!this.sees(text)) return false
    this.#at += text.length
    return true
  }

  /** Consumes what a sticky expression matches here, if anything. */
  match(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.#at
    const found = expression.exec(this.#text)
    if (found) this.#at += found[0].length
    return found ?? undefined
  }

  next(): string {
    const code = this.#text.codePointAt(this.#at)
    if (code === undefined) return ''
    const character = String.fromCodePoint(code)
    this.#at += character.length
    return character
  }

  /** Everything before this text, which is consumed too. To the end if it is missing. */
  until(end: string): string {
    const found = this.#text.indexOf(end, this.#at)
    const stop = found < 0 ? this.#text.length : found
    const text = this.#text.slice(this.#at, stop)
    this.#at = stop + (found < 0 ? 0 : end.length)
    return text
  }
}
