import { standingOf } from './standing.ts'

/** Text beyond this is ignored, because quotes come from what people read first. */
const LOOKED_AT = 20_000
const LONGEST = 280

/**
 * The sentence of a message that shares the most words with the claim citing it, or its first sentence. Always
 * verbatim, never a summary.
 */
export function quoteFor(message: string, claim: string): string {
  const sentences = quotedSentences(standingOf(message).said)
  const wanted = wordsIn(claim)
  const [first = ''] = sentences
  const { sentence } = sentences.reduce(
    (best, each) => {
      const points = shared(wordsIn(each), wanted)
      return points > best.points ? { sentence: each, points } : best
    },
    { sentence: first, points: 0 },
  )
  return shortened(sentence)
}

/** The first sentence of a text, without Markdown. */
export const firstSentence = (text: string): string => shortened(quotedSentences(text)[0] ?? '')

/** Prose without Markdown: no code, tables or headings. */
export function quotedSentences(text: string): readonly string[] {
  const prose = plainQuote(text.slice(0, LOOKED_AT).replaceAll(/^\s*(```|~~~)[\s\S]*?(?:^\s*\1|$(?![\s\S]))/gmu, ''))
  const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })
  return prose
    .split('\n')
    .flatMap((line) =>
      [...segmenter.segment(line)].map(({ segment }) => segment.trim()).filter((each) => /[\p{L}\p{N}]/u.test(each)),
    )
}

/** Markdown as plain lines, the way you would read it aloud. */
export function plainQuote(markdown: string): string {
  return markdown
    .split('\n')
    .filter((line) => !/^\s*(?:#{1,6}\s|\|)/u.test(line))
    .map((line) =>
      line
        .replace(/^\s*(?:>\s*)*(?:(?:[-*+]|\d{1,3}[.)])\s+)?(?:\[[ xX]\]\s+)?/u, '')
        .replaceAll(/\[([^[\]\n]*)\]\([^()\n]*\)/gu, '$1')
        .replaceAll(/\s*\[m\d{1,9}(?:[,;]\s*m\d{1,9}){0,50}\]/gu, '')
        .replaceAll(/\*\*|__|`|(?<![\w*])\*(?=\S)|(?<=\S)\*(?![\w*])/gu, ''),
    )
    .join('\n')
    .trim()
}

const common = new Set(
  'about after also because been before being between could does from have into more most only other over should some such than that their them then there these they this those very were what when where which while will with would your'.split(
    ' ',
  ),
)

const wordsIn = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .toLowerCase()
      .match(/[\p{L}\p{N}]{4,}/gu)
      ?.filter((word) => !common.has(word)),
  )

/** Long sentences share words by chance, so the count is weighted by length. */
function shared(own: ReadonlySet<string>, wanted: ReadonlySet<string>): number {
  const count = [...own].filter((word) => wanted.has(word)).length
  return own.size === 0 ? 0 : count / Math.sqrt(own.size + 3)
}

const shortened = (text: string): string =>
  text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1).replace(/\s+\S*$/u, '')}…`
