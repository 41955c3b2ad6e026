const held = new WeakMap<AbortSignal, Request[]>()

/**
 * A request that stays abortable as long as its signal exists. An unreferenced request is garbage-collected even while
 * its answer is being read, and with it the link from that signal to its own.
 */
export function heldRequest(input: URL | Request, init?: RequestInit): Request {
  const request = new Request(input, init)
  const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined)
  if (signal) held.set(signal, [...(held.get(signal) ?? []), request])
  return request
}
