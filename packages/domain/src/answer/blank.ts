import { asRead } from '../text/as-read.ts'

/** Marks of Markdown, and dots that stand for words. */
const MARKS = /[#*_~`>|\s.…-]+/gu

/** Whether a text shows nothing: it is empty, or has only marks, comments and characters that nobody sees. */
export const isBlank = (text: string): boolean =>
  asRead(withoutComments(text))
    .replaceAll(/&(?:nbsp|#160|zwnj|shy);/giu, '')
    .replaceAll(MARKS, '') === ''

function withoutComments(text: string): string {
  const [before = '', ...rest] = text.split('<!--')
  const shown = rest.map((part) => {
    const end = part.indexOf('-->')
    return end < 0 ? `<!--${part}` : part.slice(end + '-->'.length)
  })
  return [before, ...shown].join('')
}
