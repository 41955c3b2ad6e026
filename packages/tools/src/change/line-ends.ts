const BOM = '\ufeff'

/**
 * A text as a model sees it (no byte order mark, and
 * if all line endings are the same), and the way back.
 */
export type TextView = { readonly text: string; back(text: string): string; adopt(text: string): string }

/** Whatever is done to the view, the file keeps its byte order mark and its line endings. */
export function textView(raw: string): TextView {
  const mark = raw.startsWith(BOM) ? BOM : ''
  const bare = raw.slice(mark.length)
  const isWindows = bare.includes('\r\n') && !/(?<!\r)\n/.test(bare)
  const isMixed = !isWindows && bare.includes('\r\n')
  const plain = (text: string) => (text.includes('\r\n') ? text.replaceAll('\r\n', '\n') : text)
  return {
    text: isWindows ? plain(bare) : bare,
    back: (text) => mark + (isWindows ? text.replaceAll('\n', '\r\n') : text),
    adopt: (text) => (isMixed || !bare.includes('\n') ? text : plain(text)).replace(/^\ufeff/, ''),
  }
}
