import { dollarsText, durationText, type Event, type EventOf, tokensText } from '@convene/domain'
import { oneLine } from '../text/neutral.ts'
import { nameOf } from './seats.ts'
import type { Notice, NoticeTone, View } from './view.ts'

/** What people are told of an event in one line with the way out; most events need no words. */
export function noticeOf(view: View, event: Event): readonly Notice[] {
  const name = event.agent ? nameOf(view.session, event.agent) : ''
  switch (event.type) {
    case 'run.state':
    case 'agent.paused':
    case 'agent.resumed':
      return moved(event, name)
    case 'model.failed':
      return [notice('warning', `${name}: ${event.data.message}${again(event)}`)]
    case 'effect.lost':
      return [notice('warning', `${name}: a call was cut off when its process ended.`)]
    case 'error':
      return [
        notice('bad', event.data.fatal ? event.data.message : `${name || event.data.source}: ${event.data.message}`),
      ]
    case 'warning':
      return [notice('warning', event.data.message)]
    case 'budget':
      return [notice('warning', budgetText(event.data))]
    case 'moderation':
      return ['approved', 'converged'].includes(event.data.action)
        ? []
        : [notice('warning', `${event.data.action.replaceAll('_', ' ')}: ${event.data.reason}`)]
    case 'stall':
      return [
        notice(
          'warning',
          `No progress: this synthesis is ${Math.round(event.data.similarity * 100)} % like an earlier one.`,
        ),
      ]
    case 'question.asked':
      return event.data.gate ? [] : [notice('asked', `${name || 'A question'}: ${event.data.question}`)]
    case 'question.answered':
      return [answered(event)]
    case 'compaction':
      return [notice('plain', `${name}: the conversation was summed up, ${compacted(event)}.`)]
    case 'session.forked':
      return [notice('plain', `Forked from another session at event ${event.data.at}.`)]
    default:
      return []
  }
}

const notice = (tone: NoticeTone, text: string): Notice => ({ kind: 'notice', tone, text: oneLine(text), detail: '' })

type Moved = EventOf<'run.state' | 'agent.paused' | 'agent.resumed'>

function moved({ type, data }: Moved, name: string): readonly Notice[] {
  if (type === 'agent.paused') return [notice('warning', `${name} is paused; the others go on.`)]
  if (type === 'agent.resumed') return [notice('plain', `${name} goes on.`)]
  if (data.to === 'paused') return [notice('warning', 'Paused.')]
  if (data.trigger === 'userResumed') return [notice('plain', 'Goes on.')]
  return data.to === 'idle' ? [notice('plain', 'Reset.')] : []
}

function answered({ data }: EventOf<'question.answered'>): Notice {
  const why = data.text ? `: ${data.text}` : '.'
  if (data.answer === 'approve')
    return notice(
      'good',
      data.text
        ? `Approved in your version: ${data.text}`
        : data.ask
          ? 'Approved. Every step asks before each change.'
          : 'Approved.',
    )
  return data.answer === 'reject' ? notice('warning', `Sent back${why}`) : notice('plain', `Answered: ${data.answer}`)
}

const again = ({ data }: EventOf<'model.failed'>): string =>
  data.waitMs === undefined ? '' : ` Next try in ${durationText(data.waitMs)}.`

const compacted = ({ data }: EventOf<'compaction'>): string =>
  `${tokensText(data.tokensBefore)} tokens to ${tokensText(data.tokensAfter)}`

function budgetText({ which, spent, cap, exhausted }: EventOf<'budget'>['data']): string {
  const amount = (value: number) => (which === 'cost' ? dollarsText(value) : value.toLocaleString('en-US'))
  const outcome = exhausted ? 'It ends here.' : 'It closes with what it has.'
  return `The limit of ${which.replaceAll('_', ' ')} is reached: ${amount(spent)} of ${amount(cap)}. ${outcome}`
}
