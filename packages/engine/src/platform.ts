/**
 * The only platform type in this layer, declared by hand so that `fetch`, `process` and `setTimeout` do not compile
 * here.
 */
export interface AbortSignal {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void
  removeEventListener(type: 'abort', listener: () => void): void
}

export interface AbortController {
  readonly signal: AbortSignal
  abort(): void
}
