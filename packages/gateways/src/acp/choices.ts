import { type AvailableCommand, RequestError, type SessionConfigOption } from '@agentclientprotocol/sdk'
import { allOptions, type ListedOption, modes, optionKindOf, type RunRequest, requestFrom } from '@convene/domain'
import { availableModels, type CommandContext, describedTeams, type Program } from '@convene/host'

/** The editor user's choices for the next run, by option. Empty means the default. */
export type EditorChoices = { readonly [option: string]: string }

/** Where and what an editor's user can choose. */
type Choosing = { readonly program: Program; readonly chosen: EditorChoices }

const expecting = (hint: string) => ({ input: { hint } })

/** The commands that a prompt may begin with. */
export const promptCommands: readonly AvailableCommand[] = [
  ...Object.values(modes).map(({ name, summary }) => ({
    name,
    description: capitalized(summary),
    ...expecting('goal'),
  })),
  { name: 'team', description: 'Put this team on a goal', ...expecting('name and goal') },
  { name: 'approve', description: 'Approve the pending topic or plan' },
  { name: 'reject', description: 'Send the topic or plan back', ...expecting('what should change') },
  { name: 'status', description: 'Show the status of the run' },
  { name: 'pause', description: 'Pause the run' },
]

function capitalized(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

const DEFAULT = 'default'
const [ON, OFF] = ['on', 'off']

/** The options of the next run that can be chosen in an editor. */
const offered = allOptions.filter(({ inEditor = [] }) => inEditor.includes('choices'))

/** Each with its values, as they are now. */
export async function sessionOptions({ program, chosen }: Choosing): Promise<SessionConfigOption[]> {
  return Promise.all(
    offered.map(async (option) => select(option, chosen[option.key] ?? '', await valuesOf(option, program))),
  )
}

/** The values of options that name what this machine has. */
const named: { readonly [key: string]: (program: Program) => Promise<readonly string[]> } = {
  team: async (program) => (await describedTeams(program)).map(({ slug }) => slug),
  model: async (program) => {
    const { settings } = await program.settings()
    const { providers } = await availableModels(program, settings, await program.withStandIns())
    return providers.filter(({ configured }) => configured).flatMap(({ models }) => models.map(({ name }) => name))
  },
}

async function valuesOf(option: ListedOption, program: Program): Promise<readonly string[]> {
  const { key, choices, suggested = [] } = option
  const kind = optionKindOf(option)
  if (kind.type === 'flag') return [ON, OFF]
  if (kind.type === 'choice') return kind.choices
  return (await named[key]?.(program)) ?? choices?.() ?? suggested.map(String)
}

/** What editors know some options as. */
const categories: { readonly [key: string]: string } = { mode: 'mode', model: 'model', reasoning: 'thought_level' }

/** The settings can have set a value that is not on offer. */
function select({ key, label, hint }: ListedOption, value: string, values: readonly string[]): SessionConfigOption {
  const known = value === '' || values.includes(value) ? values : [value, ...values]
  const options = [{ value: DEFAULT, name: 'Default' }, ...known.map((each) => ({ value: each, name: each }))]
  const category = categories[key]
  return {
    ...{ type: 'select', id: key, name: label, description: hint, currentValue: value || DEFAULT, options },
    ...(category !== undefined && { category }),
  }
}

/** The choice with one option changed. Values that are not offered are refused. */
export async function withOption(session: Choosing, id: string, value: string): Promise<EditorChoices> {
  const option = (await sessionOptions(session)).find((each) => each.id === id)
  const values =
    option?.type === 'select' ? option.options.flatMap((each) => ('value' in each ? [each.value] : [])) : []
  if (!values.includes(value))
    throw RequestError.invalidParams(
      undefined,
      `Unknown value "${value}" for "${id}". Use one of: ${values.join(', ')}.`,
    )
  return { ...session.chosen, [id]: value === DEFAULT ? '' : value }
}

/** What the flags of `convene acp` choose. */
export const choicesIn = ({ text, number, flag }: CommandContext['input']): EditorChoices =>
  Object.fromEntries(
    offered.map(({ key, flag: { name } = { name: key } }) => [
      key,
      text(name) ?? number(name)?.toString() ?? (flag(name) ? ON : ''),
    ]),
  )

/** The chosen options as a request. Those that another mode has are left out. */
export function requestedBy(chosen: EditorChoices): RunRequest {
  const set = offered.filter(({ key, mode }) => chosen[key] && (mode === undefined || mode === chosen.mode))
  return requestFrom(
    Object.fromEntries(set.map((option) => [option.key, readChoice(option, chosen[option.key] ?? '')])),
  )
}

function readChoice(option: ListedOption, chosen: string): unknown {
  const { type } = optionKindOf(option)
  return type === 'flag' ? chosen === ON : type === 'number' ? Number(chosen) : chosen
}
