import {
  blank,
  emptyRecord,
  emptySession,
  type Held,
  type MessageId,
  noLimits,
  type Panel,
  type Run,
  type Turn,
  withParts,
} from '@convene/domain'
import { describe, expect, test } from 'vitest'
import { seat, teamOf } from '../sessions.fixture.ts'
import { headlineOf, labelledParts, verdictOf, verdictParts } from './verdict.ts'

const seats = [seat('ada'), seat('bert', { model: 'b/two' }), seat('cleo', { model: 'c/three' }), seat('dan')]
const totals = { calls: 9, input: 900, cached: 0, output: 90, costUsd: 0.17, unpriced: 0, ms: 98_000, worked: 38_000 }
const options = ['Stay', 'Move', 'Rewrite'].map((text) => ({ text, covers: [] }))

const id = (agent: string) => `m-${agent}` as MessageId
const blind = (agent: string, option: string): { readonly turn: Turn; readonly line: Held } => ({
  turn: { round: 1, agent, message: id(agent) } as Turn,
  line: { agent, round: 1, message: id(agent), position: option, option: null, abstains: false } as Held,
})
type Ballot = Panel['ballot']['ballots'][number]

const ballot = (voter: string, option: string, more: Partial<Ballot> = {}): Ballot =>
  ({ voter, option, confidence: 58, reason: '', veto: '', model: '', ...more }) as Ballot

type Votes = { readonly [agent: string]: string }

/** A finished panel: each panelist's blind position and final vote. */
function panelOf(before: Votes, after: Votes, more: Partial<Panel['ballot']> = {}): Panel {
  const said = Object.entries(before).map(([agent, option]) => blind(agent, option))
  const ballots = Object.entries(after).map(([voter, option]) => ballot(voter, option))
  return withParts(blank, {
    debate: { options, turns: said.map(({ turn }) => turn), ledger: said.map(({ line }) => line) },
    ballot: { decision: 'panel1', eligible: Object.keys(after), ballots, ...more },
  })
}

const runOf = (data: unknown, more: object = {}): Run =>
  ({
    mode: 'panel',
    turns: 0,
    limits: noLimits,
    team: teamOf(...seats),
    spentBy: Object.fromEntries(seats.map(({ slug }) => [slug, { calls: 2 }])),
    finished: { state: 'completed', reason: 'converged', summary: '', totals },
    data,
    ...more,
  }) as unknown as Run

const session = (data: Panel) => ({ ...emptySession('S' as never), run: runOf(data) })
const partsOf = (run: Run) => verdictParts(verdictOf(run) as NonNullable<ReturnType<typeof verdictOf>>)
const split = { ada: 'Stay', bert: 'Stay', cleo: 'Move', dan: 'Move' }
const decided = { ada: 'Stay', bert: 'Stay', cleo: 'Stay', dan: 'Move' }

const labelled = (data: Panel) => labelledParts(verdictOf(runOf(data)) as NonNullable<ReturnType<typeof verdictOf>>)

