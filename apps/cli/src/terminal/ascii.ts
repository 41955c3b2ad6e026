import { cellsOf, graphemes } from './width.ts'

/** Our own marks, by what a terminal without Unicode shows instead. Each takes as many cells. */
const marks: { readonly [mark: string]: string } = {
  '✓': 'v',
  '✗': 'x',
  '·': '-',
  '•': '*',
  '◌': 'o',
  '▸': '>',
  '›': '>',
  '↳': '>',
  '→': '>',
  '↻': '~',
  '⚑': '!',
  '─': '-',
  '│': '|',
  '▏': '|',
  '…': '~',
  '“': '"',
  '”': '"',
  '’': "'",
  '‘': "'",
  '–': '-',
  '—': '-',
  '★': '*',
  '⏸': '=',
  '\u00a0': ' ',
}

const beyond = /\P{ASCII}/u
const picture = /\p{Extended_Pictographic}|[\u2500-\u259f\u2800-\u28ff]/u

/**
 * A text for a terminal that has no Unicode: marks become letters of the same width, pictures blanks. Words in other
 * scripts stay, because a terminal that cannot show them loses nothing by trying.
 */
export const asAscii = (text: string): string =>
  beyond.test(text)
    ? graphemes(text)
        .map(
          (each) => marks[each] ?? (picture.test(each) ? (spinner.test(each) ? '*' : ' '.repeat(cellsOf(each))) : each),
        )
        .join('')
    : text

const spinner = /[\u2800-\u28ff]/u

type Locale = {
  readonly LC_ALL?: string | undefined
  readonly LC_CTYPE?: string | undefined
  readonly LANG?: string | undefined
}

/** Whether the user's locale names another encoding than UTF-8. Without a locale, most terminals have Unicode. */
export function lacksUnicode({ LC_ALL, LC_CTYPE, LANG }: Locale): boolean {
  const locale = LC_ALL || LC_CTYPE || LANG || ''
  return locale !== '' && !/utf-?8/iu.test(locale)
}
