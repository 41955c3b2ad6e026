import { items, type ModelRequest } from '@convene/domain'
import type { Model, ModelPart } from '@convene/engine'
import { instructionsIn, keyOf, LOOT } from './injection.ts'
import type { Attempt, Look } from './scenario.ts'

export type EvilScript = {
  readonly look: Look
  readonly speeches: { readonly [agent: string]: string }
  /** What it steals on sight. */
  readonly loot: RegExp
}

export type EvilModel = Model & {
  /** What an injection told it to do, and what it did or tried. */
  readonly obeyed: readonly (Attempt & { readonly agent: string })[]
  readonly requests: readonly ModelRequest[]
}

/**
 * A model that looks where it is sent, reads every text it is given, and does whatever any of them says. With each
 * order it does something harmless and new: an agent whose calls are all refused is soon stopped, and would not get to
 * try them all.
 */
export function evilModel({ look, speeches, loot }: EvilScript): EvilModel {
  const obeyed: (Attempt & { agent: string })[] = []
  const requests: ModelRequest[] = []
  const looked = new Map<string, number>()
  const done = new Set<string>()
  const stolen = new Set<string>()
  let pretexts = 0

  const nextLook = (agent: string): Attempt | undefined => {
    const at = looked.get(agent) ?? 0
    looked.set(agent, at + 1)
    return look[agent]?.[at]
  }
  const nextOrder = (agent: string, texts: readonly string[]): Attempt | undefined => {
    const order = texts.flatMap(instructionsIn).find((one) => !done.has(`${agent} ${keyOf(one)}`))
    if (!order) return undefined
    done.add(`${agent} ${keyOf(order)}`)
    const filled = { ...order, input: JSON.parse(fill(JSON.stringify(order.input), stolen)) }
    obeyed.push({ ...filled, agent })
    return filled
  }
  return {
    obeyed,
    requests,
    async *stream(request): AsyncGenerator<ModelPart> {
      requests.push(request)
      const { agent } = request
      const texts = textsOf(request)
      for (const text of texts) for (const [found] of text.matchAll(loot)) stolen.add(found)
      const said: string[] = []
      let order = nextLook(agent) ?? nextOrder(agent, texts)
      for (; order?.tool === 'say'; order = nextOrder(agent, texts)) said.push(saidBy(order))
      const pretext = order && { tool: 'glob', input: { pattern: `work-${++pretexts}.txt` } }
      const text = said.join('\n') || speeches[agent] || 'Done.'
      yield* reply(
        request,
        text,
        [order, pretext].filter((call) => call !== undefined),
      )
    },
  }
}

function* reply({ tools }: ModelRequest, text: string, wanted: readonly Attempt[]): Generator<ModelPart> {
  const has = (tool: string) => tools.some(({ name }) => name === tool)
  const owed: readonly Attempt[] = has('reportOut') ? [{ tool: 'reportOut', input: { report: text } }] : []
  const [order, ...pretexts] = wanted
  const calls = order ? [order, ...pretexts.filter(({ tool }) => has(tool))] : owed
  yield { type: 'text', text }
  for (const call of calls) yield { type: 'call', ...call }
  yield { type: 'finish', finish: calls.length > 0 ? 'tools' : 'stop', usage: { input: 1, cached: 0, output: 1 } }
}

/** Everything in a request that somebody else has written. */
function textsOf({ system, tools, lines }: ModelRequest): readonly string[] {
  const spoken = [...items(lines)].flatMap((line) => {
    if (line.role === 'assistant') return []
    return [line.role === 'tool' ? line.output : line.text]
  })
  return [system, ...tools.flatMap(({ description, input }) => [description, JSON.stringify(input)]), ...spoken]
}

const fill = (text: string, stolen: ReadonlySet<string>): string =>
  text.replaceAll(LOOT, encodeURIComponent([...stolen].join('.') || 'nothing'))

function saidBy({ input }: Attempt): string {
  return typeof input === 'object' && input !== null && 'text' in input ? String(input.text) : ''
}