describe('the verdict of a panel', () => {
  test('says what its numbers are where it stands alone', () => {
    expect(labelled(panelOf(split, decided))[0]).toBe('Decided 3 : 1')
    expect(labelled(panelOf(split, decided))[1]).toMatch(/^\d+ % likely right \(first guess\)$/u)
    const all = { ada: 'Stay', bert: 'Stay' }
    expect(labelled(panelOf(all, all))[0]).toBe('Decided unanimously')
  })

  test('says the votes, the blind vote, who changed, and what it took, waiting not included', () => {
    const parts = partsOf(runOf(panelOf(split, decided)))
    expect(parts[0]).toBe('3 : 1')
    expect(parts[1]).toMatch(/^\d+ % \(first guess\)$/u)
    expect(parts.slice(2)).toEqual(['blind vote was 2 : 2', '1 changed', '$0.17', '38 s', '3 models'])
  })

  test('lists the options in the same order in both counts, decision first, without those nobody held', () => {
    const parts = partsOf(runOf(panelOf({ ...split, ada: 'Rewrite' }, { ...decided, bert: 'Move', cleo: 'Move' })))
    expect(parts).toContain('3 : 1 : 0')
    expect(parts).toContain('blind vote was 2 : 1 : 1')
  })

  test('says a vote once if there was no debate', () => {
    expect(partsOf(runOf(panelOf(decided, decided))).join(' · ')).toMatch(
      /^3 : 1 · \d+ % \(first guess\) · \$0\.17 · 38 s · 3 models$/u,
    )
    const committed = { option: 'Stay', how: 'majority' as const, votes: { Stay: 3, Move: 1 } }
    expect(partsOf(runOf(panelOf(decided, {}, { committed })))).not.toContain('blind vote was 3 : 1')
  })

  test('is unanimous only if several voted', () => {
    expect(partsOf(runOf(panelOf({ ada: 'Stay', bert: 'Stay' }, { ada: 'Stay', bert: 'Stay' })))[0]).toBe('unanimous')
    expect(partsOf(runOf(panelOf({}, { ada: 'Stay' })))[0]).toBe('1 vote')
  })

  test('is not unanimous if the vote of somebody did not count', () => {
    const both = { ada: 'Stay', bert: 'Stay' }
    const missing = panelOf(both, both, { eligible: ['ada', 'bert', 'cleo'] })
    expect(partsOf(runOf(missing))[0]).toBe('2 of 3 votes')
    expect(labelled(missing)[0]).toBe('Decided by 2 of 3 votes')
  })

  test('gives no probability if the lead or nobody decided, and marks it as undecided', () => {
    const open = runOf(panelOf(split, split))
    expect(partsOf(open).slice(0, 2)).toEqual(['2 : 2', 'undecided'])
    const lead = verdictOf(runOf(panelOf(split, split, { casting: { option: 'Move', reason: '' } })))
    expect([lead?.vote?.option, lead?.vote?.chance, lead?.vote?.counts[0]?.option]).toEqual(['Move', null, 'Move'])
  })

  test('says that a panel in which nobody took a position is undecided, on the strip and in a list row', () => {
    const silent = withParts(blank, { ballot: { closings: 1 }, report: { over: true } })
    expect(partsOf(runOf(silent)).slice(0, 2)).toEqual(['no votes', 'undecided'])
    expect(headlineOf(session(silent))).toBe('Undecided · no votes')
    expect(labelled(silent)[0]).toBe('Undecided, no votes')
    const stopped = { state: 'cancelled', reason: 'user', summary: '', totals }
    expect(verdictOf(runOf(silent, { finished: stopped }))?.vote).toBeNull()
  })

  test('says that the Head decided and nobody voted, on the strip and in a list row', () => {
    const alone = panelOf({}, {}, { casting: { option: 'Move', reason: '' } })
    expect(partsOf(runOf(alone)).slice(0, 2)).toEqual(['no votes', 'decided by the Head'])
    expect(headlineOf(session(alone))).toBe('Move · no votes · decided by the Head')
    expect(labelled(alone).slice(0, 2)).toEqual(['No votes', 'decided by the Head'])
  })

  test('says how many resolved decisions its probability is based on', () => {
    const record = { ...emptyRecord, decisions: 60, models: { 'a/one': 41 } }
    const known = { record, models: { ada: 'a/one' } } as unknown as Panel['opening']['known']
    const panel = withParts(panelOf(split, decided), { opening: { known } })
    expect(verdictOf(runOf(panel))?.vote?.chance?.basis.resolved).toBe(41)
    expect(partsOf(runOf(panel))[1]).toMatch(/^\d+ % \(41 resolved\)$/u)
  })

  test('says if a result is close, and if it is probably wrong', () => {
    const chance = { right: 0.3, basis: { resolved: 20, models: 2, vendors: 2 }, isClose: true }
    const committed = { option: 'Stay', how: 'majority' as const, votes: { Stay: 3, Move: 1 }, chance }
    expect(labelled(panelOf(split, decided, { committed })).slice(0, 4)).toEqual([
      'Decided 3 : 1',
      '30 % likely right (20 resolved)',
      'unlikely',
      'close',
    ])
  })

  test('has the dissent with its reason and newest message, or the veto if there is no reason', () => {
    const panel = panelOf(split, decided)
    const ballots = [...panel.ballot.ballots.slice(0, 3), ballot('dan', 'Move', { veto: 'Two jobs will write by Q3.' })]
    expect(verdictOf(runOf(withParts(panel, { ballot: { ballots } })))?.vote?.dissent).toEqual([
      { agent: 'dan', option: 'Move', confidence: 58, reason: 'Two jobs will write by Q3.', message: 'm-dan' },
    ])
  })

  test('does not count anyone as changed whose first position is unknown', () => {
    expect(verdictOf(runOf(panelOf({ ada: 'Something new' }, decided)))?.vote?.changed).toEqual([])
  })

  test('has the votes and the dissent of a run followed live, which has no ballots', () => {
    const dissent = [{ voter: 'dan', option: 'Move', reason: 'Two jobs will write.' }]
    const committed = { option: 'Stay', how: 'majority' as const, votes: { Stay: 3, Move: 1 }, dissent }
    const verdict = verdictOf(runOf(panelOf(split, {}, { committed })))
    expect(verdict?.vote?.counts).toEqual([
      { option: 'Stay', votes: 3, blind: 2 },
      { option: 'Move', votes: 1, blind: 2 },
    ])
    expect(verdict?.vote?.dissent).toMatchObject([{ agent: 'dan', reason: 'Two jobs will write.', message: 'm-dan' }])
  })

  test('counts neither votes nor models in a rehearsal', () => {
    const finished = { state: 'completed', reason: 'rehearsal', summary: '', totals }
    expect(partsOf(runOf(panelOf(split, decided), { finished }))).toEqual(['$0.17', '38 s'])
  })
})

