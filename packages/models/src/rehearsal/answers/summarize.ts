import { clip, type Extract, escapeName, plain, quoteOf } from '../quote.ts'
import { placesIn } from '../study.ts'
import { type Answer, says } from './answer.ts'
import { bulleted, LABEL, paragraphs } from './parts.ts'

const MAX_ROWS = 6

const KINDS: readonly (readonly [string, RegExp])[] = [
  ['Decisions', /\b(decid|decision|agreed|chose|chosen|we will|must)\w*/i],
  ['State', /\b(done|finished|works?|passes|fails?|failed|changed|added|removed|wrote)\b/i],
  ['Pending', /\b(todo|next|open|remaining|pending|still|left to)\b|\?\s*$/i],
]

/** Shortens a conversation: its lines by kind, and the places it cites. Nothing is paraphrased. */
export const summarize: Answer = ({ ask }) => {
  const text = [ask.goal, ask.text, ...ask.earlier.map((earlier) => earlier.text)].join('\n')
  const lines = [...new Set(text.split('\n').map(plain))].filter((line) => (line.match(/\p{L}{2,}/gu)?.length ?? 0) > 3)
  const taken = new Set<string>()
  const groups = KINDS.map(([name, pattern]) => {
    const rows = lines.filter((line) => pattern.test(line) && !taken.has(line)).slice(-MAX_ROWS)
    for (const row of rows) taken.add(row)
    return bulleted(`**${name}**`, rows.map(quoted))
  })
  const context = lines.filter((line) => !taken.has(line)).slice(0, MAX_ROWS)
  const places = [...placesIn(text)].slice(0, 20).map((place) => `\`${escapeName(place)}\``)
  const files = places.length === 0 ? '' : `**Places cited** ${places.join(', ')}`
  return says(paragraphs(LABEL, bulleted('**Context**', context.map(quoted)), ...groups, files))
}

const quoted = (line: string): string =>
  quoteOf({ path: '', line: 0, text: clip(line, 200), prose: true } satisfies Extract)
