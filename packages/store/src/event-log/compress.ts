import { deflateRawSync, inflateRawSync } from 'node:zlib'

/** Shorter texts save little, and compressing one costs as much as a query. */
const SHORTEST = 700

/** A small window: for texts this short, setting up a larger one, or Zstandard, takes longer than compressing them. */
const windowBits = 13
const options = { level: 3, memLevel: 5, windowBits, chunkSize: 4_096 }

/** A text as stored: compressed if that saves space. */
export const compressed = (text: string): string | Uint8Array =>
  text.length < SHORTEST ? text : deflateRawSync(text, options)

/** The text of a stored value. Throws if it was not written by `squeezed`. */
export const decompressed = (value: string | Uint8Array): string =>
  typeof value === 'string' ? value : inflateRawSync(value, { windowBits, chunkSize: 8_192 }).toString('utf8')