describe('other verdicts', () => {
  const planOf = (steps: readonly object[]) => ({ version: 1, committed: true, draft: [], steps })

  test('are missing while the run is active', () => {
    expect(verdictOf(runOf(panelOf(split, decided), { finished: null }))).toBeNull()
    expect(verdictOf(null)).toBeNull()
  })

  test('of a plan count the accepted steps, and name those that no review accepted', () => {
    const steps = [
      { state: 'accepted', remark: 'm1', seen: [] },
      { state: 'finished', remark: 'm2', seen: [] },
      { state: 'failed', remark: null, seen: [] },
    ]
    const parts = partsOf(runOf(planOf(steps), { mode: 'plan' }))
    expect(parts.slice(0, 2)).toEqual(['1 of 3 steps', '1 step not accepted by a review'])
    expect(partsOf(runOf(planOf(steps.slice(0, 1)), { mode: 'plan' })).slice(0, 2)).toEqual(['1 of 1 step', '$0.17'])
  })

  test('of a plan name no review that never took place, and the check that failed', () => {
    const check = { kind: 'command', run: 'npm test' } as const
    const earlier = { check, outcome: 'failed', moment: 'after', effect: '1/s1/check-after1.1', ms: 5 } as const
    const reported = { state: 'finished', remark: null, attempt: 2 }
    const steps = [
      { ...reported, id: 's1', checks: [check] },
      { ...reported, id: 's2' },
    ]
    const [, words] = partsOf(
      runOf(planOf(steps), {
        mode: 'plan',
        number: 1,
        settings: { mode: {}, yes: false, checks: { project: ['npm test'] } },
        checks: [earlier],
      }),
    )
    expect(words).toBe('1 step whose check failed, 1 step not reviewed')
  })

  test('in a list row show the decision and its votes in one line', () => {
    const panel = panelOf({}, { ada: 'Stay\nput', bert: 'Stay\nput', dan: 'Move' })
    const options = ['Stay\nput', 'Move'].map((text) => ({ text, covers: [] }))
    const named = withParts(panel, { debate: { options } })
    expect(headlineOf(session(named))).toMatch(/^Stay put · 2 : 1 · \d+ % \(first guess\) · close$/u)
    expect(headlineOf(session(panelOf(split, split)))).toBe('Undecided · 2 : 2')
  })

  test('in a list row say undecided if no ballot was readable, whatever the report begins with', () => {
    expect(headlineOf(session(panelOf(split, {})))).toBe('Undecided · no votes')
    const active = runOf(panelOf(split, {}), { finished: null })
    expect(headlineOf({ ...session(panelOf(split, {})), run: active })).toBe('')
  })
})
