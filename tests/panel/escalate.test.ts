import { type RecordedDecision, type RunSettings, trackRecordOf } from '@convene/domain'
import { lineOf, strangers } from '@convene/reading'
import { describe, expect, test } from 'vitest'
import { asksOf, decided, facts, OPTIONS, own, played, said, start, vote } from './decide-cast.ts'

/** Sure enough that two who agree are believed before anything is known. */
const sure = (letter: string, more = '') => vote(letter, more, 98)

const PAIR = { settings: { mode: { ask: 'two-first' } } } as const
const five = ['ada', 'bert', 'cleo', 'dora', 'emil']
const speakers = (stage: Awaited<ReturnType<typeof played>>) => asksOf(stage, 'Contribute').map(({ agent }) => agent)

describe('two panelists of different vendors are asked first', () => {
  test('if they agree, nobody else is asked and no report is billed', async () => {
    const stage = await played({ Topic: OPTIONS, Contribute: sure('A') }, start({ ...PAIR, members: five }))
    expect(speakers(stage)).toEqual(['ada', 'bert'])
    expect(asksOf(stage, 'Synthesize')).toEqual([])
    expect(facts(stage, 'escalation')).toEqual([
      {
        stage: 'pair',
        agreed: true,
        why: 'Both answer “Keep Redis”.',
        seats: ['ada', 'bert'],
        saved: { calls: 4, costUsd: expect.any(Number) },
      },
    ])
    expect(decided(stage)).toMatchObject({ option: 'Keep Redis', how: 'majority', votes: { 'Keep Redis': 2 } })
  })

  test('both texts are in the report, and it says what was saved', async () => {
    const stage = await played(
      { Topic: OPTIONS, Contribute: (agent) => `${agent} looked at the code.\n${sure('A')}` },
      start(PAIR),
    )
    const messages = facts(stage, 'message') as { kind: string; text: string }[]
    const report = messages.find(({ kind }) => kind === 'synthesis') ?? { text: '' }
    expect(report.text).toContain('ada looked at the code.')
    expect(report.text).toContain('bert looked at the code.')
    expect(report.text).toMatch(/no other vote could change the result\. About 2 calls and \$[\d.]+ saved\./)
    expect(facts(stage, 'decision.committed')[0]).toMatchObject({
      counts: expect.arrayContaining(['One model alone would have said the same.']),
    })
  })

  test('if they agree without being sure enough, the others are asked too', async () => {
    const stage = await played({ Topic: OPTIONS, Contribute: vote('A') }, start(PAIR))
    expect(facts(stage, 'escalation')).toMatchObject([
      {
        stage: 'panel',
        agreed: true,
        why: 'The first two answers do not settle it.',
      },
    ])
    expect(speakers(stage)).toEqual(['ada', 'bert', 'cleo'])
  })

  test('if they differ, the others join the same blind round and nobody is asked twice', async () => {
    const stage = await played(
      {
        Topic: OPTIONS,
        Contribute: (agent, nth) => (nth > 1 ? vote('B') : `Word of ${agent}.\n${vote(agent === 'ada' ? 'A' : 'B')}`),
      },
      start({ ...PAIR, members: five }),
    )
    expect(facts(stage, 'escalation')).toEqual([
      {
        stage: 'panel',
        agreed: false,
        why: 'The first two answers do not settle it.',
        seats: ['ada', 'bert'],
      },
    ])
    expect(speakers(stage).slice(0, 5)).toEqual(five)
    const blind = asksOf(stage, 'Contribute').slice(2, 5)
    for (const { text } of blind) expect(text).not.toContain('Word of')
    const [rebuttal] = asksOf(stage, 'Contribute')
      .filter(({ agent }) => agent === 'cleo')
      .slice(1)
    expect(rebuttal?.text.match(/Word of/g)).toHaveLength(4)
    expect(decided(stage)).toMatchObject({ votes: { 'Move to Postgres': 5 } })
  })

  test('answers in free text are compared by meaning, and the options do not leak to the others', async () => {
    const stage = await played(
      {
        Contribute: (agent) => said(own({ ada: 'Keep Redis', bert: 'Go to Postgres' }, agent) || 'Use both'),
        Options: (_, nth) =>
          nth === 1 ? '- Redis [m4]\n- Postgres [m5]' : '- Redis [m4]\n- Postgres [m5]\n- Both [m6]',
      },
      start({ settings: { mode: { ask: 'two-first', depth: 'quick' } } }),
    )
    expect(facts(stage, 'escalation')[0]).toMatchObject({ stage: 'panel', agreed: false })
    const third = asksOf(stage, 'Contribute').find(({ agent }) => agent === 'cleo')
    expect(third?.text).not.toMatch(/Redis|Postgres/)
    expect(asksOf(stage, 'Options')).toHaveLength(2)
    expect(facts(stage, 'decision.proposed')[0]).toMatchObject({ options: ['Redis', 'Postgres', 'Both'] })
  })

  test('answers in other words that mean the same count as agreement', async () => {
    const stage = await played(
      {
        Contribute: (agent) => said(agent === 'ada' ? 'Keep Redis' : 'Stay with Redis', '', 98),
        Options: '- Redis [m4, m5]',
      },
      start(PAIR),
    )
    expect(facts(stage, 'escalation')[0]).toMatchObject({ stage: 'pair', agreed: true })
    expect(decided(stage)).toMatchObject({ option: 'Redis' })
  })
})

