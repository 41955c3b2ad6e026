import { SPACE_HEADER } from '@convene/protocol'

type Send = typeof globalThis.fetch

let shown: string | undefined

/** Call this as soon as the page knows which space it shows. */
export function setPageSpace(space: string): void {
  shown = space
}

/**
 * Names the page's space in each call. All tabs of a login share one space: if another tab has switched it, the server
 * refuses the call instead of running it in the wrong space.
 */
export const inPageSpace =
  (send: Send): Send =>
  (input, init) => {
    if (shown === undefined) return send(input, init)
    const headers = new Headers(init?.headers)
    headers.set(SPACE_HEADER, shown)
    return send(input, { ...init, headers })
  }
