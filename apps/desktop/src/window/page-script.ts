/** The names under which the page and the program find each other, instead of over a network. */
export const BINDING = 'conveneSend'
export const HEAR = 'conveneHear'

/** Runs in the page before anything of it does. `send` is an expression: what carries text to the program. */
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
 * Makes the page want to stay, always: the program is asked then, which knows what runs before any list of the page does.
 * What the browser shows before the page must give way to it, and does not stay.
 */
export const stayScript = (
  origin: string,
): string => `if (globalThis === globalThis.top && location.origin === ${JSON.stringify(origin)})
  addEventListener('beforeunload', (event) => event.preventDefault())`

/** What brings text to the page, as a script. */
export const hearScript = (text: string): string => `globalThis.${HEAR}?.(${JSON.stringify(text)})`

/** The wish to end the program, or undefined when the page says something else. */
export function readQuit(payload: string): { readonly pause: boolean } | undefined {
  if (payload.length > 100 || !payload.startsWith('{"kind":"quit"')) return undefined
  return { pause: payload === '{"kind":"quit","pause":true}' }
}
