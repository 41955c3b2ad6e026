import { jsonText } from '../../answer/declared.ts'
import { limitSentence } from '../../run/limit-text.ts'
import { type Run, seatName } from '../../state/session.ts'
import type { Seat } from '../../team/team.ts'
import { cleanLine } from '../../text/clean.ts'
import { quoted } from '../../text/quoted.ts'
import { assignments } from './answers.ts'
import type { Pass, WorkReport } from './state.ts'

/**
 * Who can be assigned, with model and speciality, so the lead can pick the right member for a task. The model comes last:
 * beside the name, small models take it for a part of the name.
 */
export function membersSection({ team }: Run): string {
  return ['## Members', team.members.map(describe).join('\n')].join('\n\n')
}

function describe({ name, model, role, prompt, useFor, description }: Seat): string {
  const speciality = firstWords(prompt)
  const more = useFor || description
  const parts = [role && `${role}.`, speciality, more && sentence(`Use for: ${more}`), `Model: ${model}.`]
  return `- **${name}**: ${parts.filter((part) => part !== '').join(' ')}`
}

const sentence = (text: string): string => (/[.!?]$/u.test(text) ? text : `${text}.`)

/** The first meaningful line of a prompt: a title repeats the name, and a list is not a sentence. */
function firstWords(prompt: string): string {
  const lines = prompt.split(/\r?\n/).map((line) => line.trim())
  const line = lines.find((each) => each !== '' && !/^(?:#|[-*+|]|```|<!--|\d+[.)])/.test(each)) ?? ''
  return line.replace(/^>\s*/, '').slice(0, 300)
}

/** The team's own rules about who does what. */
const routingSection = ({ team }: Run): string =>
  team.routingContext.trim() === '' ? '' : `## Routing\n\n${quoted(team.routingContext.trim())}`

/** How assignments are written. */
const assignSection = `## How to assign

Assign as few members as the job needs. Members work at the same time and see neither each other nor this conversation, so make each task complete and say what its report must contain. Write one block for each assignment, exactly in this form. ${jsonText(assignments)}

${assignments.form}`

/** The first ask to the lead. */
export const planAsk = (run: Run, goal: string): string =>
  joinSections(`## Goal\n\n${goal}`, membersSection(run), routingSection(run), assignSection)

/** The ask after a plan without a usable assignment. */
export function nudgeAsk(run: Run, { plans, dropped }: Pick<Pass, 'plans' | 'dropped'>): string {
  const names = run.team.members.map(({ name }) => name).join(', ')
  return joinSections(
    `Your last reply assigned nobody, so nobody can begin (try ${plans + 1} of 3).`,
    bullets(dropped),
    `Answer with assignments only, in this form, with a name from this list: ${names}.`,
    assignments.form,
  )
}

/** The ask after a plan of which something was dropped, before anybody begins. */
export function correctAsk(run: Run, { assignments: given, dropped }: Pass): string {
  const kept = given.map(({ member }) => seatName(run, member)).join(', ')
  return joinSections(
    `A part of your plan reaches nobody:\n\n${bullets(dropped)}`,
    `Assign that part again, with names from the list. ${kept} ${given.length === 1 ? 'has a task and begins' : 'have their tasks and begin'} afterwards: do not repeat what they have.`,
    assignments.form,
  )
}

const bullets = (rows: readonly string[]): string => rows.map((row) => `- ${cleanLine(row)}`).join('\n')

/** What was dropped from a plan and was not assigned again: nobody worked on it. */
export const droppedSection = ({ dropped }: Pick<Pass, 'dropped'>): string =>
  dropped.length === 0 ? '' : `## Not assigned\n\nNobody worked on this part of the plan:\n\n${bullets(dropped)}`

/** The ask to combine all reports into one result. They are quoted below it. */
export function synthesizeAsk(run: Run, goal: string, pass: Pick<Pass, 'reports' | 'dropped'>): string {
  const { reports } = pass
  const all = reports.length > 0 && reports.every(({ ok }) => !ok)
  const cite = 'Cite the reports by their ids, such as [m5].'
  return joinSections(
    `## Goal\n\n${goal}`,
    '## How to answer',
    all
      ? 'Every member failed. Say so first. Then say what can be answered without their work, and what cannot.'
      : reports.length === 0
        ? 'No report has come. Answer from what you know, and say that nobody could look into it.'
        : `Make one result of the reports below, as an answer to the goal. Where they contradict each other, say so and decide, with a reason. ${cite}`,
    run.limit ? `${limitSentence(run)} This is the last call. Name what is missing.` : '',
    failures(run, reports),
    droppedSection(pass),
  )
}

function failures(run: Run, reports: readonly WorkReport[]): string {
  const failed = reports.filter(({ ok }) => !ok)
  if (failed.length === 0) return ''
  const rows = failed.map(
    ({ agent, error }) => `- **${seatName(run, agent)}**: ${cleanLine(error?.message ?? 'failed')}`,
  )
  return `## Failed\n\n${rows.join('\n')}\n\nName these gaps in the result; do not fill them with something that no report says.`
}

export const joinSections = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n\n')
