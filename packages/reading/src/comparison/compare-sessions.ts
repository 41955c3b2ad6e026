import { changedInWorktree, type Event, type EventOf, type Session, type StepState } from '@convene/domain'
import { type ComparedRun, comparedRun, stateAtEnd } from './compared-run.ts'

/** One thing on both sides; null if a side does not have it. */
export type ComparedSides<T> = { readonly a: T | null; readonly b: T | null }

export type ComparedDecision = { readonly topic: string; readonly decision: string } & ComparedSides<{
  readonly option: string
  readonly how: string
}>

export type ComparedStep = { readonly step: string; readonly description: string } & ComparedSides<{
  readonly state: StepState
  readonly owner: string
}>

/** A file changed on at least one side, with its patches in order. */
export type ComparedFile = { readonly path: string; readonly same: boolean } & ComparedSides<string>

export type ComparedOutcome = {
  readonly state: string
  readonly reason: string
  readonly tokens: number
  readonly costUsd: number
}

/** How two sessions differ from the point where they diverge. */
export type SessionComparison = {
  /** The last event that both have, or 0 if they share none. */
  readonly shared: number
  /** What was changed, if one side repeats the other's run with a single change. */
  readonly change: { readonly side: 'a' | 'b'; readonly text: string } | null
  readonly runs: ComparedSides<ComparedRun>
  readonly outcome: ComparedSides<ComparedOutcome>
  readonly decisions: readonly ComparedDecision[]
  readonly steps: readonly ComparedStep[]
  readonly files: readonly ComparedFile[]
}

/**
 * Compares the decisions, the steps and the changes of two sessions, such as two forks of one. If one repeats the
 * other's run with a change, these two runs are compared, whatever ran in their sessions since. `interrupted`: whose
 * process ended in the middle of a run, which events do not say.
 */
export function compareSessions(
  wholeA: readonly Event[],
  wholeB: readonly Event[],
  interrupted = { a: false, b: false },
): SessionComparison {
  const [a, b] = [comparable(wholeA, wholeB), comparable(wholeB, wholeA)]
  const [one, other] = [stateAtEnd(a), stateAtEnd(b)]
  return {
    shared: sharedBy(a, b),
    change: changeBetween(one, other),
    runs: { a: comparedRun(one, interrupted.a), b: comparedRun(other, interrupted.b) },
    outcome: { a: outcomeOf(a), b: outcomeOf(b) },
    decisions: decisionsOf(a, b),
    steps: stepsOf(a, b),
    files: filesOf(a, b),
  }
}

/** Up to the end of the run that the other repeats, or that repeats the other's or the same one. */
function comparable(events: readonly Event[], others: readonly Event[]): readonly Event[] {
  const end = startAfter(events, others)
  return end ? events.slice(0, events.indexOf(end)) : events
}

/** The start of the run after the compared one. */
function startAfter(events: readonly Event[], others: readonly Event[]): Event | undefined {
  const starts = events.filter(({ type }) => type === 'run.started')
  const [own, copy] = [repeating(events), repeating(others)]
  if (copy && copy.data.from === events[0]?.session) return starts.find(({ at }) => at > copy.at)
  const isRelated = own && [others[0]?.session, copy?.data.from].includes(own.data.from)
  return isRelated ? starts.filter(({ seq }) => seq > own.seq)[1] : undefined
}

/** The fork that began this session, if it repeats another session's run with a change. */
function repeating(events: readonly Event[]): EventOf<'session.forked'> | undefined {
  const forked = events.findLast((event): event is EventOf<'session.forked'> => event.type === 'session.forked')
  return forked?.data.change ? forked : undefined
}

function changeBetween(a: Session | null, b: Session | null): SessionComparison['change'] {
  const made = (fork: Session | null, from: Session | null) =>
    fork && from && fork.forked?.from === from.id ? fork.forked.change?.text : undefined
  const [inB, inA] = [made(b, a), made(a, b)]
  if (inB !== undefined) return { side: 'b', text: inB }
  return inA === undefined ? null : { side: 'a', text: inA }
}

