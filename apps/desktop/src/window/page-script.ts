/** The names under which the page and the program find each other, instead of over a network. */
export const BINDING = 'conveneSend'
export const HEAR = 'conveneHear'

/** Runs in the page before anything of it does. */
export const pageScript = `(() => {
  const takers = new Set()
  const send = globalThis.${BINDING}
  const pipe = {
    shell: 'window',
    send: (text) => send(text),
    hear: (take) => { takers.add(take); return () => takers.delete(take) },
    quit: (pause) => send(JSON.stringify({ kind: 'quit', pause: pause === true })),
  }
  Object.defineProperty(globalThis, 'convenePipe', { value: Object.freeze(pipe) })
  Object.defineProperty(globalThis, '${HEAR}', { value: (text) => { for (const take of takers) take(text) } })
})()`

/** The wish to end the program, or undefined when the page says something else. */
export function readQuit(payload: string): { readonly pause: boolean } | undefined {
  if (payload.length > 100 || !payload.startsWith('{"kind":"quit"')) return undefined
  return { pause: payload === '{"kind":"quit","pause":true}' }
}
