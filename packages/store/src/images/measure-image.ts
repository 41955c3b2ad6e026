import type { ImageType } from '@convene/domain'

/** What an image's first bytes say: its type, and its size if present. */
export type ImageSize = { readonly mediaType: ImageType; readonly width?: number; readonly height?: number }

/** Reads the bytes, because the name can say anything. Undefined if no provider accepts it as an image. */
export function measureImage(given: Uint8Array): ImageSize | undefined {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength)
  const start = bytes.toString('latin1', 0, 32)
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return sized('image/png', bytes.length < 24 ? [] : pngSize(bytes))
  if (start.startsWith('\xff\xd8\xff')) return sized('image/jpeg', jpegSize(bytes))
  if (/^GIF8[79]a/.test(start)) return sized('image/gif', bytes.length < 10 ? [] : gifSize(bytes))
  if (/^RIFF[\s\S]{4}WEBPVP8/.test(start)) return sized('image/webp', bytes.length < 30 ? [] : webpSize(bytes))
  return undefined
}

function sized(mediaType: ImageType, [width, height]: readonly number[]): ImageSize {
  return width && height ? { mediaType, width, height } : { mediaType }
}

const pngSize = (bytes: Buffer): readonly number[] => [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]

const gifSize = (bytes: Buffer): readonly number[] => [bytes.readUInt16LE(6), bytes.readUInt16LE(8)]

function webpSize(bytes: Buffer): readonly number[] {
  const form = bytes.toString('latin1', 12, 16)
  if (form === 'VP8X') return [bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1]
  if (form === 'VP8L') {
    const packed = bytes.readUInt32LE(21)
    return [(packed & 0x3fff) + 1, ((packed >>> 14) & 0x3fff) + 1]
  }
  return [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff]
}

/** Markers that start a frame and therefore carry its size. 0xc4, 0xc8 and 0xcc are in the same range and do not. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

function jpegSize(bytes: Buffer): readonly number[] {
  let at = 2
  while (at + 9 < bytes.length) {
    if (bytes[at] !== 0xff) return []
    const marker = bytes[at + 1] ?? 0
    if (isFrame(marker)) return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)]
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2)
  }
  return []
}
