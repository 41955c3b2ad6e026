import { ownLines } from '../../../answer/lines.ts'
import { valueIn } from '../../../answer/marks.ts'
import { hasReservation } from '../../../answer/reservation.ts'
import { denies } from '../../../answer/words.ts'

/** Questions to the user: numbered lines, or else lines that ask something. None if the Head says that it is clear. */
export function readQuestions(text: string): readonly string[] {
  const clear = ownLines(text).some((line) => /^[\s*_`#>-]*CLEAR[*_`]*\s*[:：]/iu.test(line))
  const remark = valueIn(text, 'CLEAR') ?? ''
  if (clear && !denies(remark) && !hasReservation(remark) && !remark.endsWith('?')) return []
  const numbered = numberedIn(text.split('\n'))
  const lines = text.split('\n').map((line) => line.trim())
  const inCells = lines.flatMap((line) =>
    line.startsWith('|') ? (line.split('|').find(isQuestion)?.trim() ?? []) : [],
  )
  const asking = numbered.length > 0 ? numbered : inCells.length > 0 ? inCells : lines.filter(isQuestion)
  return asking
    .map((line) =>
      line
        .replace(/^[-*•]\s+/, '')
        .replaceAll('**', '')
        .replace(LABEL, ''),
    )
    .filter((line) => !QUESTIONS_ABOUT.includes(line.toLowerCase().replace(/[.:]$/u, '')))
    .slice(0, MOST_QUESTIONS)
}

/** What the Head may ask about. A small model lists it as its questions. */
export const QUESTIONS_ABOUT: readonly string[] = [
  'scope',
  'priorities',
  'known concerns',
  'constraints',
  'the form of the result',
]

/** `Q1: Who pays?` */
const LABEL = /^q(?:uestion)?\s?\d{1,2}\s?[:.)–-]\s{0,4}/iu
const NUMBERED = /^\s*[*_]*\d{1,2}[.)][*_]*\s+(\S[\s\S]*)/u
const SUB_POINT = /^\s+\S|^(?:[-*•]|[a-h][.)])\s+\S/u

/** Numbered lines. The points right below one belong to its question. */
function numberedIn(lines: readonly string[]): readonly string[] {
  const questions: string[][] = []
  let isBelow = false
  for (const line of lines) {
    const started = NUMBERED.exec(line)?.[1]
    if (started !== undefined) questions.push([started.trim()])
    isBelow = started !== undefined || (isBelow && SUB_POINT.test(line))
    if (started === undefined && isBelow) questions.at(-1)?.push(line.trim())
  }
  return questions.map((parts) => parts.join(' '))
}

const isQuestion = (text: string): boolean => /\?[*_]*\s*$/u.test(text)

const MOST_QUESTIONS = 5
