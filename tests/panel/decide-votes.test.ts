import { failureParts as fails, type Play } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import {
  asksOf,
  codesOf,
  decided,
  facts,
  type Lines,
  OPTIONS,
  optionsOf,
  own,
  played,
  said,
  vote,
} from './decide-cast.ts'

describe('unexpected votes', () => {
  const others = (own: string): Lines => ({
    Topic: OPTIONS,
    Contribute: (agent) => (agent === 'ada' ? own : vote('A')),
  })

  test.each([
    ['sums that are not 100', 'VOTE: A\nPROBABILITIES: A 70, B 70'],
    ['an option that is not there', 'VOTE: A\nPROBABILITIES: A 70, E 30'],
    ['words for numbers', 'VOTE: A\nPROBABILITIES: A very likely'],
  ])('count without probabilities: %s', async (_name, own) => {
    const stage = await played(others(own))
    expect(decided(stage)).toMatchObject({ votes: { 'Keep Redis': 3 } })
    expect(codesOf(stage)).toContain('probabilities_unread')
    const own1 = facts(stage, 'decision.voted').find((data) => (data as { voter: string }).voter === 'ada')
    expect(own1).not.toHaveProperty('confidence')
  })

  test.each([['VOTE: Z'], ['VOTE: <letter>'], ['Both have merits.']])('are requested once more: %j', async (own) => {
    const stage = await played({ ...others(own), Vote: () => vote('B') })
    expect(asksOf(stage, 'Vote').map(({ agent }) => agent)).toEqual(['ada'])
    expect(
      facts(stage, 'position').filter((data) => (data as { option?: string }).option === 'B').length,
    ).toBeGreaterThan(0)
  })

  test('are requested once more if their position repeats the words of another option', async () => {
    const stage = await played({ ...others(`POSITION: Move to Postgres\n${vote('A')}`), Vote: () => vote('B') })
    expect(asksOf(stage, 'Vote').map(({ agent }) => agent)).toEqual(['ada'])
    expect(facts(stage, 'warning')).toContainEqual(
      expect.objectContaining({
        message: 'The vote of ADA names an option other than its position, and is requested again.',
      }),
    )
    const blind = facts(stage, 'position').find((data) => (data as { option?: string }).option === 'B')
    expect(blind).toMatchObject({ round: 1, position: 'Move to Postgres' })
  })

  test('are not counted if they cannot be read twice, and nothing is made up', async () => {
    const stage = await played({ ...others('VOTE: Z'), Vote: 'I cannot say.' })
    expect(decided(stage)).toMatchObject({ option: 'Keep Redis', votes: { 'Keep Redis': 2, 'Move to Postgres': 0 } })
    expect(asksOf(stage, 'Vote')).toHaveLength(1)
    expect(facts(stage, 'warning')).toContainEqual(
      expect.objectContaining({ message: 'The vote of ADA names none of the options, and does not count.' }),
    )
  })

  test('count for one option if it only looks different to a program', async () => {
    const unseen: { readonly [agent: string]: string } = { ada: '\u3164', bert: '\u2800', cleo: '\ufe0f' }
    const stage = await played({ ...others(''), Contribute: (agent) => `VOTE: something else: Wait${unseen[agent]}` })
    expect(optionsOf(stage)).toHaveLength(3)
    expect(Object.values(decided(stage).votes)).toEqual([0, 0, 3])
  })

  test('become options for everybody to vote on if they name something else', async () => {
    const stage = await played({
      ...others('VOTE: something else: Sessions in signed cookies'),
      Contribute: (agent, nth) => {
        if (agent === 'ada')
          return 'VOTE: something else: Sessions in signed cookies\nPROBABILITIES: A 10, B 10, something else 80'
        return nth === 1
          ? vote('A')
          : 'VOTE: C\nPROBABILITIES: A 10, B 0, C 90\nCHANGED: yes, because [m4] names the cost'
      },
    })
    expect(optionsOf(stage)).toEqual(['Keep Redis', 'Move to Postgres', 'Sessions in signed cookies'])
    expect(asksOf(stage, 'Contribute')[3]?.text).toContain('C. Sessions in signed cookies')
    expect(facts(stage, 'position')).toContainEqual(
      expect.objectContaining({ option: 'C', confidence: 80, probabilities: { A: 10, B: 10, C: 80 } }),
    )
    expect(decided(stage)).toMatchObject({
      option: 'Sessions in signed cookies',
      votes: { 'Sessions in signed cookies': 3 },
    })
  })

  test('that abstain are present and count for nothing', async () => {
    const stage = await played(others('VOTE: abstain\nREASON: no idea'))
    expect(asksOf(stage, 'Vote')).toEqual([])
    expect(decided(stage)).toMatchObject({ option: 'Keep Redis', votes: { 'Keep Redis': 2, 'Move to Postgres': 0 } })
    expect(facts(stage, 'decision.voted')).toContainEqual(expect.objectContaining({ voter: 'ada', abstains: true }))
  })

  test('leave the decision to the Head if nobody can cast one', async () => {
    const refuses: Play = () => fails('refused', { retryable: false })
    const stage = await played({
      Topic: OPTIONS,
      Contribute: (agent) => (agent === 'ada' ? vote('B') : refuses),
      Decide: 'DECISION: A\nREASON: known',
    })
    expect(asksOf(stage, 'Decide')[0]?.text).toContain('Fewer than half have voted.')
    expect(decided(stage)).toMatchObject({ option: 'Keep Redis', how: 'lead' })
  })
})