/** Copies keep number, time and content; only the session differs. */
function sharedBy(a: readonly Event[], b: readonly Event[]): number {
  const isSame = (one: Event, other: Event | undefined) =>
    other !== undefined && one.at === other.at && JSON.stringify(one.data) === JSON.stringify(other.data)
  const first = a.findIndex((event, index) => !isSame(event, b[index]))
  return first < 0 ? Math.min(a.length, b.length) : first
}

function outcomeOf(events: readonly Event[]): ComparedOutcome | null {
  const end = events.findLast((event): event is EventOf<'run.finished'> => event.type === 'run.finished')
  if (!end) return null
  const { state, reason, totals } = end.data
  return { state, reason, tokens: totals.input + totals.output, costUsd: totals.costUsd }
}

function decisionsOf(a: readonly Event[], b: readonly Event[]): readonly ComparedDecision[] {
  const [left, right] = [committedIn(a), committedIn(b)]
  return union(left, right).map((topic) => ({
    topic,
    decision: (left.get(topic) ?? right.get(topic))?.id ?? '',
    a: sideOf(left, topic, ({ option, how }) => ({ option, how })),
    b: sideOf(right, topic, ({ option, how }) => ({ option, how })),
  }))
}

function committedIn(events: readonly Event[]) {
  const topics = new Map(
    events.flatMap((event) => (event.type === 'decision.proposed' ? [[event.data.decision, event.data.topic]] : [])),
  )
  return new Map(
    events.flatMap((event) => {
      if (event.type !== 'decision.committed') return []
      const { decision: id, option, how } = event.data
      return [[topics.get(id) ?? id, { id, option, how }] as const]
    }),
  )
}

function stepsOf(a: readonly Event[], b: readonly Event[]): readonly ComparedStep[] {
  const [left, right] = [statesIn(a), statesIn(b)]
  return union(left, right).map((step) => ({
    step,
    description: (left.get(step) ?? right.get(step))?.description ?? '',
    a: sideOf(left, step, ({ state, owner }) => ({ state, owner })),
    b: sideOf(right, step, ({ state, owner }) => ({ state, owner })),
  }))
}

function statesIn(events: readonly Event[]) {
  const steps = new Map<string, { description: string; state: StepState; owner: string }>()
  for (const event of events) {
    if (event.type === 'plan.committed')
      for (const { id, description, owner } of event.data.steps) steps.set(id, { description, state: 'pending', owner })
    const known = event.type === 'step.state' ? steps.get(event.data.step) : undefined
    if (event.type === 'step.state' && known)
      steps.set(event.data.step, { ...known, state: event.data.to, owner: event.data.owner })
  }
  return steps
}

function filesOf(a: readonly Event[], b: readonly Event[]): readonly ComparedFile[] {
  const [left, right] = [changesIn(a), changesIn(b)]
  return union(left, right)
    .sort()
    .map((path) => {
      const [one, other] = [left.get(path) ?? null, right.get(path) ?? null]
      return { path, same: one === other, a: one, b: other }
    })
}

/** The patches per file. Work in a worktree counts once it is applied to the workspace, as its step's patch. */
function changesIn(events: readonly Event[]): ReadonlyMap<string, string> {
  const isApart = changedInWorktree(events)
  const taken = new Set(events.flatMap((event) => (event.type === 'artifact.reverted' ? [event.data.artifact] : [])))
  const files = new Map<string, string>()
  for (const event of events) {
    if (event.type !== 'artifact' || event.data.kind !== 'diff' || taken.has(event.data.id) || isApart(event)) continue
    for (const [path, patch] of patchesIn(event.data)) files.set(path, `${files.get(path) ?? ''}${patch}`)
  }
  return files
}

function patchesIn({ path, text = '' }: EventOf<'artifact'>['data']): readonly (readonly [string, string])[] {
  if (path !== undefined) return [[path, text]]
  const parts = text.split(/^(?=diff --git )/m).filter((part) => part.startsWith('diff --git '))
  return parts.map((part) => [/^diff --git a\/.+ b\/(.+)$/m.exec(part)?.[1] ?? '', part])
}

const union = (one: ReadonlyMap<string, unknown>, other: ReadonlyMap<string, unknown>): string[] => [
  ...new Set([...one.keys(), ...other.keys()]),
]

function sideOf<T, S>(map: ReadonlyMap<string, T>, key: string, take: (value: T) => S): S | null {
  const value = map.get(key)
  return value === undefined ? null : take(value)
}
