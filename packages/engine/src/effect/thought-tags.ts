export type Piece = { readonly kind: 'text' | 'reasoning'; readonly text: string }

const TAGS = ['<think>', '<thinking>', '<thought>', '<thoughts>', '<reasoning>']
const LONGEST = Math.max(...TAGS.map((tag) => tag.length))
/** A model that begins with more spaces than this has no thoughts to tell apart. */
const MOST_HELD = 1_000

/**
 * Tells thoughts that a server leaves in front of an answer, `<think>…</think>`, from the answer while both arrive.
 * `end` gives what was held back because it could still have become a tag.
 */
export function thoughtTags(): { read(piece: string): readonly Piece[]; end(): readonly Piece[] } {
  let place: 'before' | 'thought' | 'answer' = 'before'
  let closing = ''
  let held = ''
  let hasThought = false

  function next(): Piece | undefined {
    if (place === 'before') return begin()
    if (place === 'thought') return think()
    const text = held
    held = ''
    return { kind: 'text', text }
  }

  function begin(): Piece | undefined {
    const from = held.search(/\S|$/u)
    const start = held.slice(from, from + LONGEST).toLowerCase()
    const tag = TAGS.find((each) => start.startsWith(each))
    if (!tag && held.length < MOST_HELD && TAGS.some((each) => each.startsWith(start))) return undefined
    if (hasThought || tag) held = held.trimStart()
    place = tag ? 'thought' : 'answer'
    hasThought = true
    if (!tag) return next()
    closing = tag.replace('<', '</')
    held = held.slice(tag.length)
    return next()
  }

  function think(): Piece | undefined {
    const at = held.search(new RegExp(closing, 'iu'))
    const end = at < 0 ? held.length - startOf(closing, held) : at
    const text = held.slice(0, end)
    held = at < 0 ? held.slice(end) : held.slice(at + closing.length)
    if (at >= 0) place = 'before'
    return { kind: 'reasoning', text }
  }

  const all = (): readonly Piece[] => {
    const pieces: Piece[] = []
    for (let before = -1; held !== '' && held.length !== before; ) {
      before = held.length
      const piece = next()
      if (piece && piece.text !== '') pieces.push(piece)
    }
    return pieces
  }
  return {
    read: (piece) => {
      held += piece
      return all()
    },
    end: () => [{ kind: place === 'thought' ? 'reasoning' : 'text', text: held }],
  }
}

/** How many of the last characters may be the beginning of this tag. */
function startOf(tag: string, text: string): number {
  const end = text.slice(-tag.length + 1).toLowerCase()
  for (let length = end.length; length > 0; length -= 1) if (tag.startsWith(end.slice(-length))) return length
  return 0
}
