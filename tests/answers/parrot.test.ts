import { type Event, Seat } from '@convene/domain'
import { answerParts as answers, type Play, runOf, SimulatedSession } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { cast, type Says } from '../golden/cast.ts'
import { askOf, cast as crew, crewOf, planOf, step } from '../plan/crew.ts'

const seat = (slug: string, more: object = {}) =>
  Seat.parse({
    name: slug.toUpperCase(),
    slug,
    prompt: `You are ${slug}.`,
    model: 'alpha/one',
    seat: 'member',
    ...more,
  })
const lead = seat('lead', { seat: 'lead', execution: 'single', tools: 'none' })
const judge = seat('judge', { seat: 'judge', execution: 'single', tools: 'none' })
const members = [seat('ada'), seat('bert')]

const instructions = (ask: string): string => ask.split(/^(?=## )/mu).at(-1) ?? ask
const form = (ask: string): string => ask.split('\n\n').at(-1) ?? ask
/** Gaps filled with a value, and the words of the form kept: what a parrot makes of a form. */
const filled = (ask: string): string =>
  form(ask).replaceAll('<a number from 0 to 1>', '1').replaceAll('<member name>', 'ADA').replaceAll(/[<>]/gu, '')

/** How a small model gives its ask back. */
const parrots: { readonly [name: string]: (ask: string) => string } = {
  'the whole ask': (ask) => ask,
  'the instructions': instructions,
  'the instructions without brackets': (ask) => instructions(ask).replaceAll(/[<>]/gu, ''),
  'the form': form,
  'the form, filled with its own words': filled,
  'the instructions, and a value at their end': (ask) => `${instructions(ask)}\n\n${filled(ask)}`,
}

const kinds = Object.keys(parrots)
const parrot =
  (name: string): Play =>
  (request) =>
    answers(parrots[name]?.(askOf(request)) ?? '')

async function played(model: Play, run: Parameters<typeof runOf>[0]): Promise<SimulatedSession> {
  const stage = new SimulatedSession({ model })
  await stage.create(runOf(run))
  await stage.untilRest()
  return stage
}

const ofType = (stage: SimulatedSession, type: Event['type']) => stage.events.filter((event) => event.type === type)
const states = (stage: SimulatedSession) =>
  ofType(stage, 'run.finished').map(({ data }) => (data as { readonly reason: string }).reason)
const warnings = (stage: SimulatedSession): string =>
  ofType(stage, 'warning')
    .map(({ data }) => (data as { readonly message: string }).message)
    .join('\n')

const work: Says = {
  'lead Plan': () => answers('@worker:ADA\nRead it.\n@end'),
  ada: () => answers('It is sound.'),
  'lead Synthesize': () => answers('Ship it.'),
}

describe.each(kinds)('a model that gives back %s', (kind) => {
  test('judges nothing: the loop does not end as met', async () => {
    const says = { ...work, 'judge Evaluate': parrot(kind), 'lead Evaluate': parrot(kind) }
    const stage = await played(cast(says), {
      mode: 'reflect',
      team: { lead, members, judge },
      limits: { maxIterations: 1 },
    })
    expect(ofType(stage, 'evaluation')).toEqual([])
    expect(states(stage)).toEqual(['max_iterations'])
  })

  test('assigns nobody', async () => {
    const says = { ...work, 'lead Plan': parrot(kind) }
    const stage = await played(cast(says), { mode: 'orchestrate', team: { lead, members } })
    expect(ofType(stage, 'message').filter(({ data }) => (data as { kind: string }).kind === 'assignment')).toEqual([])
    expect(states(stage)).toEqual(['error:no_assignments'])
  })

  test('is not done with its own answer', async () => {
    const reflect = { mode: 'agent', team: { members: [seat('ada')] }, settings: { mode: { reflect: true } } }
    const stage = await played(cast({ ada: parrot(kind) }), { ...reflect, limits: { maxIterations: 2 } })
    expect(ofType(stage, 'evaluation')).toEqual([])
    expect(states(stage)).not.toEqual(['goal_met'])
  })

  test('plans nothing', async () => {
    const stage = new SimulatedSession({ model: withParrot(['planner Plan'], kind) })
    await stage.create(crewOf())
    await stage.untilRest()
    expect(ofType(stage, 'plan.drafted')).toEqual([])
  })

  test('neither approves, accepts nor takes over', async () => {
    const asks = ['tester Review plan', 'reviewer Review', 'tester Handoff']
    const stage = new SimulatedSession({ model: withParrot(asks, kind) })
    await stage.create(crewOf())
    await stage.untilRest()
    const verdicts = ofType(stage, 'plan.reviewed').filter(({ agent }) => agent === 'tester')
    expect(verdicts.map(({ data }) => (data as { verdict: string }).verdict)).not.toContain('approve')
    expect(JSON.stringify(ofType(stage, 'handoff'))).not.toContain('"acknowledged"')
    expect(JSON.stringify(ofType(stage, 'step.state'))).not.toContain('"state":"accepted"')
    expect(states(stage)).not.toEqual(['done'])
  })
})

test('a judge that fills the form with its own words is said to have repeated its instructions', async () => {
  const says = {
    ...work,
    'judge Evaluate': parrot('the form, filled with its own words'),
    'lead Evaluate': () => answers('Hm.'),
  }
  const stage = await played(cast(says), {
    mode: 'reflect',
    team: { lead, members, judge },
    limits: { maxIterations: 1 },
  })
  expect(warnings(stage)).toContain('JUDGE repeated its instructions instead of answering. Asking again.')
})

/** A crew in which some asks are only repeated. The first step is offered to the tester once. */
function withParrot(asks: readonly string[], kind: string): Play {
  const plan = planOf(step('s1', 'coder'))
  const others = crew({ planner: { Plan: plan }, coder: { Task: ['HANDOFF: tester: they know it', 'It is there.'] } })
  return (request, call) => {
    const heading = /^# (.+)$/mu.exec(askOf(request))?.[1] ?? ''
    return asks.includes(`${request.agent} ${heading}`) ? parrot(kind)(request, call) : others(request, call)
  }
}