describe('the whole panel is asked although two would have been enough', () => {
  test.each([
    ['one of them vetoes an option', vote('A', '\nVETO: data would be lost'), 'ADA vetoes an option.'],
    ['one of them wants more analysis', vote('A', '\n[MORE_ANALYSIS_NEEDED]'), /more analysis/],
    ['one of them cannot be read', 'VOTE: maybe', /gave no answer that counts/],
    ['one of them abstains', 'VOTE: abstain', /gave no answer that counts/],
  ])('if %s', async (_, first, why) => {
    const stage = await played(
      { Topic: OPTIONS, Contribute: (agent) => (agent === 'ada' ? first : vote('A')), Vote: 'VOTE: no idea' },
      start({ settings: { mode: { ask: 'two-first', depth: 'quick' } } }),
    )
    expect(facts(stage, 'escalation')[0]).toMatchObject({
      stage: 'panel',
      why: typeof why === 'string' ? why : expect.stringMatching(why),
    })
    expect(speakers(stage)).toEqual(['ada', 'bert', 'cleo'])
  })

  test.each([
    ['if the decision is deep', { depth: 'deep' }],
    ['if that is what the settings say', { ask: 'everyone' }],
  ])('%s', async (_, mode) => {
    const base = start({ settings: { mode } })
    const { ask: __, ...kept } = { ask: '', ...base.settings.mode }
    const run = { ...base, settings: { ...base.settings, mode: { ...kept, ...mode } } }
    const stage = await played({ Topic: OPTIONS, Contribute: vote('A') }, run)
    expect(facts(stage, 'escalation')).toEqual([])
    expect(speakers(stage)).toHaveLength(3)
  })

  test('if it is every tenth decision, and says so', async () => {
    const run = start({ settings: { ...PAIR.settings, asksAll: true } })
    const stage = await played({ Topic: OPTIONS, Contribute: sure('A') }, run)
    expect(facts(stage, 'escalation')).toEqual([])
    expect(speakers(stage)).toHaveLength(3)
    const chosen = stage.events.filter(({ type }) => type === 'protocol.chosen')
    expect(chosen.map((event) => lineOf(event, strangers).body)).toEqual([
      expect.stringContaining('every tenth decision'),
    ])
  })

  test('if all seats have one vendor', async () => {
    const stage = await played({ Topic: OPTIONS, Contribute: vote('A') }, start(PAIR, false))
    expect(facts(stage, 'escalation')).toEqual([])
    expect(speakers(stage)).toHaveLength(3)
  })
})

describe('a vote without debate', () => {
  const VOTE = { settings: { mode: { ask: 'as-few-as-needed' } }, members: five }

  test('asks two, and stops when their answer is 90 % likely right', async () => {
    const stage = await played({ Topic: OPTIONS, Contribute: sure('A') }, start(VOTE))
    expect(speakers(stage)).toHaveLength(2)
    expect(facts(stage, 'escalation')[0]).toMatchObject({
      stage: 'vote',
      agreed: true,
      why: expect.stringMatching(/^“Keep Redis” is 9\d % likely right · first guess from 2 models of 2 vendors\.$/u),
    })
    expect(decided(stage)).toMatchObject({ option: 'Keep Redis', votes: { 'Keep Redis': 2 } })
  })

  test('asks one more at a time while it is less likely', async () => {
    const stage = await played(
      { Topic: OPTIONS, Contribute: (agent) => (agent === 'bert' ? vote('B') : sure('A')) },
      start(VOTE),
    )
    const asked = speakers(stage).length
    expect(asked).toBeGreaterThan(2)
    expect(asked).toBeLessThan(5)
    expect(decided(stage)).toMatchObject({
      option: 'Keep Redis',
      votes: { 'Keep Redis': asked - 1, 'Move to Postgres': 1 },
    })
  })

  test('never debates, however split it is', async () => {
    const stage = await played(
      { Topic: OPTIONS, Contribute: (agent) => vote(['ada', 'cleo'].includes(agent) ? 'A' : 'B') },
      start(VOTE),
    )
    expect(speakers(stage)).toEqual(expect.arrayContaining(five))
    expect(speakers(stage)).toHaveLength(5)
    expect(facts(stage, 'escalation')).toEqual([])
    expect(decided(stage)).toMatchObject({ option: 'Move to Postgres' })
  })
})

