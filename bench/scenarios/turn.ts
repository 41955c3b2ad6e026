import {
  createDomain,
  type Event,
  emptySession,
  type Fact,
  fact,
  type ModelEffect,
  type Session,
  type SessionId,
} from '@convene/domain'
import { oneAgent } from '../one-agent.ts'
import type { Finding } from '../report.ts'
import { median } from '../run-child.ts'

const domain = createDomain()
const AT = 1_800_000_000_000

/** CPU time of fold, `next` and prompt building for one turn, as the transcript grows. */
export async function turn(rounds: number): Promise<readonly Finding[]> {
  const sizes = [20, 200, 2_000]
  const sessions = sizes.map((size) => grown(size))
  const seen = sizes.map((): number[] => [])
  for (let round = 0; round < rounds * 10; round++)
    for (const [index, session] of sessions.entries()) seen[index]?.push(microseconds(session))
  const [short = 0, middle = 0, long = 0] = seen.map(median)
  return [
    {
      name: 'one turn at 2,000 messages, relative to one at 20 (fold, next, prompt)',
      ratio: long / short,
      bar: 1.5,
      values: { at20: { us: short }, at200: { us: middle }, at2000: { us: long } },
    },
  ]
}

function microseconds(session: Session): number {
  const times = 200
  const start = process.cpuUsage()
  for (let index = 0; index < times; index++) oneTurn(session)
  const { user, system } = process.cpuUsage(start)
  return (user + system) / times
}

/** Everything the domain does for one turn: the user asks, the agent is called, its model answers. */
function oneTurn(before: Session): Session {
  const asked = reacted(before, domain.accept(before, { type: 'message', text: 'And what follows from that?' }).facts)
  return answered(asked, 'It follows that the log comes first.')
}

function answered(asked: Session, text: string): Session {
  const effect = domain.next(asked).want[0] as ModelEffect
  const { key, kind, attempt, timeoutMs, model, task, agent, reserve } = effect
  const intent = { effect: key, kind, attempt, timeoutMs, model, reserved: reserve }
  const session = reacted(asked, [fact('effect.started', intent, { task, agent })])
  const request = domain.prompt(session, effect)
  const usage = { input: request.lines.size * 50, cached: 0, output: 50 }
  const reply = { kind: 'reply', text, reasoning: '', calls: [], usage, finish: 'stop', ms: 5 } as const
  return reacted(session, domain.absorb(session, effect, reply))
}

function reacted(before: Session, facts: readonly Fact[]): Session {
  let session = before
  const add = (next: Fact) => {
    const event: Event = domain.stamp(session, next, AT, before.seq + 1)
    session = domain.evolve(session, event)
  }
  facts.forEach(add)
  for (let step = domain.next(session); step.record.length > 0; step = domain.next(session)) step.record.forEach(add)
  return session
}

function grown(messages: number): Session {
  // An unknown window counts as 16,000 tokens: at 2,000 messages, every turn would measure a compaction.
  const models = { 'bench/x': { price: null, context: 1_000_000 } }
  let session = emptySession('S' as SessionId)
  const created = domain.accept(session, oneAgent(1, models))
  session = answered(reacted(session, created.facts), 'The log.')
  while (session.messages.size < messages) session = oneTurn(session)
  return session
}
