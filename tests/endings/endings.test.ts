import { type EventOf, modes, type RunStart, Seat } from '@convene/domain'
import { answerParts, askOf, type Play, personas, type RunChoice, runOf, SimulatedSession } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { plays } from '../golden/panel-cast.ts'
import { cast, planOf, step } from '../plan/crew.ts'
import { ending, ofType, statesOf } from '../plan/story.ts'

/** A panel of eight asks all of them a second time for a ballot that it cannot read. */
const MOST_USELESS = 68
const names = Object.keys(modes)

const seat = (slug: string, role: Seat['seat']): Seat =>
  Seat.parse({ name: slug.toUpperCase(), slug, prompt: 'You answer.', model: 'alpha/one', seat: role })

const everyone = ['ada', 'bert', 'cleo', 'dora', 'emil', 'finn', 'gwen', 'hans']

/** A typical run of any mode: at least three members, with a lead and a judge if the mode has them. */
function crew(mode: string, { settings, ...choice }: RunChoice = {}, size = 3): RunStart {
  const members = everyone.slice(0, mode === 'agent' ? 1 : size)
  const led = ['delegate', 'orchestrate', 'reflect', 'plan', 'panel'].includes(mode)
  const team = {
    ...(led && { lead: seat('head', 'lead') }),
    ...((mode === 'panel' || mode === 'reflect') && { judge: seat('mod', 'judge') }),
  }
  const limits = modes[mode]?.limits({ members: members.map((slug) => seat(slug, 'member')) }) ?? {}
  return runOf({ mode, members, team, limits, ...choice, settings: { yes: true, interactive: false, ...settings } })
}

async function run(start: RunStart, model: Play): Promise<SimulatedSession> {
  const stage = new SimulatedSession({ model })
  await stage.create(start)
  await stage.untilRest()
  return stage
}

const callsOf = (stage: SimulatedSession): number =>
  ofType(stage, 'effect.started').filter(({ data }) => data.kind === 'model').length

const usage = { input: 50, cached: 0, output: 10 }
const wants = (tool: string, input: object) =>
  [
    { type: 'call', tool, input: input as never },
    { type: 'finish', finish: 'tools', usage },
  ] as const

const useless: { readonly [name: string]: Play } = {
  'says nothing': () => [{ type: 'finish', finish: 'stop', usage }],
  'says the same again': () => answerParts('Let me think about it.'),
  'calls tools that do not exist': ({ effect }) => wants('fly', { to: effect }),
  'makes the same call again': ({ tools }) =>
    tools.length > 0 ? wants('read', { target: 'file-0' }) : answerParts('Let me see.'),
  'makes the same call again, and holds a position': ({ agent, tools }) =>
    tools.length > 0
      ? wants('read', { target: 'file-0' })
      : answerParts(`I say so.\nPOSITION: As ${agent} said\nCONFIDENCE: 50\n[MORE_ANALYSIS_NEEDED]`),
  'hands its work around in a circle': ({ agent, tools }) =>
    tools.length > 0
      ? wants('delegateWork', {
          agentName: agent === 'ada' ? 'bert' : 'ada',
          workDescription: 'Do it.',
          reportExpectations: 'All.',
        })
      : answerParts('Somebody else does it.'),
  'asks an absent user': ({ tools, effect }) =>
    tools.some(({ name }) => name === 'question')
      ? wants('question', { question: `What of ${effect}?` })
      : answerParts('I asked.'),
  'is blocked': () => answerParts('BLOCKED: no idea'),
  'hands its work to nobody': () => answerParts('HANDOFF: nobody: they know'),
}

const calledAtMost = async (start: RunStart, model: Play): Promise<void> => {
  const stage = await run(start, model)
  expect(ending(stage)?.reason).toMatch(/\S/)
  expect(callsOf(stage)).toBeLessThanOrEqual(MOST_USELESS)
  expect(stage.world.violations).toEqual([])
}

const sized = names.flatMap((mode) => (mode === 'agent' ? [1] : [3, 5, 8]).map((size) => [mode, size] as const))

describe.each(sized)('in mode %s with %i members, a run in which nothing useful happens', (mode, size) => {
  test.each(Object.entries(useless))(
    'ends with a named reason and within its few calls if everybody %s',
    (_who, model) => calledAtMost(crew(mode, {}, size), model),
  )
})

