import type { SessionId } from '@convene/domain'

/** Where bytes belong: to a session, as its images, or to the files waiting to be attached. */
export type BlobPlace = 'uploads' | { readonly session: SessionId }

/** Bytes by their SHA-256, in hex. A place sees only its own. */
export interface Blobs {
  /** Resolves when stored, whole or not at all. The same bytes again change nothing. Rejects if they cannot be stored. */
  put(place: BlobPlace, hash: string, bytes: Uint8Array): Promise<void>
  /** Undefined if there are none, or if they no longer have this hash. */
  get(place: BlobPlace, hash: string): Promise<Uint8Array | undefined>
  /** Copies everything in one place to another, where it stays when the first is dropped. */
  copy(from: BlobPlace, to: BlobPlace): Promise<void>
  /** Removes everything in a place, or only what was put before a time. */
  drop(place: BlobPlace, before?: number): Promise<void>
}

/** Hashes also come from clients: anything else could name a file elsewhere. */
export const isHash = (hash: string): boolean => /^[0-9a-f]{64}$/u.test(hash)
