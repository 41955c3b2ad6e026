import { type ModelRequest, modes, type RunStart, Seat } from '@convene/domain'
import type { Files } from '@convene/engine'
import { rehearsalModel } from '@convene/models'
import { answerParts, askOf, type Play, runOf, SimulatedSession, type StageOptions } from '@convene/testkit'
import { beforeAll, describe, expect, test } from 'vitest'
import { ending, ofType } from '../plan/story.ts'

const contents: { readonly [path: string]: string } = {
  'README.md': '# Shop\n\nThe shop is one process.\nSessions are kept in Redis, orders in Postgres.\n',
  'docs/login.md': 'Every login checks the password.\nFailed logins are counted in Redis.\n',
}
const files: Files = { list: async () => Object.keys(contents), read: async (_, path) => contents[path] }
const GOAL = 'Should sessions stay in Redis or move to Postgres?'
const MODEL = 'rehearsal/offline'

const seat = (slug: string, role: Seat['seat'], more: Partial<Seat> = {}): Seat =>
  Seat.parse({ name: slug.toUpperCase(), slug, prompt: 'You answer.', model: MODEL, seat: role, ...more })

function crew(mode: string, settings: RunStart['settings']['mode'] = {}): RunStart {
  const members = (mode === 'agent' ? ['ada'] : ['ada', 'bert', 'cleo']).map((slug) => seat(slug, 'member'))
  const team = {
    members,
    ...(['delegate', 'orchestrate', 'reflect', 'plan', 'panel'].includes(mode) && {
      lead: seat('head', 'lead', { delegates: 'all' }),
    }),
    ...((mode === 'panel' || mode === 'reflect') && { judge: seat('mod', 'judge') }),
  }
  const models = { [MODEL]: { price: { input: 0, output: 0 }, context: null, rehearsal: true } }
  const limits = modes[mode]?.limits({ members }) ?? {}
  const permissions = [{ layer: 'user', rules: { delegateWork: 'allow' } }]
  const own = { yes: true, interactive: false, models, mode: settings, permissions }
  return runOf({ mode, team, limits, settings: own })
}

const model = rehearsalModel({ files, pace: 0 })
const streamed = (request: ModelRequest) => model.stream(request, new AbortController().signal)

async function rehearsed(start: RunStart, live: StageOptions['live'] = streamed): Promise<SimulatedSession> {
  const stage = new SimulatedSession({ model: () => [], live })
  await stage.create(start, GOAL)
  await stage.untilRest()
  expect(stage.world.violations).toEqual([])
  return stage
}

/** Everybody works for a second and votes for the first option. */
const votes: Play = (request) =>
  askOf(request).heading === 'Vote' ? answerParts('VOTE: Redis\nREASON: so') : [1_000, ...answerParts('Well.')]

const codes = (stage: SimulatedSession): readonly string[] => ofType(stage, 'warning').map(({ data }) => data.code)

// The samples are loaded with the first answer, and a simulated clock does not wait for files.
beforeAll(async () => {
  const asked: ModelRequest[] = []
  await rehearsed(crew('agent'), (request) => {
    asked.push(request)
    return streamed(request)
  })
  for (const request of asked) for await (const part of streamed(request)) expect(part.type).not.toBe('failed')
})

