/** The name under which the page finds the program, instead of a network. */
export const BINDING = 'conveneHost'

/** What the page says to the program, over the binding. */
export type Said =
  | { readonly kind: 'open'; readonly id: number; readonly path: string }
  | { readonly kind: 'close'; readonly id: number }
  | { readonly kind: 'quit'; readonly pause: boolean }

/**
 * Runs in the page before anything of it does: `conveneWindow.stream` is for what cannot be answered in one piece. The
 * page hears each part through `feed`, and the end through `end`.
 */
export const pageScript = `(() => {
  const streams = new Map()
  let last = 0
  const tell = (said) => ${BINDING}(JSON.stringify(said))
  const stream = (path, hear, ended) => {
    const id = ++last
    streams.set(id, { hear, ended })
    tell({ kind: 'open', id, path })
    return () => { if (streams.delete(id)) tell({ kind: 'close', id }) }
  }
  const feed = (id, text) => { streams.get(id)?.hear(text) }
  const end = (id) => { const stream = streams.get(id); streams.delete(id); stream?.ended() }
  const quit = (pause) => tell({ kind: 'quit', pause })
  Object.defineProperty(globalThis, 'conveneWindow', { value: Object.freeze({ stream, feed, end, quit }) })
})()`

/** A message of the page, or undefined when it is none of ours: the page is ours, but what it shows may not be. */
export function readSaid(payload: unknown): Said | undefined {
  if (typeof payload !== 'string' || payload.length > 10_000) return undefined
  const said = parsed(payload)
  if (said?.kind === 'quit') return { kind: 'quit', pause: said.pause === true }
  if (typeof said?.id !== 'number') return undefined
  if (said.kind === 'close') return { kind: 'close', id: said.id }
  if (said.kind === 'open' && typeof said.path === 'string' && said.path.startsWith('/api/'))
    return { kind: 'open', id: said.id, path: said.path }
  return undefined
}

function parsed(payload: string): { readonly [name: string]: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(payload)
    return typeof value === 'object' && value !== null ? (value as { [name: string]: unknown }) : undefined
  } catch {
    return undefined
  }
}
