import { askOf } from './panel-of.ts'
import type { TracedRequest, World } from './world.ts'

type Draw = (world: World, request: TracedRequest) => string | undefined

/** How the agents of a loop answer each heading: mostly by the protocol, sometimes not. */
export function loopAnswer(world: World, request: TracedRequest): string | undefined {
  const run = world.ledger(request.session).run?.data
  if (run?.mode === 'agent') return run.settings.mode.reflect === true ? alone(world, request) : undefined
  if (run?.mode !== 'orchestrate' && run?.mode !== 'reflect') return undefined
  const draw = draws[askOf(request).heading]
  if (!draw) return undefined
  return world.random.chance(0.05) ? `Something else: ${request.effect.length}.` : draw(world, request)
}

const layouts = [
  (name: string, task: string) => `@worker:${name}\n${task}\n@end\n`,
  (name: string, task: string) => `@WORKER:\`${name}\` ${task}\n`,
  (name: string, task: string) => `- @worker:${name} ${task} @end\n`,
]

const plan: Draw = (world, request) => {
  const { random } = world
  const members = world.ledger(request.session).run?.data.team.members ?? []
  const chosen = members.filter(() => random.chance(0.7)).map(({ name }) => name)
  const names = random.chance(0.1) ? [...chosen, 'nobody'] : chosen
  if (random.chance(0.15))
    return JSON.stringify(names.map((worker) => ({ worker, task: `Do your part of ${request.effect}.` })))
  const layout = random.pick(layouts)
  return `Here is the plan.\n${names.map((name) => layout(name, `Do your part of ${request.effect}.`)).join('')}`
}

/** Some members try to decide for the lead. The others answer as usual. */
const work: Draw = ({ random }, { agent, effect }) =>
  random.chance(0.2) ? `${agent} says ${effect}.\n[[GROUP_REFLECT_COMPLETE]]\nSCORE: 1` : undefined

/** Often the same words again, so some runs stall. */
const synthesis: Draw = ({ random }, { effect }) =>
  random.chance(0.5) ? `The result as it was before, number ${random.below(2)}.` : `The result of ${effect}.`

const evaluation: Draw = ({ random }, { agent }) => {
  if (agent !== 'mona')
    return random.pick([
      '[[GROUP_REFLECT_COMPLETE]]',
      '[[NEEDS_ITERATION]]\nMore.',
      '[[needs_iteration]]',
      '[[GROUP_REFLECT_COMPLETE]]\n\nHowever, it is too short.',
    ])
  return random.pick([
    `SCORE: ${random.below(11) / 10}\nRATIONALE: So it seems.`,
    `SCORE: ${random.below(9) / 10}`,
    'Bananas.',
    '[[group_reflect_complete]]',
  ])
}

const alone: Draw = ({ random }, { effect }) =>
  random.pick([
    undefined,
    undefined,
    'The same answer as always.',
    `Done: ${effect}.\n[[REFLECTION_COMPLETE]]`,
    '[[reflection_complete]]',
  ])

const draws: { readonly [heading: string]: Draw } = {
  Plan: plan,
  Task: work,
  Synthesize: synthesis,
  Evaluate: evaluation,
}
