import { basename } from 'node:path'
import {
  cleanLine,
  costText,
  countText,
  isUnnamed,
  type Run,
  type Session,
  stateText,
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
    ...(run ? [`Mode: ${run.mode}`, ...teamRow(run), `State: ${inline(stateText(state))}`] : []),
    ...verdictRow(state),
    `Created: ${new Date(state.createdAt).toISOString()}`,
    // Exports are shared: the whole path would name the user and their folders.
    ...(state.workspace === '' ? [] : [`Workspace: ${inline(basename(state.workspace) || '/')}`]),
    `Spent: ${cost}${tookText(state)}`,
    `Session: ${state.id}`,
  ]
  return rows.map((row) => `- ${row}`).join('\n')
}

/** Agents that were put together for one run have no name. */
const teamRow = ({ team }: Run): readonly string[] => (isUnnamed(team) ? [] : [`Team: ${inline(team.name)}`])

/** The same strip as on the page and in the terminal. */
function verdictRow({ run }: Session): readonly string[] {
  const verdict = verdictOf(run)
  return verdict ? [`Verdict: ${verdictParts(verdict).join(' · ')}`] : []
}
