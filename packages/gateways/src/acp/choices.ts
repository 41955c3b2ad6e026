import { type AvailableCommand, RequestError, type SessionConfigOption } from '@agentclientprotocol/sdk'
import { modes, Reasoning } from '@convene/domain'
import { availableModels, describedTeams } from '@convene/host'
import type { Chosen, EditorSession } from './editor-session.ts'

const text = (hint: string) => ({ input: { hint } })

/** The commands that a prompt may begin with. */
export const commands: readonly AvailableCommand[] = [
  { name: 'panel', description: 'Let a panel debate and vote', ...text('question') },
  { name: 'plan', description: 'Plan a job in steps and carry them out', ...text('job') },
  { name: 'broadcast', description: 'Ask every member independently', ...text('question') },
  { name: 'team', description: 'Put this team on a goal', ...text('name and goal') },
  { name: 'approve', description: 'Approve the pending topic or plan' },
  { name: 'reject', description: 'Send the topic or plan back', ...text('what should change') },
  { name: 'status', description: 'Show the status of the run' },
  { name: 'pause', description: 'Pause the run' },
]

const DEFAULT = 'default'

/** The limits on offer. The settings can name others. */
const COSTS: readonly string[] = ['0.5', '1', '2', '5', '10', '20']

/** Mode, team, model, reasoning and cost of the next run, with the available choices. */
export async function optionsFor({ program, chosen }: EditorSession): Promise<SessionConfigOption[]> {
  const { settings } = await program.settings()
  const catalog = await availableModels(program, settings, await program.withStandIns())
  const models = catalog.providers.filter(({ configured }) => configured).flatMap((provider) => provider.models)
  const teams = await describedTeams(program)
  return [
    select('mode', 'Mode', chosen.mode, Object.keys(modes)),
    select(
      'team',
      'Team',
      chosen.team,
      teams.map(({ slug }) => slug),
    ),
    select(
      'model',
      'Model',
      chosen.model,
      models.map(({ name }) => name),
    ),
    select('reasoning', 'Reasoning', chosen.reasoning, Reasoning.options),
    select('maxCost', 'Cost limit ($)', chosen.maxCost, COSTS),
  ]
}

function select(id: keyof Chosen, name: string, value: string, values: readonly string[]): SessionConfigOption {
  const known = value === '' || values.includes(value) ? values : [value, ...values]
  const options = [{ value: DEFAULT, name: 'Default' }, ...known.map((each) => ({ value: each, name: each }))]
  const category = { mode: 'mode', model: 'model', reasoning: 'thought_level', team: undefined, maxCost: undefined }[id]
  return { type: 'select', id, name, currentValue: value || DEFAULT, options, ...(category && { category }) }
}

/** The choice with one option changed. Values that are not offered are refused. */
export async function withOption(session: EditorSession, id: string, value: string): Promise<Chosen> {
  const option = (await optionsFor(session)).find((each) => each.id === id)
  const offered =
    option?.type === 'select' ? option.options.flatMap((each) => ('value' in each ? [each.value] : [])) : []
  if (!offered.includes(value))
    throw RequestError.invalidParams(
      undefined,
      `Unknown value "${value}" for "${id}". Use one of: ${offered.join(', ')}.`,
    )
  return { ...session.chosen, [id]: value === DEFAULT ? '' : value }
}
