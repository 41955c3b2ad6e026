import { cleanLine, countText, type Event, type EventOf, type Plan } from '@convene/domain'
import { speakerOf } from './speakers.ts'
import type { Entry, Tone, View } from './view.ts'

/** What people are told of a plan: that it is committed, where each step goes and why, who hands it to whom. */
export function planNotice(view: View, event: Event): readonly Entry[] {
  if (view.session.run?.mode !== 'plan') return []
  switch (event.type) {
    case 'plan.committed':
      return [notice('good', `The plan is committed: ${countText(event.data.steps.length, 'step')}.`)]
    case 'step.state':
      return stepNotice(view, event)
    case 'handoff':
      return [handoffNotice(view, event)]
    default:
      return []
  }
}

const tones: { readonly [state: string]: Tone } = {
  accepted: 'good',
  blocked: 'warning',
  reopened: 'warning',
  waiting: 'plain',
  failed: 'error',
  skipped: 'warning',
}

/** A step that waits for its turn needs no words, and one that is handed on is told by the handoff. */
function stepNotice({ session, verbosity }: View, { data }: EventOf<'step.state'>): readonly Entry[] {
  const { step, from, to, owner, attempt, reason } = data
  const { name } = speakerOf(session, owner)
  if (to === 'waiting' || (to === 'pending' && from !== 'accepted' && from !== 'finished')) return []
  if (to === 'running') {
    const again = attempt > 1 ? `, attempt ${attempt}` : ''
    return [notice('plain', `▸ ${step} ${name}${again}: ${descriptionOf(session.run?.data as unknown as Plan, step)}`)]
  }
  if (to === 'finished' && verbosity === 'brief') return []
  const why = reason === undefined || reason === '' ? '' : `: ${reason}`
  const word = to === 'pending' ? 'is done again' : to
  return [notice(tones[to] ?? 'plain', `${marks[to]} ${step} ${word}${why}`)]
}

const descriptionOf = (plan: Plan | null, id: string): string =>
  plan?.steps.find((step) => step.id === id)?.description ?? ''

/** How a step's state looks in one character. */
export const marks: { readonly [state: string]: string } = {
  pending: '·',
  running: '▸',
  waiting: '⇢',
  blocked: '■',
  finished: '○',
  accepted: '✓',
  reopened: '↺',
  failed: '✗',
  skipped: '–',
}

function handoffNotice({ session }: View, { data }: EventOf<'handoff'>): Entry {
  const [from, to] = [speakerOf(session, data.from).name, speakerOf(session, data.to).name]
  const why = data.reason === '' ? '' : `: ${data.reason}`
  if (data.state === 'offered') return notice('plain', `⇢ ${from} offers ${data.step} to ${to}${why}`)
  if (data.state === 'acknowledged') return notice('good', `⇢ ${to} takes ${data.step} over from ${from}`)
  return notice('warning', `⇢ ${to} refuses ${data.step}${why}`)
}

const notice = (tone: Tone, text: string): Entry => ({ kind: 'notice', tone, text: cleanLine(text) })
