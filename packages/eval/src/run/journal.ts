import type { SessionId } from '@convene/domain'
import { type ArmReply, noCost, sumCosts } from '../comparison/arm.ts'
import type { EvalEntry, EvalPlan } from '../comparison/eval-plan.ts'
import { appendEntry, readEntries } from './eval-folder.ts'

/** What is known about an eval so far, stored on disk line by line. */
export type EvalJournal = {
  reply(unit: string): ArmReply | undefined
  /** The session that works on a unit and has not answered yet. */
  session(unit: string): SessionId | undefined
  /** All of these. Their spending is in no reply yet. */
  openSessions(): readonly SessionId[]
  readonly sized: Extract<EvalEntry, { type: 'sized' }> | undefined
  entries(): readonly EvalEntry[]
  add(entry: EvalEntry): void
  /** The cost of all replies, including failed ones. */
  spentUsd(): number
}

/** Opens an eval's journal. With `retry`, failed units count as not done. */
export function openJournal(home: string, { id }: Pick<EvalPlan, 'id'>, retry = false): EvalJournal {
  const entries: EvalEntry[] = [...readEntries(home, id)]
  const replies = new Map<string, ArmReply>()
  const sessions = new Map<string, SessionId>()
  const costs = entries.map((entry) => (entry.type === 'replied' ? entry.reply.cost : noCost))
  let sized: EvalJournal['sized']
  const take = (entry: EvalEntry) => {
    if (entry.type === 'started') sessions.set(entry.unit, entry.session as SessionId)
    if (entry.type === 'sized') sized = entry
    if (entry.type === 'replied') {
      replies.set(entry.unit, entry.reply)
      sessions.delete(entry.unit)
    }
  }
  for (const entry of entries) take(entry)
  if (retry) for (const [unit, { failed }] of replies) if (failed !== undefined) replies.delete(unit)
  return {
    reply: (unit) => replies.get(unit),
    session: (unit) => sessions.get(unit),
    openSessions: () => [...sessions.values()],
    get sized() {
      return sized
    },
    entries: () => entries,
    add(entry) {
      appendEntry(home, id, entry)
      entries.push(entry)
      if (entry.type === 'replied') costs.push(entry.reply.cost)
      take(entry)
    },
    spentUsd: () => sumCosts(costs).usd,
  }
}
