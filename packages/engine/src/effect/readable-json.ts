import { PROSE_KEY } from '@convene/domain'

/**
 * Turns JSON into text while it arrives, so that people watching an answer with a schema do not see escapes: the prose
 * as is, every other value on a line after its key. Text that is not JSON passes unchanged.
 */
export function readableJson(): (piece: string) => string {
  let kind: 'unknown' | 'plain' | 'json' = 'unknown'
  const json = new JsonReader()
  return (piece) => {
    const from = piece.search(/\S/u)
    if (kind === 'unknown' && from >= 0) kind = piece.charAt(from) === '{' ? 'json' : 'plain'
    return kind === 'json' ? json.read(piece) : piece
  }
}

const ESCAPES: { readonly [letter: string]: string } = { n: '\n', t: '\t', r: '', b: '', f: '' }

class JsonReader {
  /** One entry per open bracket. */
  readonly #open: string[] = []
  /** A number, true, false or null. */
  #word = ''
  #inString = false
  #isKey = false
  #escape = ''
  #key = ''
  #label = ''
  #isFirst = true
  /** Half a surrogate pair: followers only get whole characters. */
  #half = ''

  read(piece: string): string {
    let shown = ''
    for (const character of piece) shown += this.#inString ? this.#within(character) : this.#between(character)
    return shown
  }

  #between(character: string): string {
    if (character === '"') {
      this.#inString = true
      if (this.#isKey) this.#key = ''
      return this.#isKey ? '' : this.#takeLabel()
    }
    if (!'{[,:]}'.includes(character)) {
      this.#word += character.trim()
      return ''
    }
    const word = this.#word === 'null' || this.#word === '' ? '' : this.#takeLabel() + this.#word
    this.#word = ''
    this.#bracket(character)
    return word
  }

  #bracket(character: string): void {
    if (character === '{' || character === '[') this.#open.push(character)
    if (character === '}' || character === ']') this.#open.pop()
    this.#isKey = character !== ':' && this.#open.at(-1) === '{'
    if (character === ':') this.#label = this.#key === PROSE_KEY ? '' : `${this.#key.toUpperCase()}: `
    else this.#label = this.#isKey ? '' : '- '
  }

  /** Each value begins a line, after its label. */
  #takeLabel(): string {
    const label = this.#label
    const line = label !== '' && !this.#isFirst ? `\n${label}` : label
    this.#label = ''
    this.#isFirst = false
    return line
  }

  #within(character: string): string {
    if (this.#escape === '' && character === '"') {
      this.#inString = false
      return ''
    }
    const said = this.#unescaped(character)
    if (!this.#isKey) return said
    this.#key += said
    return ''
  }

  #unescaped(character: string): string {
    if (this.#escape === '') {
      if (character !== '\\') return character
      this.#escape = character
      return ''
    }
    this.#escape += character
    if (this.#escape.startsWith('\\u') && this.#escape.length < 6) return ''
    const letter = this.#escape.charAt(1)
    const whole =
      letter === 'u' ? String.fromCharCode(Number.parseInt(this.#escape.slice(2), 16)) : (ESCAPES[letter] ?? letter)
    this.#escape = ''
    return this.#joined(whole)
  }

  #joined(text: string): string {
    if (/^[\ud800-\udbff]$/u.test(text)) {
      this.#half = text
      return ''
    }
    const joined = this.#half + text
    this.#half = ''
    return joined
  }
}
