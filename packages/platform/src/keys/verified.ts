import { ok, refuse } from '@convene/domain'
import type { Keyring } from '@convene/engine'

/** A keyring that believes in a kept key only once it has read it back. */
export function verified(inner: Keyring): Keyring {
  const { label } = inner.place
  return {
    place: inner.place,
    read: inner.read,
    forget: inner.forget,
    keep: async (variable, key) => {
      const kept = await inner.keep(variable, key)
      if (!kept.ok) return kept
      const read = await inner.read(variable)
      if (!read.ok) return read
      return read.value === key
        ? ok(undefined)
        : refuse('keychain_failed', `The key was given to ${label}, and something else came back.`)
    },
  }
}
