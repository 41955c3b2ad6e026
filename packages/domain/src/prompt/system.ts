import type { Run } from '../state/session.ts'
import { delegationSection, delegationTargets } from '../state/targets.ts'
import type { Seat } from '../team/team.ts'
import { cleanLine } from '../text/clean.ts'
import { quoted } from '../text/quoted.ts'
import { visible } from '../text/visible.ts'

const PREFIX = 'Working directory: {{working_directory}}'

/** What the run is about, and the folder the agent's tools work in. */
type Workplace = {
  readonly workspace: string
  readonly directory: string
  /** The user's constraints for the whole session. */
  readonly constraints?: string
}

/**
 * An agent's system prompt. It is the same in every run and every day, or providers' prompt caches would miss: the date
 * is in the first message, unless the agent's own prompt uses it.
 */
export function systemPrompt(run: Run, seat: Seat, place: Workplace): string {
  const opening = `You are ${seat.name}, ${seat.seat} of the team ${run.team.name}.`
  const body = seat.usePrefix ? `${PREFIX}\n\n${seat.prompt}` : seat.prompt
  const { constraints = '' } = place
  const ruled = constraints === '' ? '' : `## Constraints of the user\n\n${constraints}`
  const parts = [opening, fill(body, variables(run, seat, place)), ruled, ...additions(run, seat)]
  return visible(parts.filter((part) => part !== '').join('\n\n'))
}

/** What the team, the workspace and the seat add to an agent's own prompt. */
function additions(run: Run, seat: Seat): readonly string[] {
  const { agentsMd, skills = [] } = run.settings
  const listed = skills.map(({ name, description }) => `- **${name}**: ${cleanLine(description)}`)
  return [
    run.team.sharedContext && `## Shared context\n\n${quoted(run.team.sharedContext)}`,
    delegationSection(delegationTargets(run, seat)),
    listed.length > 0 ? `## Skills\n\nRead one with the skill tool when it fits:\n\n${listed.join('\n')}` : '',
    agentsMd ? `## AGENTS.md of this workspace\n\n${quoted(agentsMd)}` : '',
  ]
}

const placeholder = /\{\{\s*([\w-]+)\s*\}\}/g

/** Substituted once, without expanding the result: a value that contains `{{x}}` stays as is. */
export function fill(text: string, values: { readonly [name: string]: string }): string {
  return text.replace(placeholder, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  )
}

/** Variables without a value in an agent's prompt: the model would read them literally. */
export function unknownVariables(
  { prompt, variables: own }: Pick<Seat, 'prompt' | 'variables'>,
  settings: object,
): readonly string[] {
  const names = [...prompt.matchAll(placeholder)].map(([, name = '']) => name)
  const isKnown = (name: string) =>
    [own, settings].some((values) => Object.hasOwn(values, name)) || builtIn.includes(name)
  return [...new Set(names.filter((name) => !isKnown(name)))]
}

const builtIn = ['current_time', 'working_directory', 'workspace_name', 'agent_name']

/** The date on which the run started. A time of day would change with every run. */
export function dateOf({ since }: Pick<Run, 'since'>): string {
  if (since !== last.since) last = { since, date: new Date(since).toISOString().slice(0, 10) }
  return last.date
}

/** All tasks of a run need the same date. */
let last = { since: Number.NaN, date: '' }

function variables(run: Run, seat: Seat, { workspace, directory }: Workplace): { readonly [name: string]: string } {
  return {
    ...run.settings.variables,
    ...seat.variables,
    current_time: dateOf(run),
    working_directory: directory,
    workspace_name: workspace.split(/[\\/]/).filter(Boolean).at(-1) ?? workspace,
    agent_name: seat.name,
  }
}
