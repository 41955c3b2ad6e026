import { redactVotes, withUserSeat } from '@convene/domain'
import type { SimulatedSession } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { asksOf, decided, facts, type Lines, OPTIONS, said, stageOf, start, vote } from './decide-cast.ts'

type AskedQuestion = {
  readonly id: string
  readonly question: string
  readonly options: readonly string[]
  readonly turn?: object
}

const WINDOW_MS = 60_000

/** A panel with a seat for the user, with this protocol and these settings. */
function seated(settings: object = {}, mode: object = {}) {
  const run = start({
    settings: { interactive: true, decisions: { windowMs: WINDOW_MS }, ...settings, mode: { ...mode } },
  })
  return { ...run, team: withUserSeat(run.team) }
}

async function opened(script: Lines, run = seated()): Promise<SimulatedSession> {
  const stage = stageOf(script)
  await stage.create(run)
  await stage.play(1_000)
  return stage
}

const turns = (stage: SimulatedSession) =>
  (facts(stage, 'question.asked') as AskedQuestion[]).filter(({ turn }) => turn)
const answer = (stage: SimulatedSession, text: string) => stage.tell({ type: 'answer', text, by: 'person' })
const refusals = (stage: SimulatedSession) =>
  (facts(stage, 'warning') as { code: string; message: string }[]).map(({ code }) => code)
const messages = (stage: SimulatedSession) =>
  facts(stage, 'message') as { author: string; role: string; kind: string; text: string }[]
const passed = (stage: SimulatedSession) =>
  (facts(stage, 'moderation') as { action: string; rule: string; reason: string }[]).filter(
    ({ action }) => action === 'passed_over',
  )

async function ended(stage: SimulatedSession, state = 'completed'): Promise<void> {
  await stage.untilRest()
  expect(stage.world.violations).toEqual([])
  expect(facts(stage, 'run.finished')).toMatchObject([{ state }])
}

const split: Lines = { Topic: OPTIONS, Contribute: (agent) => vote(agent === 'ada' ? 'A' : 'B') }

