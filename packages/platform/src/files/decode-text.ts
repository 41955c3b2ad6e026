const PROBE = 8192

/** The text of a file, or undefined if it is not text. `cut` means that more bytes follow, which were not read. */
export function decodeText(bytes: Uint8Array, cut: boolean): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes.subarray(0, PROBE).includes(0)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: cut })
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
