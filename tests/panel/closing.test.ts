import { REPORT_SECTIONS } from '@convene/domain'
import { answerOf } from '@convene/reading'
import { answerParts as answers, askOf, type Play, panelOf, SimulatedSession } from '@convene/testkit'
import { describe, expect, test } from 'vitest'

type Lines = { readonly [heading: string]: string | ((agent: string, ask: string) => string) }

const usual: Lines = {
  Clarify: 'CLEAR: yes.',
  Topic: 'Whether to ship.',
  Contribute: (agent) => `So.\nPOSITION: ${agent === 'ada' ? 'Wait' : 'Ship'}\nCONFIDENCE: 60`,
  'Converged?': 'CONVERGED: yes.',
  Options: '- The plan of ADA\n- Ship',
  'Final position': 'POSITION: Wait\nCONFIDENCE: 60\nVOTE: 1\nREASON: so',
  Synthesize: '## Executive Summary\n\n- Wait [m4]',
}

async function played(script: Lines, choice: Parameters<typeof panelOf>[0] = {}): Promise<SimulatedSession> {
  const model: Play = (request) => {
    const { heading, text } = askOf(request)
    const line = { ...usual, ...script }[heading] ?? 'Well.'
    return [20, ...answers(typeof line === 'string' ? line : line(request.agent, text))]
  }
  const stage = new SimulatedSession({ model })
  await stage.create(panelOf(choice))
  await stage.untilRest()
  expect(stage.world.violations).toEqual([])
  return stage
}

const facts = (stage: SimulatedSession, type: string) =>
  stage.events.filter((event) => event.type === type).map(({ data }) => data)
const asksOf = (stage: SimulatedSession, heading: string) =>
  stage.requests
    .filter((request) => askOf(request).heading === heading)
    .map((request) => ({ agent: request.agent, text: askOf(request).text }))

test('an option that names a panelist is shown under the alias, and counted under the name', async () => {
  const stage = await played({
    'Final position': (_agent, ask) => `POSITION: x\nCONFIDENCE: 60\nVOTE: ${/^B\. (.+)$/m.exec(ask)?.[1]}\nREASON: so`,
  })
  for (const { text } of asksOf(stage, 'Final position')) {
    expect(text).toMatch(/^B\. The plan of Panelist [A-C]$/m)
    expect(text).not.toContain('ADA')
  }
  expect(facts(stage, 'decision.committed')).toMatchObject([
    { option: 'The plan of ADA', votes: { 'The plan of ADA': 3 } },
  ])
})

test('a final position that matches a prohibited pattern is not counted as position or ballot, and the Head never reads it', async () => {
  const stage = await played(
    {
      'Final position': (agent) =>
        `POSITION: Wait\nCONFIDENCE: 60\nVOTE: 2\nREASON: ${agent === 'bert' ? 'the swordfish of bert' : 'so'}`,
    },
    { limits: { prohibitedPatterns: ['swordfish'] } },
  )
  expect(facts(stage, 'moderation')).toContainEqual(
    expect.objectContaining({ action: 'blocked', rule: 'prohibited_pattern' }),
  )
  expect(facts(stage, 'decision.committed')).toMatchObject([{ votes: { 'The plan of ADA': 2 } }])
  for (const { lines } of stage.requests) expect(JSON.stringify(lines)).not.toContain('swordfish')
})

test('every panelist learns once what the others call it', async () => {
  const stage = await played({})
  const aliases = ['ada', 'bert', 'cleo'].map((slug) => {
    const told = asksOf(stage, 'Contribute').filter(
      ({ agent, text }) => agent === slug && text.includes('The others know you as'),
    )
    expect(told).toHaveLength(1)
    return /know you as (Panelist [A-C])/.exec(told[0]?.text ?? '')?.[1]
  })
  expect(aliases.toSorted()).toEqual(['Panelist A', 'Panelist B', 'Panelist C'])
})

