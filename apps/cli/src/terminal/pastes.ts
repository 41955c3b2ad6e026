const ESC = '\u001b'
/** What terminals put around pasted text. */
export const PASTE_BEGINS = `${ESC}[200~`
export const PASTE_ENDS = `${ESC}[201~`
const CTRL_C = '\u0003'

/** Terminal input to pass on, and whether the user wants to interrupt. */
export type Read = { readonly sent: string; readonly interrupts: boolean }

/**
 * Reads terminal input so that each piece of a paste has both its marks, however it was cut into reads: a piece without
 * them would be taken for keys, and a lost mark would turn keys into a paste.
 */
export function pasteReader(): (sent: string) => Read {
  let isInside = false
  let held = ''
  const piecesOf = (text: string): readonly Piece[] => {
    const pieces: Piece[] = []
    let from = 0
    for (;;) {
      const mark = isInside ? PASTE_ENDS : PASTE_BEGINS
      const at = text.indexOf(mark, from)
      held = at < 0 ? begunMark(text.slice(from), mark) : ''
      pieces.push({ text: text.slice(from, at < 0 ? text.length - held.length : at), isPasted: isInside })
      if (at < 0) return pieces
      from = at + mark.length
      isInside = !isInside
    }
  }
  return (sent) => {
    // On its own it always interrupts, even if a mark was lost.
    if (sent === CTRL_C) {
      isInside = false
      held = ''
      return { sent: '', interrupts: true }
    }
    const pieces = piecesOf(held + sent)
    const interrupts = pieces.some(({ text, isPasted }) => !isPasted && text.includes(CTRL_C))
    return { sent: pieces.map(passedOn).join(''), interrupts }
  }
}

type Piece = { readonly text: string; readonly isPasted: boolean }

function passedOn({ text, isPasted }: Piece): string {
  const plain = text.replaceAll(CTRL_C, '')
  return isPasted && plain !== '' ? `${PASTE_BEGINS}${plain}${PASTE_ENDS}` : plain
}

/** The beginning of a mark at the end of a text. A single Esc key does not count, and must not wait for more. */
function begunMark(text: string, mark: string): string {
  for (let length = mark.length - 1; length >= 3; length -= 1)
    if (text.endsWith(mark.slice(0, length))) return mark.slice(0, length)
  return ''
}

/** Removes line breaks and other control characters from pasted text: nobody pressed them as keys. */
export const withoutPastedKeys = (sent: string): string =>
  sent.replace(pasted, (_, text: string) => `${PASTE_BEGINS}${text.replace(/\p{Cc}+/gu, ' ')}${PASTE_ENDS}`)

const pasted = new RegExp(`${PASTE_BEGINS}(.*?)(?:${PASTE_ENDS}|$)`.replaceAll(`${ESC}[`, `${ESC}\\[`), 'gsu')
