import { ok } from '@convene/domain'
import type { Keyring } from '@convene/engine'

/** A keyring that lasts as long as its map. */
export function memoryKeyring(kept = new Map<string, string>()): Keyring {
  return {
    place: { kind: 'memory', label: 'the memory of this test' },
    read: async (variable) => ok(kept.get(variable)),
    keep: async (variable, key) => {
      kept.set(variable, key)
      return ok(undefined)
    },
    forget: async (variable) => {
      kept.delete(variable)
      return ok(undefined)
    },
  }
}
