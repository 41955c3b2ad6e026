import { type Json, toArray } from '@convene/domain'
import type { ModelPart } from '@convene/engine'
import type { TracedRequest, World } from './world.ts'

const inner: readonly string[] = ['delegateWork', 'task', 'question', 'reportOut', 'decide', 'vote', 'handoff']
type Draw = (world: World, request: TracedRequest) => { readonly [name: string]: Json }

/**
 * The calls of one reply: usually a few, sometimes the same one repeatedly, sometimes more than anyone could follow.
 */
export function* drawCalls(world: World, request: TracedRequest): Generator<ModelPart, void, undefined> {
  const { random } = world
  if (random.chance(isStuck(request) ? 0.8 : 0.05)) return yield stubborn
  const wanted = drawCall(world, request)
  yield wanted
  if (random.chance(0.2)) yield wanted
  const more = random.chance(0.004) ? 65 : random.below(3)
  for (let count = more; count > 0; count--) yield more > 3 ? readOf(count) : drawCall(world, request)
}

const readOf = (count: number): ModelPart => ({ type: 'call', tool: 'read', input: { target: `file-${count}` } })
const stubborn = readOf(0)

/** Its last reply only repeated the same request. */
export function isStuck({ lines }: TracedRequest): boolean {
  const last = toArray(lines).findLast((line) => line.role === 'assistant')
  const calls = last?.role === 'assistant' ? last.calls : []
  return calls.length === 1 && JSON.stringify(calls[0]?.input) === '{"target":"file-0"}'
}

function drawCall(world: World, request: TracedRequest): ModelPart {
  const { random } = world
  const offered = request.tools.map(({ name }) => name).filter((name) => inner.includes(name))
  const handing = offered.filter((name) => ['delegateWork', 'task', 'decide'].includes(name))
  const likely = [...offered, ...handing, ...handing]
  const ofSession = likely.length > 0 && random.chance(handing.length > 0 ? 0.8 : 0.4) ? random.pick(likely) : undefined
  const tool = ofSession ?? (random.chance(0.03) ? random.pick(inner) : random.pick(hosted))
  const input = inputs[tool]?.(world, request) ?? { target: `file-${random.below(5)}` }
  return random.chance(0.06) ? { type: 'call', tool, input, invalid: 'not valid JSON' } : { type: 'call', tool, input }
}

const hosted = ['read', 'read', 'list', 'write', 'write', 'write', 'shell', 'fly']

const inputs: { readonly [tool: string]: Draw } = {
  shell: ({ random }) => ({ target: random.pick(['git status', 'rm -rf x', 'make']) }),
  delegateWork: (world, request) => ({
    agentName: drawName(world, request),
    workDescription: `Work of ${request.effect}.`,
    reportExpectations: 'What you did.',
  }),
  task: (world, request) => ({
    agentName: world.random.pick(['explore', 'explore', 'explore', 'review', 'review', 'compaction', 'ada']),
    prompt: `Job of ${request.effect}.`,
    ...(world.random.chance(0.4) && { background: true }),
    ...(world.random.chance(0.3) && { resume: drawEarlier(world, request) }),
  }),
  question: (_world, { effect }) => ({ question: `Which one, asks ${effect}?`, options: ['this', 'that'] }),
  reportOut: (_world, request) => ({ report: reportOf(request) }),
  decide: ({ random }, { effect }) => ({
    topic: `What now, asks ${effect}?`,
    options: random.pick([['wait', 'ship', 'ask'], ['wait', 'ship'], ['wait', 'Wait '], []]),
    evidence: `What ${effect} knows.`,
  }),
  vote: (world, { session, agent, effect }) => ({
    decision: world.random.pick(['d1', 'nothing', ...world.ledger(session).decisions.open.keys()]),
    option: world.random.pick(['wait', 'ship', 'fly']),
    reason: secretOf(agent, effect),
  }),
  handoff: ({ random }) => ({ to: random.pick(['ada', 'bert', 'nobody']), reason: 'They know.' }),
}

/** A voter's reason: text that must stay secret until the vote is closed. */
export const secretOf = (agent: string, effect: string): string => `secret of ${agent} in ${effect}`

/** A delegate's report: text that no one else says. */
export const reportOf = ({ agent, effect }: TracedRequest): string => `${agent} reports ${effect}.`

/** Usually a valid name. Sometimes the agent itself, one that waits for this work, or an unknown one. */
function drawName({ random }: World, { agent, tools }: TracedRequest): string {
  const input = tools.find(({ name }) => name === 'delegateWork')?.input.properties as Named | undefined
  const targets = input?.agentName?.enum ?? []
  return targets.length > 0 && random.chance(0.85)
    ? random.pick(targets)
    : random.pick(['ada', agent, 'nobody', 'explore'])
}

type Named = { readonly agentName?: { readonly enum?: readonly string[] } }

const drawEarlier = (world: World, { session, agent }: TracedRequest): string =>
  world.random.pick([agent, '1/nobody/c1-1', ...called(world, session), ...called(world, session)])

const called = (world: World, session: TracedRequest['session']): readonly string[] =>
  [...world.ledger(session).tasks.all.values()].filter(({ via }) => via === 'task').map(({ id }) => id)
