import type { Heading } from '@convene/domain'
import type { Answer } from './answer.ts'
import { decide } from './decide.ts'
import { deliberate } from './deliberate.ts'
import { followUp } from './follow-up.ts'
import { respond } from './respond.ts'
import { summarize } from './summarize.ts'
import { summary } from './summary.ts'
import { task } from './task.ts'
import { title } from './title.ts'
import { vote } from './vote.ts'

/** One answer for each heading; a heading that is not here is answered as `Respond`. */
const answers: { readonly [heading in Heading]?: Answer } = {
  Respond: respond,
  'Follow-up': followUp,
  Task: task,
  Deliberate: deliberate,
  Vote: vote,
  Decide: decide,
  Title: title,
  Summary: summary,
  Summarize: summarize,
}

export const answerFor = (heading: Heading): Answer => answers[heading] ?? respond