describe('with a track record', () => {
  /** Thirty decisions in which each model was right this often. */
  const recordOf = (right: { readonly [model: string]: number }) =>
    trackRecordOf(
      Array.from({ length: 30 }, (_, at): RecordedDecision => {
        const ballots = Object.entries(right).map(([model, share]) => {
          const isRight = Math.floor((at + 1) * share) > Math.floor(at * share)
          return { voter: `x (${model})`, model, option: isRight ? 'R' : 'W', confidence: null }
        })
        const resolved = { outcome: 'option' as const, option: 'R', by: 'user', note: '', at }
        const place = { session: `S${at}` as never, run: `R${at}`, decision: 'd1', question: '', topic: 'general' }
        return {
          ...place,
          options: ['R', 'W'],
          chosen: 'R',
          how: 'majority',
          ballots,
          isRehearsal: false,
          at,
          resolved,
        }
      }),
    ) as RunSettings['record']
  const withRecord = (right: Parameters<typeof recordOf>[0]) =>
    start({ settings: { mode: { ask: 'two-first', depth: 'quick' }, record: recordOf(right) } })
  const script = { Topic: OPTIONS, Contribute: (agent: string) => vote(agent === 'cleo' ? 'B' : 'A') }

  test('two that agree are believed only if such agreements were right often enough', async () => {
    const good = await played(script, withRecord({ 'alpha/one': 0.97, 'beta/one': 0.95, 'gamma/one': 0.9 }))
    const bad = await played(script, withRecord({ 'alpha/one': 0.6, 'beta/one': 0.6, 'gamma/one': 0.4 }))
    expect(facts(good, 'escalation')[0]).toMatchObject({ stage: 'pair' })
    expect(facts(bad, 'escalation')[0]).toMatchObject({
      stage: 'panel',
      agreed: true,
      why: 'The first two answers do not settle it.',
    })
  })

  test('a vote without debate begins with the best seat alone, and ends there if that is sure enough', async () => {
    const right = { 'alpha/one': 0.6, 'beta/one': 0.6, 'gamma/one': 0.99 }
    const run = start({ settings: { mode: { ask: 'as-few-as-needed' }, record: recordOf(right) } })
    const stage = await played(
      { Topic: OPTIONS, Contribute: (agent) => (agent === 'cleo' ? sure('B') : vote('A')) },
      run,
    )
    expect(speakers(stage)).toEqual(['cleo'])
    expect(decided(stage)).toMatchObject({ option: 'Move to Postgres', votes: { 'Move to Postgres': 1 } })
    const doubting = await played(script, run)
    expect(speakers(doubting).length).toBeGreaterThan(1)
  })

  test('the decision stores its probability and what the best seat would have said, and names the record as its reason', async () => {
    const stage = await played(script, withRecord({ 'alpha/one': 0.5, 'beta/one': 0.5, 'gamma/one': 0.95 }))
    const { how, option, probability, counts } = facts(stage, 'decision.committed')[0] as never as {
      how: string
      option: string
      probability: number
      counts: readonly string[]
    }
    expect([option, how]).toEqual(['Move to Postgres', 'record'])
    expect(counts).toContain(`${Math.round(probability * 100)} % likely right · 30 resolved decisions`)
    expect(counts).toContainEqual(
      expect.stringMatching(/^Best seat alone: gamma\/one “Move to Postgres”, right in about \d+ %/),
    )
    expect(counts).toContainEqual(
      'One model alone would have said: alpha/one “Keep Redis” · beta/one “Keep Redis” · gamma/one “Move to Postgres”',
    )
  })

  test('the report ends with what the record says about the team, with or without escalation', async () => {
    const advice = ['alpha/one alone would have been right as often: in 90 % of cases.']
    for (const ask of ['two-first', 'everyone']) {
      const stage = await played(script, start({ settings: { mode: { ask, depth: 'quick' }, advice } }))
      const report = (facts(stage, 'message') as { kind: string; text: string }[]).find(
        (one) => one.kind === 'synthesis',
      )
      expect(report?.text.endsWith(`## Team\n\n- ${advice[0]}`)).toBe(true)
    }
  })
})
