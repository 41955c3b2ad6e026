import type { Result } from '@convene/domain'

/** Where keys are stored: in the system keychain, or in a file that only the user can read. */
export type KeyPlace = {
  readonly kind: 'secret-service' | 'mac-keychain' | 'windows-protection' | 'file' | 'memory'
  /** For users, in the middle of a sentence: `the macOS keychain`. */
  readonly label: string
}

/** Stores keys by variable name. Never throws, and never waits indefinitely. */
export interface Keyring {
  readonly place: KeyPlace
  /** The key, or undefined if none is stored under this name. */
  read(variable: string): Promise<Result<string | undefined>>
  /** Succeeds only if the key could be read back unchanged. */
  keep(variable: string, key: string): Promise<Result<void>>
  /** Also succeeds if there was none. */
  forget(variable: string): Promise<Result<void>>
}