test('a model used by one seat causes no warning; one used by every seat does', async () => {
  const codes = (stage: SimulatedSession) => facts(stage, 'warning').map((data) => (data as { code: string }).code)
  expect(codes(await played({}))).toContain('same_model')
  const run = panelOf()
  const [first, ...others] = run.team.members
  const stage = new SimulatedSession({
    model: (request) => answers(String(usual[askOf(request).heading] ?? 'CLEAR: yes.')),
  })
  const models = { ...run.settings.models, 'beta/two': { price: { input: 1, output: 2 }, context: null } }
  const members = first ? [{ ...first, model: 'beta/two' }, ...others] : others
  await stage.create({ ...run, settings: { ...run.settings, models }, team: { ...run.team, members } })
  await stage.untilRest()
  expect(codes(stage)).not.toContain('same_model')
})

const whole = REPORT_SECTIONS.map((name) => `## ${name}\n\nSo it is. [m4]`).join('\n\n')
const codesOf = (stage: SimulatedSession) => facts(stage, 'warning').map((data) => (data as { code: string }).code)
const finished = (stage: SimulatedSession) => facts(stage, 'run.finished')[0] as { reason: string; summary: string }
const reportOf = (stage: SimulatedSession) =>
  (facts(stage, 'artifact') as { kind: string; text: string }[]).find(({ kind }) => kind === 'report')?.text ?? ''

/** Two votes for each option, and nobody confident: only the Head can decide. */
const tied: Lines = {
  Options: '- Wait\n- Ship',
  'Final position': (agent) =>
    `POSITION: x\nVOTE: ${agent === 'ada' ? 'Wait' : agent === 'bert' ? 'Ship' : 'abstain'}\nREASON: so`,
  Synthesize: whole,
}

describe('a tie that nobody breaks', () => {
  test('is asked about once more, then the record stays open and the report says so first', async () => {
    const stage = await played({ ...tied, Decide: 'Both have merits.' })
    expect(asksOf(stage, 'Decide')).toHaveLength(2)
    expect(asksOf(stage, 'Decide')[1]?.text).toContain('Your last answer named none of the options.')
    expect(facts(stage, 'decision.committed')).toMatchObject([
      { option: '', how: 'undecided', votes: { Wait: 1, Ship: 1 } },
    ])
    const adr = (facts(stage, 'artifact') as { kind: string; text: string }[]).find(({ kind }) => kind === 'adr')
    expect(adr?.text).toContain('## Status\n\nopen')
    expect(adr?.text).toContain('- CLEO: abstained')
    expect(finished(stage).summary).toMatch(/^Undecided: The ballots are tied/)
    expect(reportOf(stage)).toMatch(/^\*\*Undecided\.\*\*/)
  })

  test('is decided by the Head if its second answer can be read', async () => {
    let asked = 0
    const stage = await played({ ...tied, Decide: () => (asked++ === 0 ? 'Hm.' : '**DECISION:** Ship\nREASON: soon') })
    expect(facts(stage, 'decision.committed')).toMatchObject([{ option: 'Ship', how: 'lead' }])
  })
})

test('a ballot that cannot be read is requested once more, and then counts', async () => {
  const stage = await played({
    ...tied,
    'Final position': (agent) => (agent === 'bert' ? 'POSITION: x\nVOTE: the better one' : 'POSITION: x\nVOTE: Wait'),
    Vote: 'VOTE: 2\nREASON: so',
  })
  expect(asksOf(stage, 'Vote').map(({ agent }) => agent)).toEqual(['bert'])
  expect(facts(stage, 'decision.committed')).toMatchObject([{ option: 'Wait', votes: { Wait: 2, Ship: 1 } }])
})

