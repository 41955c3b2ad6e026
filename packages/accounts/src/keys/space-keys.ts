import type { Refusal, SessionId } from '@convene/domain'
import type { Actor } from '../account/account.ts'

/** A provider key of a space, without the key. */
export type SpaceKey = { readonly variable: string; readonly createdAt: number }

/** Keys by their variables. One that cannot be read is empty, so that no other key is used in its place. */
export type ReadKeys = { readonly keys: { readonly [variable: string]: string }; readonly problems: readonly string[] }

/** Provider keys of spaces, stored encrypted. A key is used for the sessions of its space, and never shown again. */
export interface SpaceKeys {
  list(space: string): Promise<readonly SpaceKey[]>
  /** Refused if this server has nothing to encrypt it with. */
  set(key: { space: string; variable: string; value: string }, by: Actor): Promise<Refusal | undefined>
  remove(key: { space: string; variable: string }, by: Actor): Promise<boolean>
  of(space: string): Promise<ReadKeys>
  ofSession(session: SessionId): Promise<ReadKeys>
}