describe('a tie', () => {
  const tied: Lines = {
    Topic: OPTIONS,
    Contribute: (agent) => vote(agent === 'ada' ? 'A' : agent === 'bert' ? 'B' : 'abstain'),
  }

  test('goes to the Head if both sides are equally sure', async () => {
    const stage = await played({ ...tied, Decide: 'DECISION: Move to Postgres\nREASON: one store less' })
    expect(decided(stage)).toMatchObject({ option: 'Move to Postgres', how: 'lead' })
  })

  test('stays open if the Head cannot be read twice, and the report says so first', async () => {
    const stage = await played({ ...tied, Decide: 'Both.' })
    expect(asksOf(stage, 'Decide')).toHaveLength(2)
    expect(decided(stage)).toMatchObject({ option: '', how: 'undecided' })
    const made = facts(stage, 'artifact') as { kind: string; text: string }[]
    expect(made.find(({ kind }) => kind === 'report')?.text).toMatch(/^\*\*Undecided\.\*\*/u)
    expect(made.find(({ kind }) => kind === 'adr')?.text).toContain('## Status\n\nopen')
  })
})

describe('positions in free text', () => {
  const free: Lines = {
    Contribute: (agent, nth) =>
      nth > 1 ? vote('A') : said(own({ ada: 'Redis', bert: 'Keep Redis', cleo: 'Postgres' }, agent)),
  }

  test('are grouped by meaning, and later rounds vote by letter', async () => {
    const stage = await played({ ...free, Options: '- Keep Redis [m4, m5]\n- Move to Postgres [m6]' })
    expect(optionsOf(stage)).toEqual(['Keep Redis', 'Move to Postgres'])
    expect(asksOf(stage, 'Contribute')[3]?.text).toContain('A. Keep Redis\n')
    expect(facts(stage, 'position')).toContainEqual(
      expect.objectContaining({ option: 'A', changed: true, move: 'majority' }),
    )
    const counts = (facts(stage, 'decision.committed')[0] as { counts: string[] }).counts
    expect(counts).toContain('Blind first round: Keep Redis 2 · Move to Postgres 1')
  })

  test('that no group covers stay options, and none is counted twice', async () => {
    const stage = await played({ ...free, Options: '- Some cache [m4]\n- Redis again [m4, m5]\n- Nothing [m99]' })
    expect(optionsOf(stage)).toEqual(['Some cache', 'Redis again', 'Postgres'])
  })

  test('belong to the option in their own words, whatever ids the Head gives', async () => {
    const stage = await played({ ...free, Options: '- Keep Redis [m6]\n- Postgres [m4, m5]' })
    const drawn = facts(stage, 'options.drawn').at(-1)
    expect(drawn).toMatchObject({
      options: [
        { text: 'Postgres', covers: ['m4', 'm6'] },
        { text: 'Keep Redis', covers: ['m5'] },
      ],
    })
  })

  test('leave out of the result nobody whose vote could not be read twice', async () => {
    const stage = await played({
      Topic: OPTIONS,
      Contribute: (agent) => (agent === 'bert' ? 'I looked at it.' : vote('A')),
      Vote: 'Well.',
    })
    const { summary } = facts(stage, 'run.finished')[0] as { summary: string }
    const report = (facts(stage, 'artifact') as { kind: string; text: string }[]).find(({ kind }) => kind === 'report')
    expect(summary).toContain('The vote of BERT names none of the options, and does not count.')
    expect(report?.text).toContain('**Not counted.** The vote of BERT could not be read.')
  })

  test('count as different by their wording if the Head cannot be read twice', async () => {
    const stage = await played({ ...free, Options: 'They are all quite similar.' })
    expect(asksOf(stage, 'Options')).toHaveLength(2)
    expect(asksOf(stage, 'Options')[1]?.text).toContain('Your last answer could not be read.')
    expect(codesOf(stage)).toContain('grouping_unread')
    expect(optionsOf(stage)).toHaveLength(3)
  })

  test('hide the names from the Head when it groups them', async () => {
    const stage = await played({
      ...free,
      Contribute: (agent) => said(`The plan of ${agent.toUpperCase()}`),
      Options: '- It [m4, m5, m6]',
    })
    expect(asksOf(stage, 'Options')[0]?.text).not.toMatch(/ADA|BERT|CLEO/u)
  })
})