describe('a ballot whose position repeats the words of another option', () => {
  const twoThings = (own: string): Lines => ({
    ...tied,
    'Final position': (agent) => (agent === 'bert' ? own : 'POSITION: Wait\nVOTE: A\nREASON: so'),
  })
  const warnings = (stage: SimulatedSession) =>
    (facts(stage, 'warning') as { code: string; message: string }[])
      .filter(({ code }) => code === 'ballot_unread')
      .map(({ message }) => message)

  test('is requested once more, and the second one counts', async () => {
    const stage = await played({ ...twoThings('POSITION: Wait.\nVOTE: B\nREASON: so'), Vote: 'VOTE: A\nREASON: so' })
    expect(asksOf(stage, 'Vote').map(({ agent }) => agent)).toEqual(['bert'])
    expect(asksOf(stage, 'Vote')[0]?.text).toContain('an option other than its position')
    expect(warnings(stage)).toEqual([
      'The ballot of BERT names an option other than its position, and is requested again.',
    ])
    expect(facts(stage, 'decision.committed')).toMatchObject([{ option: 'Wait', votes: { Wait: 3, Ship: 0 } }])
  })

  test('does not count if the second one does so too', async () => {
    const own = 'POSITION: wait\nVOTE: B\nPROBABILITIES: A 10, B 90'
    const stage = await played({ ...twoThings(own), Vote: own })
    expect(asksOf(stage, 'Vote')).toHaveLength(1)
    expect(warnings(stage).at(-1)).toMatch(/^The ballot of BERT .*, and does not count\.$/)
    expect(facts(stage, 'decision.committed')).toMatchObject([{ option: 'Wait', votes: { Wait: 2, Ship: 0 } }])
  })

  test('is requested once more if it is JSON that names the other option in words', async () => {
    const own = JSON.stringify({
      position: 'Wait',
      vote: 'Ship',
      probabilities: 'A 10, B 90',
      reason: 'so',
      veto: null,
    })
    const stage = await played({ ...twoThings(own), Vote: 'VOTE: B\nREASON: so' })
    expect(asksOf(stage, 'Vote').map(({ agent }) => agent)).toEqual(['bert'])
    expect(facts(stage, 'decision.committed')).toMatchObject([{ option: 'Wait', votes: { Wait: 2, Ship: 1 } }])
  })

  test('is not one that states its position in other words', async () => {
    const stage = await played(twoThings('POSITION: Wait, unless the fix is in\nVOTE: B\nREASON: so'))
    expect(asksOf(stage, 'Vote')).toEqual([])
    expect(facts(stage, 'decision.committed')).toMatchObject([{ option: 'Wait', votes: { Wait: 2, Ship: 1 } }])
  })
})

test('confidence breaks a tie, and an unreadable confidence is left out', async () => {
  const sure = (line: string): Lines => ({
    ...tied,
    'Final position': (agent) =>
      agent === 'ada'
        ? 'POSITION: x\nVOTE: Wait\nCONFIDENCE: 0.9'
        : agent === 'bert'
          ? `POSITION: x\nVOTE: Ship\n${line}`
          : 'VOTE: abstain',
  })
  for (const line of [
    'CONFIDENCE: 8/10',
    'CONFIDENCE: high',
    'PROBABILITIES: A 20, B 80',
    'PROBABILITIES: A 20, B 20',
  ]) {
    const stage = await played(sure(line))
    expect(facts(stage, 'decision.committed')).toMatchObject([{ option: 'Wait', how: 'record' }])
    const isRead = line.includes('8/10') || line.includes('B 80')
    expect(codesOf(stage).includes('confidence_unread'), line).toBe(!isRead)
    expect(facts(stage, 'decision.voted')).toContainEqual(
      isRead
        ? expect.objectContaining({ voter: 'bert', confidence: 80 })
        : expect.not.objectContaining({ voter: 'bert', confidence: expect.anything() }),
    )
  }
})

test('a report that ends like a contribution is shown in plain words, with the counted number', async () => {
  const stage = await played({ Synthesize: `${whole}\n\nPOSITION: Wait\nCONFIDENCE: 0.8\nVOTE: A` })
  const shown = answerOf(undefined, stage.events)
  expect(shown).toContain('A · Wait · 80 %')
  expect(shown).not.toMatch(/POSITION|CONFIDENCE|VOTE/)
})

describe('a report without one of its sections', () => {
  const short = '## Executive Summary\n\n- Wait [m4]'

  test('is requested once more', async () => {
    const stage = await played({ Synthesize: short, 'Repair citations': whole })
    expect(asksOf(stage, 'Repair citations')[0]?.text).toContain(
      'These sections are missing: Detailed Analysis, Agreements',
    )
    expect(reportOf(stage)).toBe(whole)
  })

  test('says which sections were not written', async () => {
    const stage = await played({ Synthesize: short, 'Repair citations': short })
    expect(codesOf(stage)).toContain('sections_unwritten')
    const [, named = ''] = reportOf(stage).split('## Not written\n\n')
    const has = ['Executive Summary', 'Minority Report']
    expect(named.split(', ')).toEqual(REPORT_SECTIONS.filter((name) => !has.includes(name)))
  })
})
