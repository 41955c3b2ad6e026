/** Text in any encoding we know, with a note if it is not plain UTF-8. */
export function decodeAny(bytes: Uint8Array): { readonly text: string; readonly note: string | undefined } {
  const wide =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : undefined
  if (wide) return { text: new TextDecoder(wide).decode(bytes), note: `The file is ${wide.toUpperCase()}, not UTF-8.` }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), note: undefined }
  } catch {
    return {
      text: new TextDecoder('windows-1252').decode(bytes),
      note: 'The file is not UTF-8; it is shown as Windows-1252.',
    }
  }
}
