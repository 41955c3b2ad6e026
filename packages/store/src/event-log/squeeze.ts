import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'

/** Shorter texts would save less than the call costs. */
const SHORTEST = 512

/** A text as stored: compressed if that pays. */
export const squeezed = (text: string): string | Uint8Array => (text.length < SHORTEST ? text : zstdCompressSync(text))

/** The text of a stored value. Throws if it was not written by `squeezed`. */
export const expanded = (value: string | Uint8Array): string =>
  typeof value === 'string' ? value : zstdDecompressSync(value).toString('utf8')
