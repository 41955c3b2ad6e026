import { lineOf, strangers } from '@convene/reading'
import { describe, expect, test } from 'vitest'
import {
  asksOf,
  decided,
  facts,
  type Lines,
  OPTIONS,
  optionsOf,
  own,
  played,
  SECTIONS,
  said,
  stageOf,
  start,
  vote,
} from './decide-cast.ts'

describe('panelists who agree', () => {
  const words: { readonly [agent: string]: string } = {
    ada: 'Keep the sessions in Redis',
    bert: 'Stay with Redis for sessions',
    cleo: 'No move: Redis is fine',
  }

  test('in their own words do not debate: seven calls', async () => {
    const stage = await played({
      Contribute: (agent) => said(words[agent] ?? ''),
      Options: '- Keep Redis [m4, m5, m6]',
    })
    expect(stage.requests).toHaveLength(7)
    expect(asksOf(stage, 'Contribute')).toHaveLength(3)
    expect(decided(stage)).toMatchObject({ option: 'Keep Redis', how: 'majority', votes: { 'Keep Redis': 3 } })
    expect(facts(stage, 'run.finished')).toMatchObject([{ state: 'completed', reason: 'converged' }])
  })

  test('on given options need six calls', async () => {
    const stage = await played({ Topic: OPTIONS, Contribute: () => vote('A') })
    expect(stage.requests).toHaveLength(6)
    expect(decided(stage)).toMatchObject({ option: 'Keep Redis', votes: { 'Keep Redis': 3, 'Move to Postgres': 0 } })
    expect(facts(stage, 'decision.voted')).toContainEqual(
      expect.objectContaining({
        voter: 'ada',
        model: 'alpha/one',
        blind: 'Keep Redis',
        confidence: 70,
        probabilities: [70, 30],
      }),
    )
  })

  test('with the same words need no call that groups them', async () => {
    const stage = await played({ Contribute: (agent) => said(agent === 'ada' ? 'Keep Redis.' : 'keep redis') })
    expect(asksOf(stage, 'Options')).toEqual([])
    expect(stage.requests).toHaveLength(6)
  })

  test('debate once more if one of them asks for it', async () => {
    const stage = await played({
      Topic: OPTIONS,
      Contribute: (agent, nth) => `${agent === 'ada' && nth === 1 ? '[MORE_ANALYSIS_NEEDED]\n' : ''}${vote('A')}`,
    })
    expect(asksOf(stage, 'Contribute')).toHaveLength(6)
  })
})

describe('a split', () => {
  const split: Lines = { Topic: OPTIONS, Contribute: (agent) => vote(agent === 'ada' ? 'B' : 'A') }

  test('is debated in one round, all at once, and the last votes are the ballots', async () => {
    const stage = await played({
      ...split,
      Contribute: (agent, nth) =>
        agent === 'ada'
          ? vote(nth === 1 ? 'B' : 'A', nth === 1 ? '' : '\nCHANGED: yes, because [m5] has numbers')
          : vote('A'),
    })
    expect(asksOf(stage, 'Contribute')).toHaveLength(6)
    expect(asksOf(stage, 'Final position')).toEqual([])
    expect(stage.requests).toHaveLength(9)
    expect(decided(stage)).toMatchObject({ votes: { 'Keep Redis': 3, 'Move to Postgres': 0 } })
    expect(facts(stage, 'position')).toContainEqual(
      expect.objectContaining({ option: 'A', changed: true, move: 'majority', grounds: 'new' }),
    )
  })

  test('that persists has a minority, and ends as done', async () => {
    const stage = await played(split)
    expect(asksOf(stage, 'Contribute')).toHaveLength(6)
    expect(decided(stage)).toMatchObject({ option: 'Keep Redis', votes: { 'Keep Redis': 2, 'Move to Postgres': 1 } })
    expect(facts(stage, 'run.finished')).toMatchObject([{ state: 'completed', reason: 'done' }])
    const counts = (facts(stage, 'decision.committed')[0] as { counts: string[] }).counts
    expect(counts).toContain('All rounds together: Keep Redis 4 · Move to Postgres 2')
  })

  test.each([
    ['quick', 3],
    ['standard', 6],
  ])('takes rounds by depth: %s makes %i turns', async (depth, turns) => {
    const stage = await played(split, start({ settings: { mode: { depth } } }))
    expect(asksOf(stage, 'Contribute')).toHaveLength(turns)
  })

  test('goes to a third round in a deep panel only if somebody moved for a new reason', async () => {
    const deep = start({ settings: { mode: { depth: 'deep' } } })
    expect(asksOf(await played(split, deep), 'Contribute')).toHaveLength(6)
    const moving = (because: string): Lines => ({
      ...split,
      Contribute: (agent, nth) => {
        if (agent !== 'ada') return vote(agent === 'bert' ? 'A' : 'B')
        return nth === 1 ? vote('B') : vote('A', `\nCHANGED: yes${because}`)
      },
    })
    expect(asksOf(await played(moving(', because [m5] has numbers'), deep), 'Contribute')).toHaveLength(9)
    expect(asksOf(await played(moving(''), deep), 'Contribute')).toHaveLength(6)
    expect(asksOf(await played(moving(', because [m99]'), deep), 'Contribute')).toHaveLength(6)
  })

  test('shows everybody arguments, but not who votes for what or how confident anybody is', async () => {
    const stage = await played(split)
    for (const { text } of asksOf(stage, 'Contribute').slice(3)) {
      const [above = ''] = text.split('## Your turn')
      expect(above).toContain('## Arguments')
      expect(above).toContain('I looked at it.')
      expect(above).not.toMatch(/VOTE|PROBABILITIES|CONFIDENCE|\b70\b/u)
    }
  })

  test('gives everybody the strongest counterargument first', async () => {
    const stage = await played({
      ...split,
      Contribute: (agent) =>
        `Says ${agent}.\nVOTE: ${agent === 'ada' ? 'B' : 'A'}\nPROBABILITIES: ${own({ ada: 'A 10, B 90', bert: 'A 60, B 40', cleo: 'A 95, B 5' }, agent)}`,
    })
    const first = (agent: string) =>
      /\n\nSays (Panelist [A-C])\./u.exec(
        asksOf(stage, 'Contribute').filter((ask) => ask.agent === agent)[1]?.text ?? '',
      )?.[1]
    const aliasOf = (agent: string) =>
      /know you as (Panelist [A-C])/u.exec(
        asksOf(stage, 'Contribute').find((ask) => ask.agent === agent)?.text ?? '',
      )?.[1]
    expect(first('ada')).toBe(aliasOf('cleo'))
    expect([first('bert'), first('cleo')]).toEqual([aliasOf('ada'), aliasOf('ada')])
  })
})