describe('honest work is not cut off, however long it takes', () => {
  const numberOf = (effect: string) => Number(/say(\d+)/u.exec(effect)?.[1] ?? 0)
  const patient = { team: { members: [{ ...seat('ada', 'agent'), maxIterations: 200 }] } }
  const ends = async (start: RunStart, model: Play) => ({ ...ending(await run(start, model)) })

  test('an agent that reads one file after another', async () => {
    const reads: Play = ({ effect }) =>
      numberOf(effect) < 120 ? wants('read', { target: `file-${numberOf(effect)}` }) : answerParts('Done.')
    expect(await ends(crew('agent', patient), reads)).toMatchObject({ reason: 'done', totals: { calls: 120 } })
  })

  test('an agent that looks at one file again after each of the others', async () => {
    const checks: Play = ({ effect }) => {
      const at = numberOf(effect)
      return at < 120 ? wants('read', { target: at % 2 === 0 ? 'file-0' : `file-${at}` }) : answerParts('Done.')
    }
    expect(await ends(crew('agent', patient), checks)).toMatchObject({ reason: 'done', totals: { calls: 120 } })
  })

  test('a debate in which everybody has something new to say until the end', async () => {
    const argues: Play = (request, call) =>
      askOf(request).heading === 'Contribute'
        ? answerParts(
            `As ${request.effect} shows.\nPOSITION: ${request.effect}\nCONFIDENCE: 50\n[MORE_ANALYSIS_NEEDED]`,
          )
        : useful(request, call)
    const stage = await run(crew('panel', {}, 8), argues)
    expect(ofType(stage, 'limit.reached').map(({ data }) => data.which)).not.toContain('no_progress')
  })

  test('a plan of thirty steps whose owners only say that they are done', async () => {
    const steps = planOf(...Array.from({ length: 30 }, (_, index) => step(`s${index + 1}`, everyone[index % 3] ?? '')))
    const terse: Play = (request, call) => {
      const { heading } = askOf(request)
      return heading === 'Plan' ? answerParts(steps) : heading === 'Task' ? answerParts('Done.') : useful(request, call)
    }
    expect(await ends(crew('plan'), terse)).toMatchObject({ reason: 'done' })
  })
})

test('members who work at the same time share the minutes of a run: the slowest one counts, not the sum', async () => {
  const slow: Play = ({ agent }) => [agent === 'cleo' ? 50_000 : 40_000, ...answerParts('Because.')]
  const stage = await run(crew('broadcast', { limits: { maxDuration: 1 } }), slow)
  expect(ending(stage)).toMatchObject({ reason: 'done', totals: { worked: 50_000 } })
})

const plan = planOf(step('s1', 'ada'))
const useful: Play = (request, call) => {
  const { heading } = askOf(request)
  if (heading === 'Plan' && /"steps"/.test(askOf(request).text)) return answerParts(plan)
  if (heading === 'Plan') return answerParts('@worker:ADA\nLook.\n@end')
  if (heading === 'Evaluate') return answerParts('SCORE: 1\nIt is done.')
  if (heading === 'Review plan') return answerParts('APPROVE')
  if (heading === 'Review') return answerParts('ACCEPT')
  return plays({})(request, call)
}

describe.each([5, 8])('a plan of %i members, with one step for each', (size) => {
  const steps = planOf(...everyone.slice(0, size).map((owner, index) => step(`s${index + 1}`, owner)))
  const planned: Play = (request, call) =>
    askOf(request).heading === 'Plan' ? answerParts(steps) : useful(request, call)

  test.each(Object.entries(personas))('ends within the calls of a useless run if everybody %s', (_who, persona) =>
    calledAtMost(crew('plan', {}, size), (request, call) => persona(request) ?? planned(request, call)),
  )
})

describe.each([...names, 'panel, decide'])('in mode %s, everybody', (name) => {
  const [mode = '', protocol] = name.split(', ')
  const start = crew(mode, protocol === undefined ? {} : { settings: { mode: { protocol } } })

  test.each(Object.entries(personas))(
    '%s: the run ends with a named reason, within its calls and tokens',
    async (_who, persona) => {
      const stage = await run(start, (request, call) => persona(request) ?? useful(request, call))
      const end = ending(stage)
      expect(end?.reason).toMatch(/\S/)
      expect(callsOf(stage)).toBeLessThanOrEqual(start.limits.maxCalls ?? 0)
      expect((end?.totals.input ?? 0) + (end?.totals.output ?? 0)).toBeLessThanOrEqual(start.limits.maxTotalTokens ?? 0)
      expect(stage.world.violations).toEqual([])
    },
  )
})

describe('a rehearsal', () => {
  const settings = { models: { 'alpha/one': { price: { input: 0, output: 0 }, context: null, rehearsal: true } } }

  test.each(names)('of %s ends completed, and says that it was a rehearsal', async (mode) => {
    expect(ending(await run(crew(mode, { settings }), useful))).toMatchObject({
      state: 'completed',
      reason: 'rehearsal',
    })
  })

  test('with a real model among its members does not count as one', async () => {
    const members = [seat('ada', 'member'), { ...seat('bert', 'member'), model: 'beta/two' }]
    const models = { ...settings.models, 'beta/two': { price: { input: 1, output: 1 }, context: null } }
    const stage = await run(crew('broadcast', { settings: { models }, team: { members } }), useful)
    expect(ending(stage)?.reason).not.toBe('rehearsal')
  })
})