describe('a rehearsal', () => {
  test.each(Object.keys(modes))('of %s runs to its end without a problem', async (mode) => {
    const stage = await rehearsed(crew(mode))
    expect(ending(stage)).toMatchObject({ state: 'completed', reason: 'rehearsal' })
    expect(ofType(stage, 'error')).toEqual([])
    expect(codes(stage)).toEqual([])
    const texts = ofType(stage, 'message').flatMap(({ data }) =>
      data.role === 'user' || data.kind === 'plan' || data.kind === 'ballot' ? [] : [data.text],
    )
    expect(texts.join('\n')).toContain('*Rehearsal: extracts from your goal and files, not reasoning.*')
    expect(texts.join('\n')).toContain('“Sessions are kept in Redis, orders in Postgres.”')
  })

  test('of a panel shows a blind round, a change of mind, a vote and a minority', async () => {
    const stage = await rehearsed(crew('panel'))
    const positions = ofType(stage, 'position').map(({ data }) => data)
    expect(new Set(positions.filter(({ round }) => round === 1).map(({ position }) => position)).size).toBe(3)
    expect(positions.filter(({ changed }) => changed)).toMatchObject([{ because: expect.stringMatching(/^\[m\d+\]$/) }])
    expect(ofType(stage, 'decision.voted')).toHaveLength(3)
  })

  test('of a discussion is understood: the Moderator is never asked twice', async () => {
    const stage = await rehearsed(crew('panel', { protocol: 'discuss' }))
    expect(ending(stage)).toMatchObject({ state: 'completed', reason: 'rehearsal' })
    expect(codes(stage)).toEqual([])
  })

  test('of delegation delegates once, and the report comes back', async () => {
    const stage = await rehearsed(crew('delegate'))
    const handed = ofType(stage, 'task.assigned').filter(({ data }) => data.via === 'delegateWork')
    expect(handed.map(({ data }) => data.to)).toEqual(['ada'])
  })

  test('of a reflecting agent revises its answer once', async () => {
    const stage = await rehearsed(crew('agent', { reflect: true }))
    expect(ending(stage)).toMatchObject({ state: 'completed', reason: 'rehearsal' })
  })

  test('of a reflecting team takes a second iteration', async () => {
    const scores = ofType(await rehearsed(crew('reflect')), 'evaluation').map(({ data }) => data.score)
    expect(scores).toEqual([0.5, 0.9])
  })

  test('of a panel ends undecided, with a reason, and leaves no decision record', async () => {
    const stage = await rehearsed(crew('panel'))
    const rationale = expect.stringContaining('This was a rehearsal')
    expect(ofType(stage, 'decision.committed').map(({ data }) => data)).toMatchObject([
      { option: '', how: 'undecided', rationale, dissent: [], adr: '' },
    ])
    expect(JSON.stringify(ofType(stage, 'decision.committed'))).not.toContain('resolved decisions')
    expect(ofType(stage, 'artifact').map(({ data }) => data.kind)).toEqual(['report'])
    expect(ofType(stage, 'task.assigned').filter(({ data }) => data.kind === 'decide')).toEqual([])
    expect(ending(stage)?.summary).toContain('Undecided: This was a rehearsal. The votes are samples')
    expect(ending(stage)?.summary).not.toMatch(/tied|decide between/)
  })

  test('of a plan carries out no step', async () => {
    const stage = await rehearsed(crew('plan'))
    const last = new Map(ofType(stage, 'step.state').map(({ data }) => [data.step, data.to]))
    expect([...last.values()]).toEqual(['not_carried_out', 'not_carried_out', 'not_carried_out'])
    expect(ofType(stage, 'step.state').some(({ data }) => data.to === 'accepted')).toBe(false)
    expect(ending(stage)?.summary).toMatch(/^- s1 not carried out, /m)
    expect(ending(stage)?.summary).toContain('**What the team brought**')
  })

  test.each(['reflect', 'agent'])('of %s with reflection does not claim that the goal is met', async (mode) => {
    const stage = await rehearsed(crew(mode, { reflect: mode === 'agent' }))
    expect(ending(stage)?.summary).not.toContain('Goal met')
  })

  test('of a vote that the user asked for ends undecided, without asking the lead', async () => {
    const stage = new SimulatedSession({ model: votes })
    await stage.create(crew('broadcast'), GOAL)
    await stage.play(50)
    await stage.tell({ type: 'propose', topic: 'Where?', options: ['Redis', 'Postgres'] })
    await stage.untilRest()
    expect(ofType(stage, 'decision.voted')).toHaveLength(3)
    expect(ofType(stage, 'decision.committed').map(({ data }) => data)).toMatchObject([
      { option: '', how: 'undecided', rationale: expect.stringContaining('rehearsal'), adr: '' },
    ])
    expect(ofType(stage, 'artifact')).toEqual([])
    expect(ending(stage)).toMatchObject({ state: 'completed', reason: 'rehearsal' })
  })

  test('produces the same texts again', async () => {
    const said = async () => ofType(await rehearsed(crew('orchestrate')), 'message').map(({ data }) => data.text)
    expect(await said()).toEqual(await said())
  })
})