describe('a panel in which nobody takes a position', () => {
  const liar: Lines = {
    Contribute: 'Interesting. There is much to say.',
    Vote: 'Much to say.',
    Synthesize: SECTIONS.map((name) => `## ${name}\n\n- The panel unanimously decided: Keep Redis.`).join('\n\n'),
  }

  test('is undecided, whatever decision the Head reports, and recorded as open', async () => {
    const stage = await played(liar)
    const why = 'Nobody took a position, so there is nothing to vote on.'
    expect(facts(stage, 'run.finished')).toMatchObject([{ summary: expect.stringContaining(`Undecided: ${why}`) }])
    const made = facts(stage, 'artifact') as { kind: string; text: string }[]
    expect(made.find(({ kind }) => kind === 'report')?.text.startsWith(`**Undecided.** ${why}`)).toBe(true)
    expect(made.find(({ kind }) => kind === 'adr')?.text).toContain('## Status\n\nopen')
    expect(facts(stage, 'warning')).toContainEqual({ code: 'no_positions', message: expect.stringContaining(why) })
  })
})

describe('unreadable votes', () => {
  const unread: Lines = { Topic: OPTIONS, Contribute: '**VOTE:** maybe?? both!', Vote: 'Both!' }

  test('leave the question to the Head', async () => {
    const stage = await played({ ...unread, Decide: 'DECISION: A\nREASON: it works' })
    expect(decided(stage)).toMatchObject({ option: 'Keep Redis', how: 'lead' })
    const why = 'No ballot could be counted, so the Head decided'
    expect(decided(stage)).toMatchObject({ rationale: `${why}: it works` })
    const made = facts(stage, 'artifact') as { kind: string; text: string }[]
    expect(made.find(({ kind }) => kind === 'report')?.text).toMatch(
      new RegExp(`^\\*\\*Decided by the Head\\.\\*\\* ${why}`, 'u'),
    )
    expect(facts(stage, 'run.finished')).toMatchObject([{ summary: expect.stringContaining(why) }])
  })

  test('leave it open if the Head does not decide either, and the summary says so first', async () => {
    const stage = await played({ ...unread, Decide: 'Hard to say.' })
    expect(facts(stage, 'decision.committed')).toMatchObject([{ how: 'undecided' }])
    const summary = expect.stringMatching(/^Undecided: No ballot could be counted/u)
    expect(facts(stage, 'run.finished')).toMatchObject([{ state: 'cancelled', summary }])
  })
})

test('a report that got worse when it was sent back is kept as it was', async () => {
  const stage = await played({
    Topic: OPTIONS,
    Contribute: () => vote('A'),
    Synthesize: '## Executive Summary\n\n- Keep Redis. [m4]',
    'Repair citations': 'ANSWER: A',
  })
  expect(facts(stage, 'run.finished')).toMatchObject([{ summary: expect.stringContaining('- Keep Redis. [m4]') }])
})

