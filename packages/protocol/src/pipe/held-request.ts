const held = new WeakMap<AbortSignal, Request[]>()

/**
 * A request that can be aborted for as long as the signal that it was given can be. One that nobody holds is collected, also
 * while its answer is still being read, and with it goes the way from that signal to its own.
 */
export function heldRequest(input: URL | Request, init?: RequestInit): Request {
  const request = new Request(input, init)
  const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined)
  if (signal) held.set(signal, [...(held.get(signal) ?? []), request])
  return request
}
