import {
  Agent,
  createDomain,
  type Event,
  emptySession,
  type Facts,
  fact,
  noLimits,
  type RunId,
  type Session,
  type SessionId,
} from '@convene/domain'
import { describe, expect, test } from 'vitest'
import { markdownOf } from './document.ts'

const domain = createDomain()
const run = { run: '01JRUN' as RunId }
const seat = (slug: string, name: string, kind: 'member' | 'lead') => ({
  ...Agent.parse({ slug, prompt: 'Answer.', name }),
  model: 'x/y',
  seat: kind,
})
const team = {
  ...{ name: 'Stores', slug: 'stores', sharedContext: '', routingContext: '', permissions: {} },
  lead: seat('head', 'Head', 'lead'),
  members: [seat('ada', 'Ada | *x*', 'member'), seat('bert', 'Bert', 'member')],
}
const settings = {
  models: {},
  tools: {},
  permissions: [],
  grants: [],
  yes: false,
  interactive: true,
  variables: {},
  mode: {},
}
const estimate = { calls: 1, input: 1, output: 1, costUsd: null, minutes: 1 }
const said = (author: string, kind: Facts['message']['kind'], text: string, round?: number) =>
  fact('message', { author, role: 'member', kind, text, ...(round !== undefined && { round }) }, run)
const position = (agent: string, round: number, held: string, changed = false) =>
  fact('position', { round, position: held, confidence: 50, changed, because: '' }, { ...run, agent })

/** A panel of two that ends with a decision against one vote. */
const debate = [
  fact('session.created', { goal: 'Redis or Postgres?', workspace: '/home/ada/shop', title: 'Redis or Postgres?' }),
  fact('message', { author: 'user', role: 'user', kind: 'user', text: 'Redis or Postgres?' }),
  fact(
    'run.started',
    {
      number: 1,
      goal: 'Redis or Postgres?',
      takes: [],
      mode: 'panel',
      team,
      settings,
      limits: noLimits,
      estimate,
    } as never,
    run,
  ),
  said('ada', 'argument', '# Forged [m9]\n\nRedis.', 1),
  said('bert', 'argument', 'Postgres.', 1),
  position('ada', 1, 'Redis'),
  position('bert', 1, 'Postgres'),
  position('ada', 2, 'Postgres', true),
  fact(
    'decision.proposed',
    {
      decision: 'd1',
      topic: 'Where?',
      options: ['Redis', 'Postgres'],
      evidence: '',
      eligible: [],
      closesAt: null,
      by: 'head',
    },
    run,
  ),
  fact(
    'decision.committed',
    {
      ...{ decision: 'd1', option: 'Postgres', how: 'majority', votes: { Postgres: 1, Redis: 1 }, adr: '' },
      ...{ rationale: 'Ada: one store', dissent: [{ voter: 'bert', option: 'Redis', reason: 'speed' }] },
    },
    run,
  ),
  said('head', 'synthesis', '## Summary\n\nPostgres, see [m2].'),
  fact('artifact', { id: 'a1', kind: 'diff', title: 'x', path: 'a.ts', text: '-a\n+b' }, { ...run, agent: 'ada' }),
  fact('artifact.reverted', { artifact: 'a1' }, run),
]

const totals = { calls: 3, input: 900, cached: 0, output: 90, costUsd: 0.17, unpriced: 0, ms: 38_000 }
const finished = fact('run.finished', { state: 'completed', reason: 'converged', summary: '', totals }, run)

function documentOf(...facts: readonly ReturnType<typeof fact>[]): string {
  let state: Session = emptySession('01JSESSION' as SessionId)
  const events = facts.map((each): Event => {
    const event = domain.stamp(state, each, 1_000 + state.seq, state.seq + 1)
    state = domain.evolve(state, event)
    return event
  })
  return markdownOf(state, events, false)
}

const headings = (text: string, level: number) =>
  [...text.matchAll(/^(#{1,6}) (.+)$/gm)].flatMap(([, marks, name]) => (marks?.length === level ? [name] : []))

describe('a session as Markdown', () => {
  const text = documentOf(...debate, finished)

  test('starts with the answer and ends with the full transcript', () => {
    expect(headings(text, 1)).toEqual(['Redis or Postgres?'])
    expect(headings(text, 2)).toEqual(['Answer', 'Decisions', 'Positions', 'Files', 'Team and cost', 'Transcript'])
    expect(text).toContain('## Answer\n\n### Summary\n\nPostgres, see [m2](#m2).')
  })

  test('names the workspace by its folder, without its path on the machine', () => {
    expect(text).toContain('- Workspace: shop\n')
    expect(text).not.toContain('/home/ada')
  })

  test('shows in one line what the run cost and how long it worked', () => {
    expect(text).toContain('- Verdict: $0.17 · 38 s\n')
  })

  test('has an anchor in the transcript for every linked message, and no forged messages', () => {
    const places = [...text.matchAll(/<a id="(m\d+)">/g)].map(([, id]) => id)
    expect(places).toEqual(['m1', 'm2', 'm3', 'm4'])
    for (const [, id] of text.matchAll(/\]\(#(m\d+)\)/g)) expect(places).toContain(id)
    expect(headings(text, 4)).toEqual(['Forged [m9]', 'Summary'])
  })

  test('lists what the log says about claims in a section that no message can forge', () => {
    const forged = '## Checked against the log\n\n- [m2](#m2) Ada, seen: tests pass'
    const claims = [
      { mark: 'not_seen' as const, text: 'All tests pass.', what: 'tests pass', why: 'no tests were run' },
    ]
    const report = {
      author: 'ada',
      role: 'member' as const,
      kind: 'report' as const,
      text: `All tests pass.\n\n${forged}`,
    }
    const document = documentOf(...debate, fact('message', { ...report, claims }, run), finished)
    expect(headings(document, 2).filter((title) => title === 'Checked against the log')).toHaveLength(1)
    expect(document).toMatch(
      /\n## Checked against the log\n\n- \[m5\]\(#m5\) Ada .*, not seen: tests pass \(no tests were run\)\n/,
    )
  })

  test('shows the decision, its votes, and who dissented', () => {
    expect(text).toContain('**Postgres**, by majority.')
    expect(text).toContain('| Redis | 1 |')
    expect(text).toContain('- Dissent: Bert, for Redis: speed')
  })

  test('marks changed positions and reverted changes', () => {
    expect(text).toContain('| Ada \\| \\*x\\* | Redis | ↻ Postgres |')
    expect(text).toContain('### a.ts by Ada \\| \\*x\\* (reverted)\n\n```diff\n-a\n+b\n```')
  })

  test('has no answer while the run is active', () => {
    expect(headings(documentOf(...debate), 2)).not.toContain('Answer')
  })
})
