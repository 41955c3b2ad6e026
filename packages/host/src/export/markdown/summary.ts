import { basename } from 'node:path'
import {
  cleanLine,
  costText,
  countText,
  endText,
  phaseText,
  type Session,
  tokensText,
  verdictOf,
  verdictParts,
} from '@convene/domain'
import { tookText } from '../took-text.ts'
import { inline } from './nested.ts'

/** What the session was, in a few lines. */
export function summary(state: Session): string {
  const { run, spent } = state
  const cost = `${countText(spent.calls, 'call')}, ${tokensText(spent.input + spent.output)} tokens, ${costText(spent)}`
  const rows = [
    ...(cleanLine(state.goal) === cleanLine(state.title) ? [] : [`Goal: ${inline(state.goal)}`]),
    ...(state.constraints === '' ? [] : [`Constraints: ${inline(state.constraints)}`]),
    ...(run ? [`Mode: ${run.mode}`, `Team: ${inline(run.team.name)}`, `State: ${stateText(state)}`] : []),
    ...verdictRow(state),
    `Created: ${new Date(state.createdAt).toISOString()}`,
    // Exports are shared: the whole path would name the user and their folders.
    ...(state.workspace === '' ? [] : [`Workspace: ${inline(basename(state.workspace) || '/')}`]),
    `Spent: ${cost}${tookText(state)}`,
    `Session: ${state.id}`,
  ]
  return rows.map((row) => `- ${row}`).join('\n')
}

/** The same strip as on the page and in the terminal. */
function verdictRow({ run }: Session): readonly string[] {
  const verdict = verdictOf(run)
  return verdict ? [`Verdict: ${verdictParts(verdict).join(' · ')}`] : []
}

const stateText = ({ run }: Session): string =>
  run?.finished ? inline(endText(run.finished.state, run.finished.reason)) : phaseText(run?.phase ?? 'idle')
