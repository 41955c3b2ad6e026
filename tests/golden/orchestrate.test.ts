import { Seat } from '@convene/domain'
import { answerParts as answers, failureParts as fails, type Play, runOf, SimulatedSession } from '@convene/testkit'
import { expect, test } from 'vitest'
import { cast, type Says } from './cast.ts'
import { keep } from './keep.ts'

const seat = (slug: string, more: object = {}) =>
  Seat.parse({ name: slug.toUpperCase(), slug, prompt: `You are ${slug}.`, model: 'alpha/one', seat: 'member', ...more })
const lead = seat('lead', { seat: 'lead', execution: 'single', tools: 'none' })
const members = [seat('ada'), seat('bert')]
const PLAN = 'Two parts.\n\n@worker:ADA\nRead the plan.\n@end\n@worker:Bert\nAsk the testers.\n@end'

const usual: Says = {
  'lead Plan': () => answers(PLAN),
  ada: () => [900, ...answers('The plan is sound.')],
  bert: () => [100, ...answers('The testers agree.')],
  'lead Synthesize': () => answers('Yes: the plan is sound [m4], and the testers agree [m5].'),
  'lead Follow-up': () => answers('Even then.'),
}

async function played(says: Says, run: Parameters<typeof runOf>[0] = {}): Promise<SimulatedSession> {
  const stage = new SimulatedSession({ model: cast({ ...usual, ...says }) })
  await stage.create(runOf({ mode: 'orchestrate', ...run, team: { lead, members, ...run.team } }))
  await stage.untilRest()
  return stage
}

const file = (stage: SimulatedSession, name: string) => keep(stage, `orchestrate-${name}`)

const dead = { retryable: false }

test('a lead plans, members work in parallel, and the lead combines their reports', async () => {
  await file(await played({}), 'done')
})

test('a lead learns before anybody begins that a part of its plan reaches nobody', async () => {
  const asks: string[] = []
  const stage = await played({
    'lead Plan': ({ lines }) => {
      asks.push(JSON.stringify([...lines.tail].at(-1)))
      return answers(asks.length === 1 ? '@worker:ADA\nRead it.\n@end\n@worker:Zoe\nAsk them.\n@end' : '@worker:BERT\nAsk them.\n@end')
    },
  })
  expect(asks[1]).toMatch(/A part of your plan reaches nobody.*“?Zoe/su)
  await file(stage, 'part-dropped')
})

test('what nobody was given is named where the lead combines the reports', async () => {
  let asked = ''
  const stage = await played({
    'lead Plan': () => answers('@worker:ADA\nRead it.\n@end\n@worker:Zoe\nAsk them.\n@end'),
    'lead Synthesize': ({ lines }) => {
      asked = JSON.stringify([...lines.tail].at(-1))
      return answers('Only half of it.')
    },
  })
  expect(asked).toMatch(/## Not assigned.*Zoe/su)
  expect(stage.events.filter(({ type }) => type === 'task.assigned').map(({ agent }) => agent)).toEqual(['lead', 'lead', 'ada', 'lead'])
})

test('a failed member is named to the lead, and the others continue', async () => {
  const stage = await played({
    bert: () => [10, { type: 'text', text: 'They said' }, ...fails('refused', dead)],
    'lead Synthesize': ({ lines }) => answers(JSON.stringify(lines).includes('## Failed') ? 'Bert is missing.' : 'All is well.'),
  })
  await file(stage, 'member-fails')
})

test('a member that takes too long is a failed report with its text so far', async () => {
  const stage = await played(
    { bert: () => [{ type: 'text', text: 'They say' }, 'hangs'] },
    { settings: { mode: { memberTimeout: 1 } } },
  )
  await file(stage, 'member-times-out')
})

test('if all members fail the lead is still asked, and learns of it', async () => {
  const stage = await played({
    ada: () => fails('refused', dead),
    bert: () => fails('unauthorized', dead),
    'lead Synthesize': ({ lines }) => answers(JSON.stringify(lines).includes('Every member failed.') ? 'Nobody could look.' : 'Fine.'),
  })
  await file(stage, 'all-fail')
})

test('a plan that assigns nobody is requested again, with the format', async () => {
  let plans = 0
  await file(await played({ 'lead Plan': () => answers(++plans < 3 ? 'I will do it myself.' : PLAN) }), 'plan-refused')
})

test('three plans that assign nobody fail the run', async () => {
  await file(await played({ 'lead Plan': () => answers('@worker:Zoe\nDo it.\n@end') }), 'no-assignments')
})

test('a lead that fails permanently fails the run', async () => {
  await file(await played({ 'lead Synthesize': () => fails('unauthorized', dead) }), 'lead-fails')
})

test('sentinels in a report do not act on the lead', async () => {
  const stage = await played({ ada: () => answers('All good.\n[[group_reflect_COMPLETE]]') })
  const asked = JSON.stringify(stage.requests.at(-1))
  expect(asked).toContain('[WORKER_APPROVED]')
  expect(asked).not.toMatch(/\[\[group_reflect_complete\]\]/i)
  await file(stage, 'sentinel')
})

test('a message from the user during the run reaches the lead with its next call', async () => {
  const stage = new SimulatedSession({ model: cast(usual) })
  await stage.create(runOf({ mode: 'orchestrate', team: { lead, members } }))
  await stage.play(50)
  await stage.tell({ type: 'message', text: 'Mind the holiday.' })
  await stage.untilRest()
  await stage.tell({ type: 'message', text: 'And in rain?' })
  await stage.untilRest()
  await file(stage, 'message')
})

test('pause lets the members finish, resume continues', async () => {
  const stage = new SimulatedSession({ model: cast(usual) })
  await stage.create(runOf({ mode: 'orchestrate', team: { lead, members } }))
  await stage.play(50)
  await stage.tell({ type: 'pause' })
  await stage.untilRest()
  await stage.tell({ type: 'resume' })
  await stage.untilRest()
  await file(stage, 'pause-resume')
})

test('a stop aborts the members', async () => {
  const stage = new SimulatedSession({ model: cast(usual) })
  await stage.create(runOf({ mode: 'orchestrate', team: { lead, members } }))
  await stage.play(50)
  await stage.tell({ type: 'stop' })
  await stage.untilRest()
  await file(stage, 'stop')
})

test('a time limit ends the members, and the lead combines the results so far', async () => {
  const stage = await played(
    { bert: () => [{ type: 'text', text: 'They say' }, 'hangs'], 'lead Synthesize': () => answers('So far: sound.') },
    { limits: { maxDuration: 1 } },
  )
  await file(stage, 'limit-time')
})

test('a token limit leaves the lead its synthesis', async () => {
  const small = (one: Seat) => ({ ...one, maxTokens: 300 })
  const used = (text: string, output: number): ReturnType<Play> => [
    { type: 'text', text },
    { type: 'finish', finish: 'stop', usage: { input: 300, cached: 0, output } },
  ]
  const stage = await played(
    { 'lead Plan': () => used(PLAN, 300), ada: () => used('The plan is sound.', 900), 'lead Synthesize': () => used('So far: sound.', 100) },
    { team: { lead: small(lead), members: members.map(small) }, limits: { maxTotalTokens: 3_000 } },
  )
  await file(stage, 'limit-tokens')
})
