import { describe, expect, test } from 'vitest'
import type { ModelEffect } from '../effect/effect.ts'
import type { TaskKind } from '../event/task-kind.ts'
import { toArray } from '../list/list.ts'
import { domain, failure, settled, told, underWay, wanted } from '../session/session.fixture.ts'
import type { Session } from '../state/session.ts'
import { atWork, deliberated, only, proposal, proposed, recording, rung, says, votes } from './decision.fixture.ts'

const asked = (session: Session, kind: TaskKind) =>
  Object.values(session.tasks)
    .filter((task) => task.kind === kind)
    .map(({ agent }) => agent)

const promptOf = (session: Session, agent: string): string => {
  const calls = Object.values(session.started).filter((one): one is ModelEffect => one.kind === 'model')
  const newest = calls.filter((one) => one.agent === agent).at(-1) as ModelEffect
  return toArray(domain.prompt(session, newest).lines)
    .map((line) => ('text' in line ? line.text : line.output))
    .join('\n')
}

describe('a proposal', () => {
  test('asks all members in parallel for an argument, each in a separate conversation', () => {
    const session = proposed(atWork())
    expect(asked(session, 'deliberate')).toEqual(['ada', 'bert', 'cleo'])
    expect(promptOf(session, 'ada')).toMatch(/^# Deliberate\n\nCurrent date: 2026-01-02\n\nWhere do we store it\?/)
    expect(promptOf(session, 'ada')).not.toContain('# Respond')
  })

  test('closes after the window from the settings', () => {
    const session = proposed(atWork({ settings: { decisions: { windowMs: 5_000 } } }))
    expect(only(session).closesAt).toBe(session.at + 5_000)
    expect(only(proposed(atWork())).closesAt).toBe(session.at + 120_000)
  })

  test.each([
    ['without a run', (session: Session) => told(session, { type: 'stop' }), 'illegal_command'],
    ['with one option', (session: Session) => session, 'bad_proposal'],
  ])('%s is refused', (_, change, code) => {
    const options = code === 'bad_proposal' ? ['Only this'] : ['a', 'b']
    const { refusal, facts } = domain.accept(change(atWork()), { type: 'propose', topic: 'What?', options })
    expect(refusal?.code).toBe(code)
    expect(facts.map(({ type }) => type)).toEqual(['warning'])
  })

  test('gets the next free name, and several can be open at the same time', () => {
    const two = proposed(proposed(atWork()))
    expect(Object.keys(two.decisions)).toEqual(['d1', 'd2'])
    expect(asked(two, 'deliberate')).toHaveLength(6)
  })
})

describe('a vote', () => {
  test('counts as models write it, with its own words for the option or none', () => {
    const asking = deliberated(proposed(atWork()))
    const voted = says(says(asking, 'ada', 'My vote: **Postgres**'), 'bert', 'ABSTAIN')
    expect(only(says(voted, 'cleo', '**VOTE: Postgres** – we know it'))).toMatchObject({
      abstained: ['bert'],
      committed: { option: 'Postgres', how: 'majority' },
    })
  })

  test('is requested once everyone has argued, with all arguments and their authors', () => {
    const session = deliberated(proposed(atWork()))
    expect(only(session).stage).toBe('voting')
    expect(asked(session, 'vote')).toEqual(['ada', 'bert', 'cleo'])
    expect(promptOf(session, 'bert')).toContain('### CLEO\n\ncleo argues.')
    expect(toArray(session.messages).filter(({ kind }) => kind === 'deliberation')).toHaveLength(3)
  })

  test('is committed with the last ballot: the winner, the reasons, the dissent and the record', () => {
    const open = votes(votes(deliberated(proposed(atWork())), 'ada', 'SQLite'), 'bert', 'Postgres')
    expect(only(open).committed).toBeNull()
    const facts = recording(() => votes(open, 'cleo', 'SQLite'))
    const committed = facts.find(({ type }) => type === 'decision.committed')
    expect(committed?.data).toMatchObject({
      option: 'SQLite',
      how: 'majority',
      votes: { SQLite: 2, Postgres: 1 },
      rationale: '2 of 3 votes.\nADA: ada knows.\nCLEO: cleo knows.',
      dissent: [{ voter: 'bert', option: 'Postgres', reason: 'bert knows.' }],
    })
    const artifact = facts.find(({ type }) => type === 'artifact')
    expect(artifact?.data).toMatchObject({ kind: 'adr', title: 'Where do we store it?' })
  })

  test('that is unreadable is requested once more, and then counts', () => {
    const asking = deliberated(proposed(atWork()))
    const unread = says(votes(asking, 'ada', 'SQLite'), 'bert', 'I am for the first.')
    expect(promptOf(unread, 'bert')).toContain('your answer could not be used: it named none of the options')
    const done = votes(votes(unread, 'bert', 'Postgres'), 'cleo', 'Postgres')
    expect(only(done).committed).toMatchObject({ option: 'Postgres', how: 'majority' })
  })

  test('that stays unreadable is not counted and does not block the others', () => {
    const asking = deliberated(proposed(atWork()))
    const unread = says(says(votes(asking, 'ada', 'Postgres'), 'bert', 'I am for the first.'), 'bert', 'Hm.')
    const done = votes(unread, 'cleo', 'Postgres')
    expect(only(done).committed?.option).toBe('Postgres')
    expect(only(done).votes.map(({ voter }) => voter)).toEqual(['ada', 'cleo'])
  })

  test('that is an abstention is recorded as one, and not requested again', () => {
    const asking = deliberated(proposed(atWork()))
    const abstains = says(votes(asking, 'ada', 'Postgres'), 'bert', 'VOTE: abstain\nREASON: I know neither.')
    const done = votes(abstains, 'cleo', 'Postgres')
    expect(only(done)).toMatchObject({ abstained: ['bert'], committed: { option: 'Postgres' } })
    expect(only(done).committed?.adr).toContain('- BERT: abstained')
    expect(only(done).committed?.rationale).toMatch(/^2 of 2 votes, 1 abstained\./u)
  })

  test('that is still open keeps the run from ending', () => {
    const answered = ['ada', 'bert', 'cleo'].reduce(
      (now, agent) => {
        const own = Object.values(now.started).find((one) => one.kind === 'model' && one.agent === agent) as ModelEffect
        return underWay(settled(now, domain.absorb(now, own, { ...reply, text: `Mine, ${agent}.` })))
      },
      proposed(atWork({ lead: false })),
    )
    expect(answered.run?.finished).toBeNull()
    const done = ['ada', 'bert', 'cleo'].reduce((now, agent) => votes(now, agent, 'SQLite'), deliberated(answered))
    expect(done.run?.finished?.reason).toBe('done')
    expect(only(done).committed?.option).toBe('SQLite')
  })
})

const reply = { kind: 'reply', text: '', reasoning: '', calls: [], usage: null, finish: 'stop', ms: 1 } as const

describe('the window', () => {
  test('reserves its second half for voting, without waiting for late arguments', () => {
    const slow = says(proposed(atWork()), 'ada', 'ada argues.')
    expect(wanted(slow).find(({ kind }) => kind === 'timer')?.notBefore).toBe(slow.at + 60_000)
    const voting = rung(slow, '/halfway')
    expect(only(voting).stage).toBe('voting')
    expect(asked(voting, 'deliberate')).toEqual([])
    expect(asked(voting, 'vote')).toEqual(['ada', 'bert', 'cleo'])
  })

  test('ends the vote: ballots cast so far count, and later ones change nothing', () => {
    const two = votes(votes(deliberated(proposed(atWork())), 'ada', 'SQLite'), 'bert', 'SQLite')
    const late = Object.values(two.started).find((one) => one.kind === 'model' && one.key.includes('ballot:cleo'))
    const closed = rung(two, '/closes')
    expect(only(closed).committed?.option).toBe('SQLite')
    expect(asked(closed, 'vote')).toEqual([])
    expect(wanted(closed).some(({ key }) => key === late?.key)).toBe(false)
    const after = settled(closed, domain.absorb(closed, late as ModelEffect, { ...reply, text: 'VOTE: Postgres' }))
    expect(only(after)).toEqual(only(closed))
  })

  test('is suspended while the run is paused', () => {
    const voting = deliberated(proposed(atWork()))
    const paused = told(voting, { type: 'pause' })
    const resumed = underWay(settled(paused, domain.accept(paused, { type: 'resume' }).facts, paused.at + 600_000))
    expect(only(resumed).closesAt).toBe((only(voting).closesAt ?? 0) + 600_000)
  })

  test('does not run down while the machine sleeps', () => {
    const voting = deliberated(proposed(atWork()))
    const slept = settled(voting, [{ type: 'clock.jumped', data: { ms: 3_600_000 } }], voting.at + 3_600_000)
    expect(only(slept).closesAt).toBe((only(voting).closesAt ?? 0) + 3_600_000)
  })
})

describe('the lead decides', () => {
  const tied = (given: object) => {
    const members = ['ada', 'bert']
    const asking = deliberated(proposed(atWork({ members, ...given })), ...members)
    return votes(votes(asking, 'ada', 'SQLite'), 'bert', 'Postgres')
  }

  test('after a tie, knowing the count and the reasons but not the names', () => {
    const deciding = tied({})
    expect(only(deciding).stage).toBe('deciding')
    const prompt = promptOf(deciding, 'lead')
    expect(prompt).toContain('- SQLite: 1 (ada knows.)\n- Postgres: 1 (bert knows.)')
    expect(prompt).toContain('The vote is a tie between: SQLite; Postgres. You decide between these.')
    const done = says(deciding, 'lead', 'DECISION: Postgres\nREASON: We have it already.')
    expect(only(done).committed).toMatchObject({
      option: 'Postgres',
      how: 'lead',
      rationale: 'The vote was a tie. LEAD, the lead, decided.\nWe have it already.',
    })
  })

  test('when fewer than half have voted', () => {
    const one = votes(deliberated(proposed(atWork())), 'ada', 'SQLite')
    const deciding = rung(one, '/closes')
    expect(promptOf(deciding, 'lead')).toContain('1 of 3 have voted, fewer than half.')
    expect(only(says(deciding, 'lead', 'DECISION: Postgres')).committed?.rationale).toMatch(/^Fewer than half/)
  })

  test('through the first member if the team has none, and the record says who', () => {
    const done = says(tied({ lead: false }), 'ada', 'DECISION: SQLite')
    expect(only(done).committed?.rationale).toContain('The team has no lead: ADA, the first member, decided.')
  })

  test('and is asked once more if its answer names no option', () => {
    const again = says(tied({}), 'lead', 'Hm.')
    expect(promptOf(again, 'lead')).toContain('your answer could not be used: it named none of the options')
    const done = says(again, 'lead', '**DECISION:** 2')
    expect(only(done).committed).toMatchObject({ option: 'Postgres', how: 'lead' })
  })

  test('but if its answers are unreadable, nothing is decided and the record stays open', () => {
    const events = recording(() => says(says(tied({}), 'lead', 'Hm.'), 'lead', 'DECISION: the better one'))
    expect(events.find(({ type }) => type === 'decision.committed')?.data).toMatchObject({
      option: '',
      how: 'undecided',
      votes: { SQLite: 1, Postgres: 1 },
    })
    expect(events.findLast(({ type }) => type === 'warning')?.data).toMatchObject({ code: 'undecided' })
    expect(events.find(({ type }) => type === 'artifact')?.data).toMatchObject({
      text: expect.stringContaining('## Status\n\nopen') as string,
    })
  })

  test('but if its model fails for good, nothing is decided either', () => {
    const deciding = tied({})
    const call = Object.values(deciding.started).find(
      (one) => one.kind === 'model' && one.agent === 'lead',
    ) as ModelEffect
    const done = settled(deciding, domain.absorb(deciding, call, failure('refused', { retryable: false })))
    expect(only(done).committed).toMatchObject({ option: '', how: 'undecided' })
  })
})

describe('the user', () => {
  const seated = { settings: { decisions: { windowMs: 120_000, userVotes: true } } }
  const cast = (session: Session, option: string, decision = 'd1') =>
    domain.accept(session, { type: 'vote', decision, option })

  test('has a vote like everyone else if the settings give them a seat', () => {
    const open = ['ada', 'bert', 'cleo'].reduce(
      (now, agent) => votes(now, agent, agent === 'ada' ? 'SQLite' : 'Postgres'),
      deliberated(proposed(atWork(seated))),
    )
    expect(only(open).eligible).toEqual(['ada', 'bert', 'cleo', 'user'])
    expect(only(open).committed).toBeNull()
    const done = told(open, { type: 'vote', decision: 'd1', option: 'postgres', reason: 'I say so.' })
    expect(only(done).committed?.option).toBe('Postgres')
    expect(only(done).committed?.adr).toContain('- the user: Postgres. I say so.')
  })

  test('has until the end of the window, and the wait does not count as working time', () => {
    const open = ['ada', 'bert', 'cleo'].reduce(
      (now, agent) => says(votes(now, agent, 'SQLite'), agent, 'Mine.'),
      deliberated(proposed(atWork(seated))),
    )
    expect(open.started).toEqual({})
    expect(open.run?.workingSince).toBeNull()
    expect(wanted(open).map(({ kind }) => kind)).toEqual(['timer'])
    expect(only(rung(open, '/closes')).committed?.option).toBe('SQLite')
  })

  test.each([
    ['without a seat', {}, 'SQLite', 'd1', 'not_eligible'],
    ['in an unknown decision', seated, 'SQLite', 'constructor', 'decision_not_found'],
    ['for an unknown option', seated, 'MySQL', 'd1', 'unknown_option'],
  ])('cannot vote %s', (_, given, option, decision, code) => {
    expect(cast(proposed(atWork(given)), option, decision).refusal?.code).toBe(code)
  })

  test('votes only once, and not after the vote has closed', () => {
    const once = told(proposed(atWork(seated)), { type: 'vote', decision: 'd1', option: '1' })
    expect(cast(once, 'Postgres').refusal?.code).toBe('already_voted')
    const closed = ['ada', 'bert', 'cleo'].reduce((now, agent) => votes(now, agent, 'SQLite'), deliberated(once))
    expect(cast(closed, 'Postgres').refusal?.code).toBe('vote_closed')
  })

  test('has no seat in a non-interactive run', () => {
    const alone = { settings: { ...seated.settings, interactive: false } }
    expect(only(proposed(atWork(alone))).eligible).not.toContain('user')
  })
})

describe('the end of a run', () => {
  test('drops open decisions', () => {
    const stopped = told(deliberated(proposed(atWork())), { type: 'stop' })
    expect(stopped.decisions).toEqual({})
    expect(wanted(stopped)).toEqual([])
  })

  test('at a limit closes the vote with the ballots so far', () => {
    const session = proposed(atWork({ limits: { maxDuration: 1 } }), proposal)
    const limited = rung(session, '1/time')
    const done = Object.values(limited.started).reduce(
      (now, effect) => underWay(settled(now, domain.absorb(now, effect, { kind: 'aborted', partial: '', ms: 1 }))),
      limited,
    )
    const ended = Object.values(done.started).reduce(
      (now, effect) => underWay(settled(now, domain.absorb(now, effect, { ...reply, text: 'DECISION: Postgres' }))),
      done,
    )
    expect(ended.run?.finished?.reason).toBe('limit:time')
    expect(only(ended).committed).toMatchObject({ option: 'Postgres', how: 'lead' })
  })
})
