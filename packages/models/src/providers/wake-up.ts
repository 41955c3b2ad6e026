/** A one-slot wake-up: `heard()` resolves on the next `ring()`. */
export type WakeUp = { readonly ring: () => void; readonly heard: () => Promise<void> }

/** Rings once per turn of the event loop: a single stream chunk holds many parts. */
export function wakeUp(): WakeUp {
  let ringing = false
  let wake: (() => void) | undefined
  const sound = () => {
    ringing = false
    wake?.()
    wake = undefined
  }
  return {
    ring: () => {
      if (ringing) return
      ringing = true
      setImmediate(sound)
    },
    heard: () =>
      new Promise((resolve) => {
        wake = resolve
      }),
  }
}
