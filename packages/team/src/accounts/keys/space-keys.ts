import type { Refusal, SessionId } from '@convene/domain'
import type { Actor } from '../account/account.ts'

/** A space's provider key, without the key itself. */
export type SpaceKey = { readonly variable: string; readonly createdAt: number }

/** Keys by variable name. An unreadable key is empty, or another key would silently be used instead. */
export type ReadKeys = { readonly keys: { readonly [variable: string]: string }; readonly problems: readonly string[] }

/** The spaces' provider keys, stored encrypted. A key is used only for its own space and never shown again. */
export interface SpaceKeys {
  list(space: string): Promise<readonly SpaceKey[]>
  /** Refused if the server has no encryption key. */
  set(key: { space: string; variable: string; value: string }, by: Actor): Promise<Refusal | undefined>
  remove(key: { space: string; variable: string }, by: Actor): Promise<boolean>
  of(space: string): Promise<ReadKeys>
  ofSession(session: SessionId): Promise<ReadKeys>
}
