import { basename } from 'node:path'
import { cleanLine, isUnnamed, type Run, type Session } from '@convene/domain'
import { stateText, verdictOf, verdictParts } from '@convene/reading'
import { inlineMarkdown } from '../../markdown/nested.ts'
import { sessionSpentText } from '../totals/spent-text.ts'

/** The session in a few lines. */
export function sessionSummary(state: Session, interrupted: boolean): string {
  const { run } = state
  const rows = [
    ...(cleanLine(state.goal) === cleanLine(state.title) ? [] : [`Goal: ${inlineMarkdown(state.goal)}`]),
    ...(state.constraints === '' ? [] : [`Constraints: ${inlineMarkdown(state.constraints)}`]),
    ...(run ? [`Mode: ${run.mode}`, ...teamRow(run), `State: ${inlineMarkdown(stateText(state, interrupted))}`] : []),
    ...verdictRow(state),
    `Created: ${new Date(state.createdAt).toISOString()}`,
    // Exports are shared: the whole path would name the user and their folders.
    ...(state.workspace === '' ? [] : [`Workspace: ${inlineMarkdown(basename(state.workspace) || '/')}`]),
    `Spent: ${sessionSpentText(state)}`,
    `Session: ${state.id}`,
  ]
  return rows.map((row) => `- ${row}`).join('\n')
}

/** Agents picked for a single run have no team name. */
const teamRow = ({ team }: Run): readonly string[] => (isUnnamed(team) ? [] : [`Team: ${inlineMarkdown(team.name)}`])

/** The same strip as on the page and in the terminal. */
function verdictRow({ run }: Session): readonly string[] {
  const verdict = verdictOf(run)
  return verdict ? [`Verdict: ${verdictParts(verdict).join(' · ')}`] : []
}
