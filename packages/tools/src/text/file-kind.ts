const PROBE = 8_192

/** The bytes that identify a kind of file, and their position. */
type Signature = readonly [name: string, bytes: string, at?: number]

const IMAGES: readonly Signature[] = [
  ['PNG image', '\x89PNG\r\n'],
  ['JPEG image', '\xff\xd8\xff'],
  ['GIF image', 'GIF87a'],
  ['GIF image', 'GIF89a'],
  ['WebP image', 'WEBPVP8', 8],
  ['TIFF image', 'II*\0'],
  ['TIFF image', 'MM\0*'],
  ['icon', '\0\0\x01\0'],
  ['AVIF image', 'ftypavif', 4],
  ['HEIC image', 'ftypheic', 4],
]

const OTHERS: readonly Signature[] = [
  ['PDF document', '%PDF-'],
  ['ZIP archive', 'PK\x03\x04'],
  ['gzip archive', '\x1f\x8b'],
  ['program', '\x7fELF'],
  ['program', '\xcf\xfa\xed\xfe'],
  ['SQLite database', 'SQLite format 3\0'],
  ['WebAssembly module', '\0asm'],
]

/** What a file is, according to its first bytes. */
export type FileKind = { readonly is: 'text' } | { readonly is: 'image' | 'binary'; readonly name: string }

/** Reads only the beginning. */
export function fileKind(bytes: Uint8Array): FileKind {
  const start = Buffer.from(bytes.subarray(0, PROBE)).toString('latin1')
  const isSo = ([, known, at = 0]: Signature) => start.startsWith(known, at)
  const image = IMAGES.find(isSo)
  if (image) return { is: 'image', name: image[0] }
  const other = OTHERS.find(isSo)
  if (other) return { is: 'binary', name: other[0] }
  const isWide = start.startsWith('\xff\xfe') || start.startsWith('\xfe\xff')
  return start.includes('\0') && !isWide ? { is: 'binary', name: 'binary file' } : { is: 'text' }
}