describe('a user with a seat in a decision', () => {
  test('is asked before anybody else has answered, so there is nothing to see', async () => {
    const stage = await opened(split)
    expect(turns(stage)).toMatchObject([{ options: ['Keep Redis', 'Move to Postgres'] }])
    expect(asksOf(stage, 'Contribute')).toEqual([])
    expect(messages(stage).filter(({ kind }) => kind === 'argument')).toEqual([])
  })

  test('is heard by the others only after the blind round, under an alias', async () => {
    const stage = await opened(split)
    await answer(stage, 'A\nWe run one machine, and I know Redis.')
    await stage.play(500)
    const blind = asksOf(stage, 'Contribute')
    expect(blind).toHaveLength(3)
    for (const { text } of blind) expect(text).not.toContain('one machine')
    await answer(stage, 'A because nothing changed.')
    await ended(stage)
    const later = asksOf(stage, 'Contribute').slice(3)
    for (const { text } of later) expect(text).toMatch(/### Panelist [A-D] \[m\d+\]\n\n[^#]*one machine/)
  })

  test('has one vote like everybody else, and it can decide', async () => {
    const stage = await opened({ Topic: OPTIONS, Contribute: (agent) => vote(agent === 'bert' ? 'B' : 'A') })
    await answer(stage, 'Move to Postgres')
    await stage.play(500)
    await answer(stage, 'B because [m5] shows the locks.')
    await ended(stage)
    expect(decided(stage)).toMatchObject({
      option: 'Move to Postgres',
      votes: { 'Keep Redis': 2, 'Move to Postgres': 2 },
    })
    expect(facts(stage, 'decision.voted')).toContainEqual(
      expect.objectContaining({ voter: 'user', option: 'Move to Postgres' }),
    )
    expect(facts(stage, 'decision.voted')).not.toContainEqual(expect.objectContaining({ model: '' }))
  })

  test('speaks like a panelist, in their own words', async () => {
    const stage = await opened({ Topic: OPTIONS, Contribute: vote('A') })
    await answer(stage, 'A\nI would not touch it.')
    await ended(stage)
    const own = messages(stage).find(({ author, kind }) => author === 'user' && kind === 'argument')
    expect(own?.role).toBe('member')
    expect(own?.text).toMatch(/^I would not touch it\./)
  })

  test('who changes their mind is in the ledger with the reason', async () => {
    const stage = await opened({ Topic: OPTIONS, Contribute: vote('B') })
    await answer(stage, 'A\nKeep it.')
    await stage.play(500)
    await answer(stage, 'B because m6 is right about the locks.')
    await ended(stage)
    const own = stage.events.flatMap((event) =>
      event.type === 'position' && event.agent === 'user' ? [event.data] : [],
    )
    expect(own).toMatchObject([
      { option: 'A', changed: false },
      { option: 'B', changed: true, grounds: 'new', because: 'm6 is right about the locks.' },
    ])
  })

  test.each(['no idea', 'A panel should decide that', 'A or B', 'Z', '```\nA'])(
    'learns what to write after %j, which names no option, and can answer again',
    async (garbage) => {
      const stage = await opened({ Topic: OPTIONS, Contribute: vote('A') })
      await answer(stage, garbage)
      expect(refusals(stage)).toEqual(['unknown_option'])
      expect(facts(stage, 'question.answered')).toEqual([expect.objectContaining({ answer: 'approve' })])
      await answer(stage, 'abstain')
      await ended(stage)
      expect(facts(stage, 'decision.voted')).toContainEqual(expect.objectContaining({ voter: 'user', abstains: true }))
    },
  )

  test('who answers twice, or late, changes nothing', async () => {
    const stage = await opened({ Topic: OPTIONS, Contribute: vote('A') })
    await answer(stage, 'A')
    await answer(stage, 'B')
    expect(refusals(stage)).toEqual(['already_answered'])
    await ended(stage)
    await answer(stage, 'B')
    expect(decided(stage).votes).toEqual({ 'Keep Redis': 4, 'Move to Postgres': 0 })
  })

  test('who never answers holds up the panel once, for as long as a vote is open', async () => {
    const stage = await opened(split)
    await ended(stage)
    expect(turns(stage)).toHaveLength(1)
    expect(passed(stage)).toMatchObject([
      { rule: 'no_answer', reason: 'You did not answer within 60 s. The panel continues without you.' },
    ])
    const [asked, over] = ['question.asked', 'moderation'].map((type) =>
      stage.events.findLast((event) => event.type === type && event.agent === 'user'),
    )
    expect((over?.at ?? 0) - (asked?.at ?? 0)).toBe(WINDOW_MS)
    expect(facts(stage, 'error')).toEqual([])
    expect(decided(stage).votes).toEqual({ 'Keep Redis': 1, 'Move to Postgres': 2 })
  })

  test('who sends a message after missing a turn is asked again in the next round', async () => {
    const stage = await opened(split)
    await stage.play(WINDOW_MS - 1_500)
    while (passed(stage).length === 0) await stage.play(5)
    await stage.tell({ type: 'message', text: 'I am back.' })
    await stage.play(200)
    expect(turns(stage)).toHaveLength(2)
    await answer(stage, 'A')
    await ended(stage)
    expect(decided(stage).votes).toEqual({ 'Keep Redis': 2, 'Move to Postgres': 2 })
  })

  test('does not lose time to a pause', async () => {
    const stage = await opened(split)
    await stage.tell({ type: 'pause' })
    await stage.play(10 * WINDOW_MS)
    await stage.tell({ type: 'resume' })
    await stage.play(WINDOW_MS / 2)
    expect(passed(stage)).toEqual([])
    await stage.play(WINDOW_MS)
    expect(passed(stage)).toHaveLength(1)
  })

  test('is still asked after the program was killed', async () => {
    const stage = await opened({ Topic: OPTIONS, Contribute: vote('A') })
    await stage.restart()
    await answer(stage, 'B')
    await ended(stage)
    expect(turns(stage).map(({ id }) => id)).toEqual(['1/round1/user/turn', '1/round2/user/turn'])
    expect(decided(stage).votes).toEqual({ 'Keep Redis': 3, 'Move to Postgres': 1 })
  })

  test('is not asked if nobody can answer', async () => {
    const stage = await opened(split, seated({ interactive: false }))
    await ended(stage)
    expect(turns(stage)).toEqual([])
    expect(passed(stage)).toMatchObject([
      { reason: 'Nobody can be asked in this run. The panel continues without you.' },
    ])
  })

  test('costs nothing, and no two agents decide before they have spoken', async () => {
    const run = seated({}, { ask: 'two-first' })
    const stage = await opened({ Topic: OPTIONS, Contribute: vote('A') }, run)
    const [started] = facts(stage, 'run.started') as { estimate: { costUsd: number | null } }[]
    expect(started?.estimate.costUsd).toBeGreaterThan(0)
    expect(turns(stage)).toHaveLength(1)
    expect(stage.requests.map(({ agent }) => agent)).toEqual(['head', 'head'])
    await answer(stage, 'A')
    await ended(stage)
    expect(facts(stage, 'escalation')).toEqual([])
  })

  test('may propose another option', async () => {
    const stage = await opened({ Topic: OPTIONS, Contribute: vote('A') })
    await answer(stage, 'something else: Signed cookies')
    await stage.play(500)
    await answer(stage, 'something else: Signed cookies')
    await ended(stage)
    expect(decided(stage).votes).toEqual({ 'Keep Redis': 3, 'Move to Postgres': 0, 'Signed cookies': 1 })
  })

  test('says what they would do if there are no options yet', async () => {
    const stage = await opened({
      Contribute: (_, nth) => (nth > 1 ? vote('B') : said('Keep Redis')),
      Options: '- Keep Redis [m5, m6, m7]\n- Buy a bigger machine [m4]',
    })
    expect(turns(stage)).toMatchObject([{ options: [] }])
    await answer(stage, 'Buy a bigger machine\nIt is cheaper than the work.')
    await stage.play(500)
    // What they said first is the first option.
    await answer(stage, 'A')
    await ended(stage)
    expect(decided(stage).votes).toEqual({ 'Buy a bigger machine': 1, 'Keep Redis': 3 })
  })
})

describe('a user with a seat in a discussion', () => {
  const talk: Lines = {
    Contribute: (agent, nth) => said(agent === 'ada' ? 'Wait' : 'Ship', `\nWord ${nth} of ${agent}.`),
    'Converged?': 'CONVERGED: nothing new.',
    Options: '- Wait [m5]\n- Ship [m6, m7]',
    'Final position': (agent) => `POSITION: ${agent}\nVOTE: ${agent === 'ada' ? 'A' : 'B'}\nREASON: so`,
  }

  test('speaks first in the blind round, in turn later, and casts the first ballot in secret', async () => {
    const stage = await opened(talk, seated({}, { protocol: 'discuss', depth: 'quick' }))
    expect(asksOf(stage, 'Contribute')).toEqual([])
    await answer(stage, 'Wait for the audit.')
    await stage.play(500)
    for (const { text } of asksOf(stage, 'Contribute').slice(0, 3)) expect(text).not.toContain('audit')
    const calls = () => asksOf(stage, 'Final position').length
    for (let round = 0; round < 6 && facts(stage, 'run.finished').length === 0; round++) {
      const before = calls()
      const isBallot = turns(stage).at(-1)?.question.startsWith('Cast your ballot')
      if (isBallot) expect(before).toBe(0)
      await answer(stage, isBallot ? 'A because of the audit.' : 'Still: wait for the audit.')
      await stage.play(2_000)
    }
    await ended(stage, 'cancelled')
    expect(asksOf(stage, 'Final position').map(({ agent }) => agent)).toEqual(['ada', 'bert', 'cleo'])
    expect(decided(stage).votes).toEqual({ Wait: 2, Ship: 2 })
  })

  test('casts a ballot that nobody can read before the vote is closed', async () => {
    const stage = await opened(talk, seated({}, { protocol: 'discuss', depth: 'quick' }))
    for (let round = 0; round < 6; round++) {
      if (turns(stage).at(-1)?.question.startsWith('Cast your ballot')) break
      await answer(stage, 'Still: wait for the audit.')
      await stage.play(2_000)
    }
    await answer(stage, 'B because of my secret.')
    expect(facts(stage, 'decision.committed')).toEqual([])
    const shown = () => JSON.stringify(redactVotes(stage.events).filter(({ task }) => task === '1/panel1/ballot:user'))
    expect(shown()).toContain('decision.voted')
    expect(shown()).not.toMatch(/my secret|VOTE: B|"option":"Ship"|“Ship”/)
    await ended(stage)
    expect(shown()).toContain('my secret')
  })

  test('who never answers is waited for at the opening and at the ballot only', async () => {
    const stage = await opened(talk, seated({}, { protocol: 'discuss', depth: 'quick' }))
    await ended(stage)
    expect(turns(stage)).toHaveLength(2)
    expect(refusals(stage)).toContain('no_answer')
    expect(decided(stage).votes).toEqual({ Wait: 1, Ship: 2 })
  })
})