describe('the gate', () => {
  test('says why there is no debate, and does not blame the Head for it', async () => {
    const stage = stageOf({ Topic: `Where to keep sessions.\n${OPTIONS}`, Contribute: () => vote('A') })
    await stage.create(start({ settings: { yes: false } }, false))
    await stage.untilRest()
    const [gate] = facts(stage, 'question.asked') as { question: string }[]
    expect(gate?.question).toMatch(/One blind vote, no debate: all seats use \S+\./)
    const chosen = stage.events
      .filter(({ type }) => type === 'protocol.chosen')
      .map((event) => lineOf(event, strangers).text)
    expect(chosen).toEqual([expect.stringMatching(/^The panel votes once, blind \(.+\)$/)])
  })

  test('shows protocol and options, and the user edits them', async () => {
    const stage = stageOf({
      Topic: `Where to keep sessions.\n${OPTIONS}`,
      Contribute: () => 'VOTE: C\nPROBABILITIES: A 10, B 10, C 80',
    })
    await stage.create(start({ settings: { yes: false } }))
    await stage.untilRest()
    const gate = facts(stage, 'question.asked').at(-1) as { question: string; text: string }
    expect(gate.question).toContain('The panel votes on the options in the topic')
    expect(gate.text).toBe('Where to keep sessions.\n\n## Options\n\nA. Keep Redis\nB. Move to Postgres')
    await stage.tell({ type: 'approve', text: `${gate.text}\nC. Signed cookies`, by: 'person' })
    await stage.untilRest()
    expect(optionsOf(stage)).toEqual(['Keep Redis', 'Move to Postgres', 'Signed cookies'])
    expect(decided(stage)).toMatchObject({ option: 'Signed cookies' })
  })

  test('is not passed by an answer to an earlier version of the topic', async () => {
    const stage = stageOf({
      Topic: (_, nth) => `Version ${nth}.\n${OPTIONS}`,
      Contribute: vote('A'),
    })
    const gates = () => (facts(stage, 'question.asked') as { id: string; text: string }[]).map(({ id }) => id)
    await stage.create(start({ settings: { yes: false } }))
    await stage.untilRest()
    const [first = ''] = gates()
    await stage.tell({ type: 'reject', feedback: 'Say more.', gate: first, by: 'person' })
    await stage.untilRest()
    const [, second = ''] = gates()
    for (const late of [{ type: 'approve' }, { type: 'reject', feedback: 'No.' }] as const)
      expect(await stage.engine.send(stage.session, { ...late, gate: first, by: 'person' })).toMatchObject({
        code: 'gate_changed',
        message: expect.stringContaining('The topic has changed since you saw it'),
      })
    expect(facts(stage, 'question.answered')).toHaveLength(1)
    await stage.tell({ type: 'approve', gate: second, by: 'person' })
    await stage.untilRest()
    expect(decided(stage)).toMatchObject({ option: 'Keep Redis' })
  })

  test('lets the user remove the options: then they come from the discussion', async () => {
    const stage = stageOf({ Topic: OPTIONS, Contribute: () => said('Signed cookies') })
    await stage.create(start({ settings: { yes: false } }))
    await stage.untilRest()
    await stage.tell({ type: 'approve', text: 'Where to keep sessions.', by: 'person' })
    await stage.untilRest()
    expect(asksOf(stage, 'Contribute')[0]?.text).not.toContain('## Options')
    expect(decided(stage)).toMatchObject({ option: 'Signed cookies' })
  })
})

describe("a decision's limits", () => {
  test('have their own defaults, and a limit that somebody changed stays', async () => {
    const limits = { maxCalls: 240, maxTotalTokens: 450_000, maxDuration: 30 }
    expect(
      facts(await played({ Topic: OPTIONS, Contribute: () => vote('A') }, start({ limits })), 'protocol.chosen'),
    ).toMatchObject([{ protocol: 'decide', by: 'user', limits: { maxCalls: 60, maxTotalTokens: 500_000 } }])
    const [chosen] = facts(
      await played({ Topic: OPTIONS, Contribute: () => vote('A') }, start({ limits: { ...limits, maxCalls: 99 } })),
      'protocol.chosen',
    )
    expect(chosen).toMatchObject({ limits: { maxTotalTokens: 500_000 } })
    expect(chosen).not.toHaveProperty('limits.maxCalls')
  })

  test("end the debate after the user's turn limit, and the votes so far count", async () => {
    const stage = await played(
      { Topic: OPTIONS, Contribute: (agent) => vote(agent === 'ada' ? 'B' : 'A') },
      start({ limits: { maxTurns: 4 } }),
    )
    expect(asksOf(stage, 'Contribute')).toHaveLength(4)
    expect(decided(stage)).toMatchObject({ option: 'Keep Redis' })
    expect(facts(stage, 'run.finished')).toMatchObject([{ state: 'cancelled', reason: 'limit:turns' }])
  })
})
