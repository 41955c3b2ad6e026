/** The names through which page and program reach each other, without a network. */
export const BINDING = 'conveneSend'
export const HEAR = 'conveneHear'

/** Runs in the page before its own code. `send` is an expression that sends text to the program. */
export const pageScript = (send: string): string => `(() => {
  const takers = new Set()
  const send = ${send}
  const pipe = {
    shell: 'window',
    send: (text) => send(text),
    hear: (take) => { takers.add(take); return () => takers.delete(take) },
    quit: (pause) => send(JSON.stringify({ kind: 'quit', pause: pause === true })),
  }
  Object.defineProperty(globalThis, 'convenePipe', { value: Object.freeze(pipe) })
  Object.defineProperty(globalThis, '${HEAR}', { value: (text) => { for (const take of takers) take(text) } })
})()`

/**
 * Makes the page always ask to stay: the program then decides, because it knows what is running before any list on the
 * page does. The browser's placeholder page must give way and does not ask.
 */
export const stayScript = (
  origin: string,
): string => `if (globalThis === globalThis.top && location.origin === ${JSON.stringify(origin)})
  addEventListener('beforeunload', (event) => event.preventDefault())`

/** A script that delivers text to the page. */
export const hearScript = (text: string): string => `globalThis.${HEAR}?.(${JSON.stringify(text)})`

/** A quit request, or undefined if the page says something else. */
export function readQuit(payload: string): { readonly pause: boolean } | undefined {
  if (payload.length > 100 || !payload.startsWith('{"kind":"quit"')) return undefined
  return { pause: payload === '{"kind":"quit","pause":true}' }
}
