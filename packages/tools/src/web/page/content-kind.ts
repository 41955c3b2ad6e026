/** The kind of content in a response body. */
export type ContentKind = 'html' | 'text' | 'binary'

const HTML = /^(text\/html|application\/xhtml\+xml)$/
const TEXT =
  /^(text\/.+|application\/(json|ld\+json|xml|yaml|x-yaml|toml|javascript|x-javascript|ecmascript|x-ndjson|sql|rtf)|.+\+(json|xml|yaml))$/
const BINARY_STARTS = [
  '%PDF-',
  'PK\x03\x04',
  '\x89PNG',
  'GIF8',
  '\xff\xd8\xff',
  '\x1f\x8b',
  '\x7fELF',
  'MZ\x90',
  'RIFF',
]
const LOOKED_AT = 2_048

/** The type without its parameters, in lower case. Empty if the server does not send one. */
export const mediaType = (contentType: string | undefined): string =>
  (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? ''

/** By content type and first bytes: a server may label a binary as text. */
export function kindOfContent(contentType: string | undefined, body: Uint8Array): ContentKind {
  const type = mediaType(contentType)
  const start = Buffer.from(body.subarray(0, LOOKED_AT)).toString('latin1')
  if (isWide(body)) return HTML.test(type) ? 'html' : 'text'
  if (BINARY_STARTS.some((known) => start.startsWith(known)) || start.includes('\0')) return 'binary'
  if (HTML.test(type)) return 'html'
  if (TEXT.test(type)) return 'text'
  if (type !== '' && type !== 'application/octet-stream') return 'binary'
  return /<!doctype html|<html[\s>]/i.test(start) ? 'html' : 'text'
}

/** UTF-16 text is full of zero bytes. */
const isWide = ([first, second]: Uint8Array): boolean =>
  (first === 0xfe && second === 0xff) || (first === 0xff && second === 0xfe)
