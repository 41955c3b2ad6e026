import { cleanLine, type Event, type EventOf, type Panel } from '@convene/domain'
import { speakerOf } from './speakers.ts'
import type { Entry, Tone, View } from './view.ts'

/** What people are told of a debate besides what is said: rounds, rulings, changes of mind, the count. */
export function panelNotice(view: View, event: Event): readonly Entry[] {
  const { run } = view.session
  if (run?.mode !== 'panel') return []
  const panel = run.data as unknown as Panel
  switch (event.type) {
    case 'task.assigned':
      return roundNotice(panel, event)
    case 'moderation':
      return ruled(view, event)
    case 'position':
      return changed(view, event)
    case 'run.state':
      return moves[event.data.trigger] ? [notice('plain', `${moves[event.data.trigger]}`)] : []
    case 'compaction':
      return event.data.text === '' ? [] : [notice('plain', 'The oldest messages of the board are a summary now.')]
    case 'decision.committed':
      return (event.data.counts ?? []).map((line) => notice('plain', line))
    default:
      return []
  }
}

const moves: { readonly [trigger: string]: string | undefined } = {
  userApproved: 'The topic is approved. The panelists take their seats.',
  convergenceDetected: 'Final positions, and a secret ballot.',
  debateResumed: 'A panelist asks for more analysis: the debate goes on, and the ballots are thrown away unread.',
}

/** A round begins with its first speaker. */
function roundNotice({ turns }: Panel, { data, task }: EventOf<'task.assigned'>): readonly Entry[] {
  const newest = turns.at(-1)
  if (data.heading !== 'Contribute' || !newest || task === undefined) return []
  if (turns.filter(({ round }) => round === newest.round).length !== 1) return []
  const how = newest.round === 1 ? ': blind, all at once' : ''
  return [notice('plain', `Round ${newest.round}${how}.`)]
}

function ruled({ session }: View, { data, agent }: EventOf<'moderation'>): readonly Entry[] {
  const { action, rule, reason } = data
  const name = agent ? speakerOf(session, agent).name : ''
  if (action === 'converged') return [notice('good', `Converged: ${reason.replace(/^CONVERGED\W*/i, '')}`)]
  if (action === 'approved') return []
  const words = {
    blocked: 'was blocked',
    redirected: 'is asked again',
    passed_over: 'is passed over',
    force_converge: 'ends the debate',
  }[action]
  const who = action === 'force_converge' ? `The rule ${rule}` : name
  return [notice('warning', `${who} ${words}${action === 'force_converge' ? '' : ` (${rule})`}: ${reason}`)]
}

/** Who changed its mind, and why. */
function changed({ session }: View, { data, agent }: EventOf<'position'>): readonly Entry[] {
  if (!data.changed) return []
  const { name } = speakerOf(session, agent ?? '')
  const why = data.flagged ? 'without a reason: flagged as capitulation' : `because ${data.because}`
  return [notice(data.flagged ? 'warning' : 'good', `↻ ${name} now holds “${data.position}”, ${why}.`)]
}

const notice = (tone: Tone, text: string): Entry => ({ kind: 'notice', tone, text: cleanLine(text) })
