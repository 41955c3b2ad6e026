import {
  clean,
  cleanLine,
  countText,
  type Event,
  type EventOf,
  findLast,
  type Message,
  type Session,
  type TaskId,
} from '@convene/domain'
import { speakerOf } from './speakers.ts'
import type { Entry, Tone, View } from './view.ts'

const LONGEST = 200
/** What is written for a parser is told in other words when it is complete. */
const unheard: readonly (string | undefined)[] = [
  'Plan',
  'Evaluate',
  'Options',
  'Final position',
  'Summarize',
  'Next speaker',
  'Handoff',
  'Vote',
]

/** Whether people want to read the words of this task as they come. */
export const isHeard = ({ tasks }: Session, task: TaskId): boolean => !unheard.includes(tasks[task]?.heading)

/** What a lead hands to a member, as a line under its plan. */
export function assignmentEntry({ session }: View, { data }: EventOf<'message'>): Entry {
  const text = cleanLine(data.text)
  return {
    kind: 'handed',
    from: speakerOf(session, data.author),
    to: speakerOf(session, data.to ?? ''),
    depth: 0,
    text: text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text,
    background: false,
  }
}

/** How a loop goes: which round it is, how it was judged, whether it must be tried again. */
export function roundNotice({ session }: View, event: Event): readonly Entry[] {
  switch (event.type) {
    case 'progress':
      return session.run?.mode === 'reflect' && event.data.active > 0 ? [notice('plain', roundText(event))] : []
    case 'evaluation':
      return [notice(event.data.met ? 'good' : tones[event.data.trend], judgedText(session, event))]
    case 'run.state':
      return event.data.trigger === 'iterationFailed'
        ? [notice('warning', 'This iteration failed. It is tried again in 2 s.')]
        : []
    default:
      return []
  }
}

const tones: { readonly [trend in EventOf<'evaluation'>['data']['trend']]: Tone } = {
  improving: 'plain',
  stable: 'plain',
  degrading: 'warning',
}

function roundText({ data: { done, total, active } }: EventOf<'progress'>): string {
  return `Iteration ${done + 1} of ${total}: ${countText(active, 'member')} at work.`
}

function judgedText(session: Session, { data }: EventOf<'evaluation'>): string {
  const { iteration, score, trend, rationale, by, met } = data
  const verdict = met ? 'the goal is met' : `not there yet, ${trend}`
  const why = rationale === '' ? '' : ` ${rationale}`
  return `${speakerOf(session, by).name} on iteration ${iteration}: ${score.toFixed(2)} of 1, ${verdict}.${why}`
}

/** The sign and the sentence that a summary begins with, where it does. */
export function verdictOf(summary: string): string | undefined {
  const [first = ''] = summary.split('\n')
  return /^(✅|⏱|⚠|⏹)/u.test(first) ? first : undefined
}

/** The result that is handed over, where it is not the one that was said last. */
export function bestResult({ session }: View, { summary }: EventOf<'run.finished'>['data']): string {
  const text = verdictOf(summary) === undefined ? '' : summary.split('\n').slice(2).join('\n')
  const newest = findLast(session.messages, ({ kind }: Message) => kind === 'synthesis' || kind === 'answer')
  return newest?.text === text ? '' : clean(text)
}

const notice = (tone: Tone, text: string): Entry => ({ kind: 'notice', tone, text: cleanLine(text) })
