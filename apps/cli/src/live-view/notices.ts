import {
  capTexts,
  clean,
  cleanLine,
  dollarsText,
  durationText,
  type Event,
  type EventOf,
  type Session,
  tokensText,
  totalsText,
} from '@convene/domain'
import { decisionNotice } from './decision-notices.ts'
import { panelNotice } from './panel-notices.ts'
import { planNotice } from './plan-notices.ts'
import { verdictOf } from './rounds.ts'
import { speakerOf, speakersOf } from './speakers.ts'
import type { Entry, Tone, View } from './view.ts'

/** How a run begins: what is asked, and of whom. */
export function openingOf(session: Session): Entry {
  const { run } = session
  return {
    kind: 'opening',
    goal: clean(run?.goal ?? session.goal),
    mode: cleanLine(run?.mode ?? ''),
    team: cleanLine(run?.team.name ?? ''),
    speakers: run ? speakersOf(run) : [],
    limits: run ? capTexts(run.limits) : [],
  }
}

/** How a run ended, and what it took. */
export function endingOf({ session, lastError }: View, { data }: EventOf<'run.finished'>): Entry {
  const { state, reason, totals } = data
  const isSaid = reason === 'user' || (lastError !== null && data.summary.includes(lastError))
  return {
    kind: 'ending',
    session: session.id,
    state,
    reason: reasonText(reason),
    summary: verdictOf(data.summary) ?? (isSaid || state === 'completed' ? '' : clean(data.summary)),
    facts: totalsText(totals),
  }
}

const reasons: { readonly [reason: string]: string } = {
  done: '',
  goal_met: 'the goal is met',
  converged: 'the panel has converged',
  max_iterations: 'no iteration was left',
  stalled: 'it made no more progress',
  error_budget: 'too many things went wrong',
  user: 'stopped by you',
  steps_failed: 'some steps failed',
  rehearsal: 'rehearsal',
}

/** `limit:tokens` as `the limit of tokens was reached`. */
export function reasonText(reason: string): string {
  if (reason.startsWith('limit:')) return `the limit of ${reason.slice(6).replaceAll('_', ' ')} was reached`
  if (reason.startsWith('error:')) return reason.slice(6).replaceAll('_', ' ')
  return reasons[reason] ?? cleanLine(reason).replaceAll('_', ' ')
}

/** What people are told of an event in one line with the way out; most events need no words. */
export function noticeOf(view: View, event: Event): readonly Entry[] {
  const name = event.agent ? speakerOf(view.session, event.agent).name : ''
  switch (event.type) {
    case 'run.state':
    case 'agent.paused':
    case 'agent.resumed':
      return [...moved(event, name), ...panelNotice(view, event)]
    case 'model.failed':
      return event.data.waitMs === undefined
        ? []
        : [notice('warning', `${name}: ${event.data.message} ${again(event)}`)]
    case 'effect.lost':
      return [
        notice(
          'warning',
          `${name}: a call was cut off when its process ended${isTool(event) ? '.' : '. It is made once more.'}`,
        ),
      ]
    case 'error':
      return [
        notice('error', event.data.fatal ? event.data.message : `${name || event.data.source}: ${event.data.message}`),
      ]
    case 'warning':
      return [notice('warning', event.data.message)]
    case 'budget':
      return [notice('warning', budgetText(event.data))]
    case 'permission.asked':
      return [notice('warning', `${name || event.data.chain.at(-1)} asks: ${askText(event.data)}`)]
    case 'permission.answered':
      return [answered(event)]
    case 'question.asked':
      return [question(view, event)]
    case 'question.answered':
      return [{ kind: 'said', text: clean(event.data.answer), to: null }]
    case 'compaction':
      if (event.task === undefined) return panelNotice(view, event)
      return [notice('plain', `${name}: the conversation was summed up, ${compacted(event)}.`)]
    case 'commentary':
      return view.verbosity === 'full' ? [thought(view, event)] : []
    default:
      return [...decisionNotice(view, event), ...panelNotice(view, event), ...planNotice(view, event)]
  }
}

/** `bash npm test`, as an ask is named in one line. */
export const askText = ({ tool, resource }: EventOf<'permission.asked'>['data']): string =>
  cleanLine(`${tool} ${resource}`).slice(0, 300)

function answered({ data }: EventOf<'permission.answered'>): Entry {
  const { answer, by, reason, pattern } = data
  if (answer === 'deny')
    return notice('error', `Denied${by === 'user' ? '' : ` by ${by}`}${reason ? `: ${reason}` : '.'}`)
  const scope = { once: 'once', session: `for this session: ${pattern}`, always: `always: ${pattern}` }[answer]
  return notice('good', `Allowed ${scope}`)
}

function question({ session }: View, { agent, data }: EventOf<'question.asked'>): Entry {
  const options = data.options.map(cleanLine)
  return {
    kind: 'question',
    speaker: speakerOf(session, agent ?? session.run?.team.lead?.slug ?? ''),
    question: clean(data.question),
    options,
    ...(data.gate && { text: clean(data.text ?? '').trim() }),
  }
}

const compacted = ({ data }: EventOf<'compaction'>): string =>
  `${tokensText(data.tokensBefore)} tokens to ${tokensText(data.tokensAfter)}`

const notice = (tone: Tone, text: string): Entry => ({ kind: 'notice', tone, text: cleanLine(text) })

type Moved = EventOf<'run.state' | 'agent.paused' | 'agent.resumed'>

function moved({ type, data }: Moved, name: string): readonly Entry[] {
  if (type === 'agent.paused') return [notice('warning', `${name} is paused; the others go on.`)]
  if (type === 'agent.resumed') return [notice('plain', `${name} goes on.`)]
  if (data.to === 'paused') return [notice('warning', 'Paused.')]
  if (data.trigger === 'userResumed') return [notice('plain', 'Goes on.')]
  return data.to === 'idle' ? [notice('plain', 'Reset.')] : []
}

const isTool = ({ data }: EventOf<'effect.lost'>): boolean => /\/run\.\d+$/u.test(data.effect)

const again = ({ data }: EventOf<'model.failed'>): string => `Next try in ${durationText(data.waitMs ?? 0)}.`

function budgetText({ which, spent, cap, exhausted }: EventOf<'budget'>['data']): string {
  const amount = (value: number) => (which === 'cost' ? dollarsText(value) : value.toLocaleString('en-US'))
  const outcome = exhausted ? 'It ends here.' : 'It closes with what it has.'
  return `The limit of ${which.replaceAll('_', ' ')} is reached: ${amount(spent)} of ${amount(cap)}. ${outcome}`
}

function thought({ session }: View, { agent, data }: EventOf<'commentary'>): Entry {
  return { kind: 'thought', speaker: speakerOf(session, agent ?? ''), text: clean(data.text) }
}
