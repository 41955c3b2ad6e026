import { kindOfGoal } from '../goal.ts'
import { clip, escapeName, plain } from '../quote.ts'
import { sidesOf } from '../sides.ts'
import { type Answer, says } from './answer.ts'
import { bulleted, LABEL, paragraphs } from './parts.ts'

const MAX_GOAL = 400

/** The goal, its key words, and the files that have them. */
export const topic: Answer = (study) => {
  const { ask, counts, index } = study
  const found = counts.filter(({ files }) => files > 0)
  const missing = counts.filter(({ files }) => files === 0).map(({ term }) => `*${escapeName(term.shown)}*`)
  const areas = found.map(
    ({ term, files }) => `what ${files === 1 ? '1 file says' : `${files} files say`} about *${escapeName(term.shown)}*`,
  )
  const change = ask.sections['What should change']
  return says(
    paragraphs(
      LABEL,
      `**Goal** ${clip(plain(ask.text || ask.goal), MAX_GOAL)}`,
      change ? `**Changed as asked** “${escapeName(change)}”` : '',
      bulleted('**Areas to investigate**', areas.length > 0 ? areas : ['nothing in the files has its words; say so']),
      missing.length > 0 && index.sources.length > 0 ? `**Not found** no file has ${missing.join(', ')}` : '',
      `**Success criteria** ${criterion(ask.text || ask.goal)}`,
      `**Constraints** ${index.sources.length} files were read; nothing outside of them is known. No model reasons here.`,
      '**Output format** Quotes with file and line, then the lines of the protocol.',
      'DISCUSSION_DEPTH: Quick',
    ),
  )
}

function criterion(goal: string): string {
  const sides = sidesOf(goal)
  const names = sides.map(({ name }) => `*${escapeName(name)}*`).join(' or ')
  const counted =
    sides[0]?.stems.size === 0
      ? ' A line with the goal’s words counts for *Not yet* if it has a word such as *not* or *nobody*, otherwise for *Yes*.'
      : ''
  if (sides.length > 0) return `Each panelist takes ${names}, and quotes what speaks for it.${counted}`
  return `Each panelist names the file from which this ${kindOfGoal(goal)} should be settled, and quotes it.`
}
