export type ThoughtPiece = { readonly kind: 'text' | 'reasoning'; readonly text: string }

const TAGS = ['<think>', '<thinking>', '<thought>', '<thoughts>', '<reasoning>']
const LONGEST = Math.max(...TAGS.map((tag) => tag.length))
/** A model that begins with more spaces than this has no thoughts to tell apart. */
const MOST_HELD = 1_000

/** Tells thoughts that a server leaves in front of an answer, `<think>…</think>`, from the answer while both arrive. */
export class ThoughtTags {
  #place: 'before' | 'thought' | 'answer' = 'before'
  #hasThought = false
  #closing = ''
  #held = ''

  /** What is new, as far as it cannot become a tag. */
  read(piece: string): readonly ThoughtPiece[] {
    this.#held += piece
    const pieces: ThoughtPiece[] = []
    for (let before = -1; this.#held !== '' && this.#held.length !== before; ) {
      before = this.#held.length
      const next = this.#next()
      if (next && next.text !== '') pieces.push(next)
    }
    return pieces
  }

  /** What was held back. */
  end(): ThoughtPiece {
    return { kind: this.#place === 'thought' ? 'reasoning' : 'text', text: this.#held }
  }

  #next(): ThoughtPiece | undefined {
    if (this.#place === 'before') return this.#begin()
    if (this.#place === 'thought') return this.#think()
    const text = this.#held
    this.#held = ''
    return { kind: 'text', text }
  }

  #begin(): ThoughtPiece | undefined {
    const from = this.#held.search(/\S|$/u)
    const start = this.#held.slice(from, from + LONGEST).toLowerCase()
    const tag = TAGS.find((each) => start.startsWith(each))
    if (!tag && this.#held.length < MOST_HELD && TAGS.some((each) => each.startsWith(start))) return undefined
    this.#place = tag ? 'thought' : 'answer'
    if (this.#hasThought || tag) this.#held = this.#held.slice(from + (tag?.length ?? 0))
    if (tag) this.#closing = tag.replace('<', '</')
    this.#hasThought ||= tag !== undefined
    return this.#next()
  }

  #think(): ThoughtPiece {
    const held = this.#held
    const at = held.search(new RegExp(this.#closing, 'iu'))
    const end = at < 0 ? held.length - startOf(this.#closing, held) : at
    this.#held = held.slice(at < 0 ? end : at + this.#closing.length)
    if (at >= 0) this.#place = 'before'
    return { kind: 'reasoning', text: held.slice(0, end) }
  }
}

/** How many of the last characters may be the beginning of this tag. */
function startOf(tag: string, text: string): number {
  const end = text.slice(-tag.length + 1).toLowerCase()
  for (let length = end.length; length > 0; length -= 1) if (tag.startsWith(end.slice(-length))) return length
  return 0
}
