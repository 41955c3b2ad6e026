import type { ModelInfo } from '../event/run-settings.ts'
import type { Refusal } from '../shared/result.ts'
import type { Seat } from '../team/team.ts'
import { numberText } from '../text/amounts.ts'
import type { ToolSpec } from '../tool/tool.ts'

/** The share of a model's window that its tools may take: the rest is for the conversation and the answer. */
const SHARE = 1 / 4
/** The minimum cost of a tool, with the words providers put around it. */
const TOKENS_PER_TOOL = 150
/** Which tools stay if there is no room for all: with these alone an agent can look, change and try. */
const FIRST = ['read', 'grep', 'edit', 'write', 'bash', 'list', 'glob', 'search', 'webfetch', 'websearch']

/** Tools do not change during a run, and each step of a task may have a hundred of them. */
const measured = new WeakMap<ToolSpec['input'], number>()

/** The estimated tokens a tool takes in every request. */
export function toolTokens({ name, description, input }: ToolSpec): number {
  const schema = measured.get(input) ?? JSON.stringify(input).length
  measured.set(input, schema)
  return Math.max(TOKENS_PER_TOOL, Math.ceil((name.length + description.length + schema) / 4))
}

type Sized = Pick<ModelInfo, 'context' | 'rehearsal'>

/**
 * The tools that fit a quarter of the model's window, in their order. All of them if the window is unknown: a guess
 * must not take anything away. `lent`: what a step was given by name stays.
 */
export function fittingTools(
  tools: readonly ToolSpec[],
  model: Sized | undefined,
  lent: readonly string[] = [],
): readonly ToolSpec[] {
  if (!model?.context || model.rehearsal) return tools
  let room = Math.floor(model.context * SHARE)
  if (tools.reduce((sum, tool) => sum + toolTokens(tool), 0) <= room) return tools
  const rank = ({ name }: ToolSpec) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length)
  const stays = new Set<ToolSpec>()
  for (const tool of tools.toSorted((one, other) => rank(one) - rank(other))) {
    const tokens = toolTokens(tool)
    if (tokens > room && !lent.includes(tool.name)) continue
    room -= tokens
    stays.add(tool)
  }
  return tools.filter((tool) => stays.has(tool))
}

type Models = { readonly [model: string]: Sized }

/** One warning per agent whose model has no room for all of its tools. */
export function roomWarnings(
  seats: readonly Seat[],
  models: Models,
  toolsOf: (seat: Seat) => readonly ToolSpec[],
): readonly Refusal[] {
  return seats.flatMap((seat) => {
    const all = toolsOf(seat)
    const model = models[seat.model]
    const fitting = fittingTools(all, model)
    const left = all.filter((tool) => !fitting.includes(tool)).map(({ name }) => name)
    if (left.length === 0) return []
    const window = numberText(model?.context ?? 0)
    const message = `The context window of ${seat.model} (${window} tokens) has no room for all of ${seat.name}'s tools. Left out: ${left.join(', ')}.`
    return [{ code: 'small_window', message }]
  })
}
