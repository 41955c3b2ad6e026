import { asRead } from '../text/as-read.ts'

/** Marks of Markdown, and dots that stand for words. */
const MARKS = /[#*_~`>|\s.…-]+/gu

const NAMED = /&(?:nbsp|ensp|emsp|thinsp|hairsp|zwnj|zwj|zerowidthspace|nobreak|shy|lrm|rlm|tab|newline);/giu
const NUMBERED = /&#(?:x([0-9a-f]{1,6})|(\d{1,7}));/giu
/** Elements that only break or hold lines. */
const EMPTY_ELEMENTS = /<\/?(?:br|hr|p|div|span|b|i|em|strong|wbr)\s*\/?>/giu

/** Whether a text shows nothing: it is empty, or has only marks, comments and characters that nobody sees. */
export const isBlank = (text: string): boolean =>
  asRead(decoded(withoutComments(text)))
    .replaceAll(EMPTY_ELEMENTS, '')
    .replaceAll(MARKS, '') === ''

/** HTML may spell spaces, and characters that nobody sees, by name or number. */
const decoded = (text: string): string =>
  text.replaceAll(NAMED, ' ').replaceAll(NUMBERED, (all, hex: string | undefined, decimal: string) => {
    const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return point > 0x10_ffff ? all : String.fromCodePoint(point)
  })

function withoutComments(text: string): string {
  const [before = '', ...rest] = text.split('<!--')
  const shown = rest.map((part) => {
    const end = part.indexOf('-->')
    return end < 0 ? `<!--${part}` : part.slice(end + '-->'.length)
  })
  return [before, ...shown].join('')
}
