import type { SessionId } from '@convene/domain'

/** Where bytes belong: with a session, whose images they are, or among the files that wait to be attached. */
export type BlobPlace = 'uploads' | { readonly session: SessionId }

/** Bytes by their SHA-256, in hex. A place sees only its own. */
export interface Blobs {
  /** Resolves when stored, whole or not at all. The same bytes again change nothing. Rejects if they cannot be stored. */
  put(place: BlobPlace, hash: string, bytes: Uint8Array): Promise<void>
  /** Undefined if there are none, or if they no longer have this hash. */
  get(place: BlobPlace, hash: string): Promise<Uint8Array | undefined>
  /** Puts everything of one place into another, where it stays when the first is dropped. */
  copy(from: BlobPlace, to: BlobPlace): Promise<void>
  /** Removes everything in a place, or only what was put before a time. */
  drop(place: BlobPlace, before?: number): Promise<void>
}

/** Hashes come from clients, too: anything else could name something elsewhere. */
export const isHash = (hash: string): boolean => /^[0-9a-f]{64}$/u.test(hash)
