import { BULLET, blocksOf, type TextBlock } from './blocks.ts'

/** A sentence of a report, without the marks around it. */
export type Sentence = {
  /** As it was written. */
  readonly text: string
  /** In plain letters. Code is replaced by its number: `⟦0⟧`. */
  readonly plain: string
  readonly codes: readonly string[]
  /** It begins or ends with a tick. */
  readonly isTicked: boolean
  /** The heading or the line above that announces it. */
  readonly under: string
}

/** Nobody claims an action in a longer one. */
const LONGEST = 500
const MOST_TEXT = 200_000

const ANY_TICK = /✅|✔|✓|☑|🟢|:white_check_mark:|:heavy_check_mark:|^\s*(?:[-*] )?\[[xX]\]/u
const OPEN = /^\s*(?:\[ \]|❌|⬜|☐|🔜|⏳|⚠|🚧|🔲|✗|✘|🔴|🟡|❓|⏭|:x:|:warning:)/u
const DECORATION = /✅|✔|✓|☑|🎉|🟢|👍|💚|🚀|✨|🏁|\uFE0F|:\w{1,30}:|\[[xX]\]/gu

/** The sentences of a text in which an agent speaks itself. The cost grows with the length of the text. */
export function sentencesOf(text: string): readonly Sentence[] {
  const shown = text.slice(0, MOST_TEXT)
  return blocksOf(shown).flatMap((block) => sentencesIn(shown, block))
}

function sentencesIn(text: string, block: TextBlock): readonly Sentence[] {
  const { from, to, under, isRow } = block
  const ranges = isRow ? [[from, to] as const] : cuts(text, from, to)
  return ranges.flatMap(([start, end]) => {
    const raw = text.slice(start, end).trim()
    if (raw === '' || raw.length > LONGEST || OPEN.test(raw.replace(BULLET, ''))) return []
    const { plain, codes } = plainOf(isRow ? raw.replaceAll(/^\||\|$/gu, '').replaceAll('|', ' : ') : raw)
    return [{ text: raw, plain, codes, isTicked: ANY_TICK.test(raw), under }]
  })
}

/** Where sentences end: at a full stop that a space follows, outside code. */
function cuts(text: string, from: number, to: number): readonly (readonly [number, number])[] {
  const parts: [number, number][] = []
  let start = from
  for (let at = from; at < to; at += 1) {
    if (text[at] === '`') at = afterCode(text, at, to)
    else if (isEnd(text, at)) {
      parts.push([start, at + 1])
      start = at + 1
    }
  }
  parts.push([start, to])
  return parts
}

const ENDS = '.!?…'
const isEnd = (text: string, at: number): boolean =>
  ENDS.includes(text[at] ?? ' ') && /[\s"”')*_\]]|^$/u.test(text[at + 1] ?? '') && !isAbbreviation(text, at)

function afterCode(text: string, at: number, to: number): number {
  const end = text.indexOf('`', at + 1)
  return end < 0 || end >= to || end - at > 300 ? at : end
}

const isAbbreviation = (text: string, at: number): boolean =>
  /(?:\b(?:e\.g|i\.e|etc|vs|approx|cf|No|Fig|incl)|^\s*\d{1,3}|\n\s*\d{1,3})$/iu.test(
    text.slice(Math.max(0, at - 8), at),
  )

/** Without emphasis, links and ticks. Quotes become `“…”`: somebody else may have said what is in them. */
function plainOf(raw: string): Pick<Sentence, 'plain' | 'codes'> {
  const codes: string[] = []
  const plain = raw
    .replaceAll(/[⟦⟧]/gu, '')
    .replaceAll(/(`{1,3})([^`]{1,300})\1/gu, (_, __, code: string) => {
      codes.push(code.trim())
      return `⟦${codes.length - 1}⟧`
    })
    .replaceAll(/!?\[([^[\]\n]{0,200})\]\([^()\n]{0,300}\)/gu, '$1')
    .replaceAll(/~~[^~\n]{1,300}~~/gu, ' ')
    .replaceAll(/<[^<>\n]{1,100}>/gu, ' ')
    .replaceAll(/["“][^"“”\n]{2,300}["”]/gu, ' “…” ')
    .replaceAll(/(?<=^|[\s(])['‘][^'‘’\n]{2,200}['’](?=$|[\s).,;:!?])/gu, ' “…” ')
    .replace(BULLET, '')
    .replaceAll(/\*\*|__|(?<![\w*])[*_](?=\S)|(?<=\S)[*_](?![\w*])/gu, '')
    .replace(/^\s*#{1,6}\s+/u, '')
    .replaceAll('’', "'")
    .replaceAll(DECORATION, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim()
  return { plain, codes }
}
