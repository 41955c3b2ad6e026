import { askOf } from './panel-of.ts'
import type { TracedRequest, World } from './world.ts'

type Draw = (world: World, request: TracedRequest) => string

/** How a plan's agent answers each heading: mostly by the protocol, sometimes not. */
export function planAnswer(world: World, request: TracedRequest): string | undefined {
  if (world.ledger(request.session).run?.data.mode !== 'plan') return undefined
  const draw = draws[askOf(request).heading]
  if (!draw) return undefined
  return world.random.chance(0.08) ? astray(request) : draw(world, request)
}

/** Words that look like an answer but are not. */
const traps: { readonly [heading: string]: string } = {
  'Review plan': 'APPROVE with concerns: nobody tests it.',
  Review: 'ACCEPT: the second criterion is not met.',
  Handoff: 'ACKNOWLEDGE, but not today.',
  Task: 'BLOCKED: not any more.',
}

const astray = (request: TracedRequest): string =>
  `Something else: ${request.effect.length}.\n${traps[askOf(request).heading] ?? ''}`.trim()

const owners = ['ada', 'BERT', 'cleo', 'hugo']

/** A few steps that depend on earlier ones. Sometimes a plan that cannot be carried out. */
const plan: Draw = ({ random, calm }) => {
  const count = random.between(1, 5)
  const steps = Array.from({ length: count }, (_, index) => ({
    id: random.chance(calm ? 0 : 0.04) ? 's1' : `s${index + 1}`,
    owner: random.chance(calm ? 0 : 0.05) ? 'nobody' : random.pick(owners),
    description: `Do part ${index + 1}.`,
    acceptance: 'It is done.',
    dependsOn: Array.from({ length: index }, (_unused, earlier) => `s${earlier + 1}`).filter(() => random.chance(0.3)),
    ...(random.chance(0.3) && { tools: random.pick([['read'], ['read', 'write'], [], ['shell', 'handoff']]) }),
    ...(random.chance(0.3) && { approve: random.pick(['auto', 'ask']) }),
    ...(random.chance(0.3) && {
      budget: random.pick([{ tokens: 200 }, { toolCalls: 1 }, { minutes: 0.1 }, { files: 1 }]),
    }),
    ...(random.chance(0.3) && { worktree: true }),
  }))
  return JSON.stringify({ steps })
}

const draws: { readonly [heading: string]: Draw } = {
  Plan: plan,
  'Review plan': ({ random }) =>
    random.pick(['APPROVE', 'APPROVE', 'APPROVE', 'CONCERNS: the order', 'APPROVE, but the order is wrong.']),
  Task: ({ random }, { agent, effect }) =>
    random.pick([
      ...Array.from({ length: 6 }, () => `${agent} did ${effect}.`),
      'BLOCKED: no key\n- wait\n- ship',
      'BLOCKED: no idea',
      `HANDOFF: ${random.pick([...owners, 'nobody'])}: they know`,
    ]),
  Review: ({ random }) =>
    random.pick([
      'ACCEPT',
      'ACCEPT',
      'ACCEPT\n\nREOPEN is not needed.',
      'REOPEN: no proof',
      'ACCEPT, but nothing is tested.',
    ]),
  Handoff: ({ random }) => random.pick(['ACKNOWLEDGE', 'ACKNOWLEDGE', 'REFUSE: no time']),
}
