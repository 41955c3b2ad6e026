import type { Result } from '@convene/domain'

/** Where keys lie: in a keychain of the system, or in a file that only the user can read. */
export type KeyPlace = {
  readonly kind: 'secret-service' | 'mac-keychain' | 'windows-protection' | 'file' | 'memory'
  /** For people, in the middle of a sentence: `the macOS keychain`. */
  readonly label: string
}

/** Keeps keys by the names of the variables that they stand for. Never throws, and never waits without end. */
export interface Keyring {
  readonly place: KeyPlace
  /** The key, or undefined where none is kept under this name. */
  read(variable: string): Promise<Result<string | undefined>>
  /** Kept only when it could be read back as it is. */
  keep(variable: string, key: string): Promise<Result<void>>
  /** Also fine where there was none. */
  forget(variable: string): Promise<Result<void>>
}
