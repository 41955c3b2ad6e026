import { SPACE_HEADER } from '@convene/protocol'

type Send = typeof globalThis.fetch

let shown: string | undefined

/** Which space this page shows, as soon as it knows. */
export function setPageSpace(space: string): void {
  shown = space
}

/**
 * Says with each call which space the page shows. A login has one space for all tabs: if another tab switched it, the
 * server refuses the call instead of making it there.
 */
export const inPageSpace =
  (send: Send): Send =>
  (input, init) => {
    if (shown === undefined) return send(input, init)
    const headers = new Headers(init?.headers)
    headers.set(SPACE_HEADER, shown)
    return send(input, { ...init, headers })
  }
