import type { Event, EventOf } from '../event/event.ts'
import { isRehearsed } from '../mode/conclude.ts'
import { withEntry, without } from '../shared/record.ts'
import { hasPerson } from '../state/has-person.ts'
import { dueKey, lookKey, questionId, type Resolution, resolutionId } from '../state/resolution.ts'
import type { Run, Session } from '../state/session.ts'
import { whyBarred } from './barred.ts'
import { type Declared, declaredIn } from './declared.ts'
import { dueAt } from './read-resolve.ts'

/** Records what is to be resolved, and what was seen and said about it. The same object if an event is about none of it. */
export function evolveResolutions(session: Session, event: Event): Session {
  switch (event.type) {
    case 'decision.proposed':
      return event.data.ballot ? opened(session, event, proposalIn(event)) : session
    case 'decision.committed':
      return committed(session, event)
    case 'estimate.pooled':
      return event.data.range === null ? session : opened(session, event, estimateIn(event))
    case 'decision.resolved':
      return event.data.outcome === 'withdrawn'
        ? session
        : ended(session, ({ run, about }) => run === event.data.run && isDecision(about, event.data.decision))
    case 'estimate.resolved':
      return ended(session, ({ run, about }) => run === event.data.run && about.kind === 'estimate')
    // A copy must not look, ask and tell a second time.
    case 'session.forked':
      return ended(session, () => true)
    default:
      return session.resolutions ? seen(session, event) : session
  }
}

type Opened = Pick<Resolution, 'about' | 'question'>

const proposalIn = ({ data }: EventOf<'decision.proposed'>): Opened => ({
  question: data.topic,
  about: { kind: 'decision', decision: data.decision, options: data.options, chosen: '' },
})

const estimateIn = ({ data }: EventOf<'estimate.pooled'>): Opened => ({
  question: data.question,
  about: { kind: 'estimate', estimate: data.estimate, quantity: data.quantity },
})

/** Only of runs that say how it will be known, and never of samples. */
function opened(session: Session, event: Event, { about, question }: Opened): Session {
  const { run } = session
  const declared = run && declaredIn(run)
  if (!run || !declared || isRehearsed(run)) return session
  const id = resolutionId(run.number)
  const resolution = {
    id,
    number: run.number,
    run: run.id,
    question,
    about,
    ...planOf(session, run, declared, event.at),
  }
  return { ...session, resolutions: { ...session.resolutions, [id]: resolution } }
}

function planOf(session: Session, run: Run, declared: Declared, at: number) {
  const { check, right, wrong } = declared.resolve
  return {
    due: dueAt(declared.resolve, at),
    check,
    ...(right !== undefined && { right }),
    ...(wrong !== undefined && { wrong }),
    barred: whyBarred({ session, run }, declared) ?? '',
    hasPerson: hasPerson(run),
    isDue: false,
    looks: [],
    lost: 0,
    lostBy: '',
    asked: 0,
    answer: null,
  }
}

/** A question that stays open has nothing to resolve. */
function committed(session: Session, { data, run: place, at }: EventOf<'decision.committed'>): Session {
  const known = Object.values(session.resolutions ?? {}).find(
    ({ run, about }) => run === place && isDecision(about, data.decision),
  )
  const declared = session.run && declaredIn(session.run)
  if (known?.about.kind !== 'decision' || !declared) return session
  if (data.how === 'undecided' || data.option === '') return ended(session, ({ id }) => id === known.id)
  return edited(session, known, { about: { ...known.about, chosen: data.option }, due: dueAt(declared.resolve, at) })
}

const isDecision = (about: Resolution['about'], decision: string): boolean =>
  about.kind === 'decision' && about.decision === decision

function seen(session: Session, event: Event): Session {
  const one = Object.values(session.resolutions ?? {}).find(({ id }) => keyIn(event).startsWith(`${id}/`))
  const change = one && changeOf(one, event)
  return one && change ? edited(session, one, change) : session
}

function keyIn({ data }: Event): string {
  if ('effect' in data && typeof data.effect === 'string') return data.effect
  return 'id' in data && typeof data.id === 'string' ? data.id : ''
}

function changeOf(one: Resolution, event: Event): Partial<Resolution> | undefined {
  switch (event.type) {
    case 'timer.fired':
      return event.data.effect === dueKey(one) ? { isDue: true } : undefined
    case 'check.finished': {
      const { effect, outcome, reason, output, exit } = event.data
      if (effect !== lookKey(one)) return undefined
      if (outcome === 'not_run') return { lost: one.lost + 1, lostBy: reason ?? 'it could not be run' }
      const look = { outcome, ...(reason !== undefined && { reason }), ...(output !== undefined && { output }) }
      return { looks: [...one.looks, { ...look, ...(exit !== undefined && { exit }) }] }
    }
    case 'effect.lost':
    case 'effect.aborted':
      return event.data.effect === lookKey(one) ? { lost: one.lost + 1, lostBy: 'it was cut off' } : undefined
    case 'question.asked':
      return { asked: one.asked + 1, answer: null }
    case 'question.answered':
      return event.data.id === questionId(one) ? { answer: event.data.answer } : undefined
    default:
      return undefined
  }
}

const edited = (session: Session, one: Resolution, change: Partial<Resolution>): Session => ({
  ...session,
  resolutions: withEntry(session.resolutions ?? {}, one.id, { ...one, ...change }),
})

/** What is resolved is forgotten, with the question about it. */
function ended(session: Session, isMeant: (one: Resolution) => boolean): Session {
  const all = Object.values(session.resolutions ?? {})
  const over = all.filter(isMeant)
  if (over.length === 0) return session
  const left = Object.fromEntries(all.filter((one) => !over.includes(one)).map((one) => [one.id, one]))
  const questions = over.reduce((open, one) => without(open, questionId(one)), session.questions)
  return { ...session, resolutions: left, questions }
}
