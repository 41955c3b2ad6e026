import { panelReport } from './panel.ts'
import {
  type AnswerMaterial,
  brought,
  bulleted,
  CONNECT,
  firstLine,
  fromFiles,
  LABEL,
  paragraphs,
  requestedPart,
} from './parts.ts'
import { clip, escaped, inert, withoutMarkup } from './quote.ts'

const MOST_MEMBERS = 4
const ENOUGH_ITERATIONS = 2

/** If asked to revise its answer, it has nothing to add: the same files give the same lines. */
export const respond = (material: AnswerMaterial): string =>
  material.ask.sections['Go over it'] === undefined
    ? paragraphs(
        LABEL,
        requestedPart(material, 'Asked'),
        fromFiles(material),
        brought(material, 'Heard before'),
        CONNECT,
      )
    : '[[REFLECTION_COMPLETE]]'

export const task = (material: AnswerMaterial): string =>
  paragraphs(
    LABEL,
    requestedPart(material, 'Task'),
    fromFiles(material),
    brought(material, 'Heard before'),
    '**Not carried out** A rehearsal changes no file and runs no command.',
  )

/** `- **Name**: speciality` */
export function sampleAssignments({ ask }: AnswerMaterial): string {
  const names = [...(ask.known.Members ?? '').matchAll(/^- \*\*(.{1,60}?)\*\*:/gm)].map(([, name = '']) => inert(name))
  const work = `Look for what the files say about this: ${inert(firstLine(ask.goal))}`
  const blocks = [...new Set(names)].slice(0, MOST_MEMBERS).map((name) => `@worker:${name}\n${work}\n@end`)
  return paragraphs(LABEL, 'Everyone looks for the same thing, to show how work is handed out.', ...blocks)
}

/** Three steps in a row. `- Name (`slug`) …` lists who can own one. */
export function sampleSteps({ ask }: AnswerMaterial): string {
  const slugs = [...(ask.sections.Team ?? '').matchAll(/^- .{1,80}? \(`([a-z0-9-]{1,50})`\)/gm)].map(
    ([, slug = '']) => slug,
  )
  const descriptions = [
    'Find out what the files say about the goal.',
    `Work on the goal: ${firstLine(ask.goal)}`,
    'Check what was done.',
  ]
  const planned = descriptions.map((description, at) => ({
    id: `s${at + 1}`,
    owner: slugs[at % Math.max(1, slugs.length)] ?? '',
    description,
    acceptance: 'A sample criterion: there is a report.',
    dependsOn: at === 0 ? [] : [`s${at}`],
  }))
  return JSON.stringify({ steps: planned }, null, 2)
}

/** The reports with their authors. Adds nothing that is not in a report. */
export function sampleSynthesis(material: AnswerMaterial): string {
  const { ask } = material
  if (ask.sections['Result of the ballot'] !== undefined || /Executive Summary/.test(ask.body))
    return panelReport(material)
  const failed = [...(ask.sections.Failed ?? '').matchAll(/^- (.{1,300})$/gm)].map(([, row = '']) => row)
  return paragraphs(
    LABEL,
    requestedPart(material, 'Asked'),
    brought(material, 'What the team brought'),
    bulleted('**Failed**', failed),
    CONNECT,
  )
}

export function sampleScore({ ask }: AnswerMaterial): string {
  const { isMet, why } = judged(ask.body)
  return `SCORE: ${isMet ? '0.90' : '0.50'}\nRATIONALE: ${why}`
}

export function sampleOwnVerdict({ ask }: AnswerMaterial): string {
  const { isMet, why } = judged(ask.body)
  return `${isMet ? '[[GROUP_REFLECT_COMPLETE]]' : '[[NEEDS_ITERATION]]'}\n\n${why}`
}

/** Asks for one more iteration, to show how that works. Then it is enough. */
function judged(body: string): { readonly isMet: boolean; readonly why: string } {
  const [, now = '1', most = '1'] = /iteration (\d{1,6}) of (\d{1,6})/i.exec(body) ?? []
  const isMet = Number(now) >= Math.min(Number(most), ENOUGH_ITERATIONS)
  const what = isMet ? 'ends here' : 'asks for one more iteration'
  return { isMet, why: `A rehearsal does not judge: it ${what}, to show how that goes.` }
}

export const reviewPlan = (): string => paragraphs('APPROVE', LABEL, 'A rehearsal has no concerns.')

export const sampleReview = ({ ask }: AnswerMaterial): string =>
  paragraphs(LABEL, ask.sections.Report ? 'ACCEPT' : 'REOPEN: there is no report', 'A rehearsal checks nothing.')

export const takeOver = (): string => 'ACKNOWLEDGE'

export const sampleWaysOn = (): string => '- Try the step again\n- Leave the step out'

/** The goal's first line. A title is a name, so it carries no label. */
export const title = ({ ask }: AnswerMaterial): string => firstLine(ask.body, 60).replace(/[.!\s]+$/, '') || 'Untitled'

/** A shorter version: the first line of each message. Nothing is paraphrased. */
export const sampleSummary = (material: AnswerMaterial): string =>
  paragraphs(LABEL, escaped(clip(withoutMarkup(material.ask.goal), 400)), brought(material, 'Said so far'))
