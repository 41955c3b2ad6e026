import { type Event, type Fact, fact, MessageId, RunId, SessionId, TaskId } from '@convene/domain'
import type { SessionRow } from '@convene/engine'

/** A realistic session id. */
export const sessionNumber = (number: number): SessionId =>
  SessionId.parse(`01JSAMPLE${String(number).padStart(17, '0')}`)

/** A user message, as a fact. */
export const userSays = (text: string): Fact => fact('message', { author: 'user', role: 'user', kind: 'user', text })

/** Numbers facts as one append after `last`. */
export function stamped(session: SessionId, last: number, facts: readonly Fact[], at = 1_000 + last): readonly Event[] {
  return facts.map((each, index) => {
    const seq = last + index + 1
    const id = each.type === 'message' ? { id: MessageId.parse(`m${seq}`) } : {}
    return { ...each, ...id, session, seq, batch: last + 1, at, v: 1 } as Event
  })
}

/** Events of many types: with and without a place, nested data, awkward text. */
export const sampleFacts: readonly Fact[] = [
  fact('session.created', { goal: 'Ship on Friday?', workspace: '/home/ada/ship', title: 'Ship' }),
  userSays('Quotes " and \\ and \u2028 and 🚀 and \u0000 and half a pair \ud83d'),
  fact(
    'tool.called',
    {
      call: 'c1-1' as never,
      tool: 'write',
      input: { path: 'a', lines: [1, 2.5, null, { deep: true }] },
      resources: [],
    },
    { run: RunId.parse('01JRUN'), task: TaskId.parse('1/round2/ada'), agent: 'ada', parent: '1' },
  ),
]

/** A row with nothing special about it. */
export const sampleRow = (change: Partial<SessionRow> = {}): SessionRow => ({
  title: 'Ship',
  summary: 'It ships.',
  goal: 'Ship on Friday?',
  workspace: '/home/ada/ship',
  mode: 'broadcast',
  team: 'duo',
  phase: 'running',
  reason: '',
  asks: 0,
  costUsd: null,
  tokens: 0,
  pinned: false,
  order: null,
  tags: [],
  messages: 1,
  createdAt: 1_000,
  updatedAt: 1_000,
  wakeAt: null,
  moves: false,
  ...change,
})

/** A decision that was made. */
export function decided(option: string): readonly Fact[] {
  const proposed = { decision: 'd1', topic: 'Which?', options: ['Rust', 'Go'], evidence: '', eligible: [], by: 'user' }
  const outcome = { decision: 'd1', option, votes: { [option]: 2 }, rationale: '', dissent: [], adr: '' }
  return [
    fact('decision.proposed', { ...proposed, closesAt: null }, decider),
    fact('decision.committed', { ...outcome, how: 'majority' }, decider),
  ]
}

const decider = { run: 'R1' as RunId }
