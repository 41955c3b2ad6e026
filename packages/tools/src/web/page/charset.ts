import { decodeAny } from '../../text/decode-any.ts'

/** How many bytes are searched for the encoding that a page declares. */
const HEAD_BYTES = 4_096

/** Decodes a page by its byte order mark, header or own declaration, or else as UTF-8 or Windows-1252. */
export function decodePage(bytes: Uint8Array, contentType: string): string {
  const label = markOf(bytes) ?? labelIn(contentType, /charset\s*=\s*["']?([^\s;"']+)/i) ?? labelOfHead(bytes)
  const decoder = label === undefined ? undefined : decoderFor(label)
  return decoder ? decoder.decode(bytes) : decodeAny(bytes).text
}

function markOf([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return undefined
}

function labelOfHead(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1')
  const label =
    labelIn(head, /<meta[^>]{0,400}?charset\s*=\s*["']?([^\s;"'/>]+)/i) ??
    labelIn(head, /^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([^"']+)/i)
  // A declaration that is readable as ASCII cannot be in UTF-16, no matter what it says.
  return label?.toLowerCase().startsWith('utf-16') ? 'utf-8' : label
}

const labelIn = (text: string, pattern: RegExp): string | undefined => pattern.exec(text)?.[1]

function decoderFor(label: string): TextDecoder | undefined {
  try {
    return new TextDecoder(label)
  } catch {
    return undefined
  }
}
