import type { Earlier, ParsedAsk } from './ask.ts'
import { clip, escaped, inert, quote, withoutMarkup } from './quote.ts'

/** The input of an answer: the request, and the lines to quote. */
export type AnswerMaterial = { readonly ask: ParsedAsk; readonly quotes: readonly string[] }

/** The first line of every text that the rehearsal model writes for users. */
export const LABEL = '*Rehearsal: extracts from your goal and files, not reasoning.*'

export const CONNECT = '**A connected model** would answer here.'

export const paragraphs = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n\n')

export const bulleted = (title: string, rows: readonly string[]): string =>
  rows.length === 0 ? '' : [title, ...rows.map((row) => `- ${row}`)].join('\n')

/** The request in its own words. */
export function requestedPart({ ask }: AnswerMaterial, title: string): string {
  const images = ask.images.map((image) => `Not seen, since a rehearsal cannot see: ${escaped(image)}.`)
  return [`**${title}** ${quote(firstLine(ask.subject))}`, ...images].join('\n')
}

/** Each line is quoted only once per conversation. */
export function fromFiles({ ask, quotes }: AnswerMaterial): string {
  if (quotes.length > 0) return bulleted('**What your files say**', quotes)
  return ask.said === '' && ask.earlier.length === 0
    ? '**What your files say** Nothing that can be quoted. Choose a folder with text files to see their lines here.'
    : '**What your files say** Nothing that was not quoted before.'
}

/** The first non-empty line, short enough for a list. */
export const firstLine = (text: string, max = 200): string =>
  clip(
    text
      .split('\n')
      .map(withoutMarkup)
      .find((line) => line !== '') ?? '',
    max,
  )

export const writtenName = ({ author, id }: Earlier): string => `**${escaped(author)}**${id === '' ? '' : ` [${id}]`}`

/** Everyone who has spoken before, each once. */
export const speakersIn = ({ ask }: AnswerMaterial): string => {
  const names = new Map(ask.earlier.map((one) => [one.author, writtenName(one)]))
  return names.size === 0 ? '' : `**Heard before** ${[...names.values()].join(', ')}`
}

/** What others have contributed, each by the first line that it quotes, or else by its first line. */
export function brought({ ask }: AnswerMaterial, title: string): string {
  const telling = ask.earlier.filter(({ text }) => CITED.test(text) || !text.startsWith(LABEL))
  return bulleted(`**${title}**`, telling.map(gist))
}

const CITED = /^- (`[^`\n]{1,200}:\d{1,6}` “[^”\n]{1,400}”)$/m

export function gist(earlier: Earlier): string {
  const cited = CITED.exec(earlier.text)?.[1]
  return `${writtenName(earlier)}: ${cited === undefined ? quote(firstLine(earlier.text)) : inert(cited)}`
}
