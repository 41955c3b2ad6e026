import { ok, refuse } from '@convene/domain'
import type { Keyring } from '@convene/engine'

/** A keyring that reports a key as stored only after reading it back. */
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
        : refuse('keychain_failed', `Stored the key in ${label}, but read back something else.`)
    },
  }
}