describe('a reasoning model', () => {
  /** Its reasoning counts against the output limit: below 3,000 tokens nothing is left for the answer. */
  const thinking: Play = (request, call) =>
    request.maxOutput < 3_000
      ? [{ type: 'finish', finish: 'length', usage }]
      : [{ type: 'reasoning', text: 'Let me think.' }, ...useful(request, call)]
  const info = { price: { input: 1, output: 2 }, context: null, output: 64_000 }
  const runs = async (mode: string, known: object, limits?: RunChoice['limits']) =>
    run(
      crew(mode, { settings: { models: { 'alpha/one': { ...info, ...known } } }, ...(limits && { limits }) }),
      thinking,
    )
  const lost = (stage: SimulatedSession) => ofType(stage, 'model.failed').filter(({ data }) => data.outcome === 'fail')

  test.each(names)('runs %s to the end without a failed call if the catalogue knows it', async (mode) => {
    const stage = await runs(mode, { reasoning: ['low', 'high'] })
    expect(ofType(stage, 'model.failed')).toEqual([])
    expect(ending(stage)?.state).toBe('completed')
  })

  test.each(names)('runs %s to the end without a lost answer if the catalogue does not know it', async (mode) => {
    const stage = await runs(mode, {})
    expect(lost(stage)).toEqual([])
    expect(ending(stage)?.state).toBe('completed')
  })

  test("casts its votes from a limit's reserve", async () => {
    const stage = await runs('panel', { reasoning: ['low', 'high'] }, { maxTurns: 3 })
    expect(ofType(stage, 'run.state').some(({ data }) => data.trigger === 'limitReached')).toBe(true)
    expect(lost(stage)).toEqual([])
    expect(ending(stage)?.state).toBe('cancelled')
  })
})

test('a panel whose head fails after a limit was reached has failed', async () => {
  const fails: Play = () => [{ type: 'failed', code: 'bad_request', message: 'No.', retryable: false }]
  const model: Play = (request, call) =>
    askOf(request).heading === 'Synthesize' ? fails(request, call) : useful(request, call)
  const stage = await run(crew('panel', { limits: { maxTurns: 3 } }), model)
  expect(ofType(stage, 'run.state').some(({ data }) => data.trigger === 'limitReached')).toBe(true)
  expect(ending(stage)?.state).toBe('failed')
})

describe('a step that the team cannot decide on', () => {
  const vote = (option: string) => ({ Vote: `VOTE: ${option}\nREASON: so` })
  const lines = {
    planner: { Plan: planOf(step('s1', 'ada'), step('s2', 'bert', { dependsOn: ['s1'] })) },
    head: { Plan: planOf(step('s1', 'ada'), step('s2', 'bert', { dependsOn: ['s1'] })), Decide: 'Hm.', Vote: 'Hm.' },
    ada: { Task: 'BLOCKED: no network\n- use a fixture\n- wait', ...vote('use a fixture') },
    bert: vote('wait'),
  }

  test('fails with the open question as its reason, and starts no other vote', async () => {
    const stage = await run(crew('plan', { members: ['ada', 'bert'] }), cast(lines))
    expect(ofType(stage, 'decision.committed').map(({ data }) => data.how)).toEqual(['undecided'])
    expect(ofType(stage, 'decision.proposed')).toHaveLength(1)
    expect(statesOf(stage, 's1').at(-1)).toBe('failed')
    const last = ofType(stage, 'step.state').findLast(({ data }) => data.step === 's1')
    expect(last?.data.reason).toContain('undecided: Step s1 is blocked: no network')
    expect(ending(stage)?.summary).toMatch(/^Undecided: Step s1 is blocked: no network/)
  })
})

describe('a message that nobody has read when the run ends', () => {
  const late = async () => {
    const stage = new SimulatedSession({ model: () => [1_000, ...answerParts('Because.')] })
    await stage.create(crew('broadcast'))
    await stage.tell({ type: 'message', text: 'One more thing.' })
    await stage.untilRest()
    return stage
  }
  const warnings = (stage: SimulatedSession): readonly EventOf<'warning'>[] =>
    ofType(stage, 'warning').filter(({ data }) => data.code === 'not_heard')

  test('is shown to the user, with what to do, and causes no call', async () => {
    const stage = await late()
    const end = ofType(stage, 'run.finished')[0]
    expect(ofType(stage, 'effect.started').filter(({ seq }) => seq > (end?.seq ?? 0))).toEqual([])
    expect(warnings(stage)).toHaveLength(1)
    expect(warnings(stage)[0]?.data.message).toContain('Ask again')
  })

  test('is not mentioned if everything was read', async () => {
    expect(warnings(await run(crew('broadcast'), useful))).toEqual([])
  })
})
