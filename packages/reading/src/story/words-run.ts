import {
  countText,
  dollarsText,
  durationText,
  type EventOf,
  isFinal,
  limitWord,
  nowText,
  numberText,
  shortId,
  teamText,
  totalsText,
  traitsOf,
} from '@convene/domain'
import type { StoryWords } from './cast.ts'
import { endingText, reasonText } from './ending-text.ts'
import { brief, byText, detailed, does, full, type Line, logged } from './line.ts'

const sentBack: readonly string[] = ['missing_sections', 'unknown_citations', 'unknown_plan_key']

/** Sessions, runs, limits, and what goes wrong. */
export const runWords = {
  'session.created': ({ data }) => logged('Goal', { body: data.goal }),
  'session.updated': ({ data }) => logged(updatedText(data)),
  'session.forked': ({ data: { from, seq, change } }) =>
    change
      ? brief(`Forked from session ${shortId(from)}. One change: ${change.text}`)
      : detailed(`Forked from session ${shortId(from)} at event ${seq}`),
  'run.started': (event) =>
    logged(`Run ${event.data.number}${byText(event)}: ${event.data.mode}, ${teamText(event.data.team)}`),
  'run.state': moved,
  'run.finished': ({ data }) =>
    logged(`${endingText(data.state, data.reason, data.lacks)} (${totalsText(data.totals).join(', ')})`, {
      tone: data.state === 'failed' ? 'bad' : 'plain',
    }),
  'agent.paused': ({ agent = '' }) => brief('is paused. The others continue.', { ...does(agent), tone: 'warning' }),
  'agent.resumed': ({ agent = '' }) => brief('continues', does(agent)),
  'agent.status': ({ agent = '', data }) => logged(`is ${data.status}`, does(agent)),
  'limit.reached': ({ data }) => brief(budgetText(data), { tone: 'warning' }),
  stall: ({ data }) =>
    brief(`No progress: this result is ${Math.round(data.similarity * 100)} % similar to an earlier one`, {
      tone: 'warning',
    }),
  progress: ({ data: { done, total, active } }, { mode }) =>
    traitsOf(mode).judged && active > 0
      ? detailed(
          `Iteration ${done + 1}${total === undefined ? '' : ` of ${total}`}: ${countText(active, 'member')} at work`,
        )
      : logged(`${done}${total === undefined ? '' : ` of ${total}`} done, ${active} at work`),
  snapshot: ({ data }) => {
    const commit = data.commit ? ` (commit ${data.commit.slice(0, 10)})` : ''
    return full(`Snapshot: ${data.label}${commit}${data.files?.length ? `, ${data.files.join(', ')}` : ''}`)
  },
  'trust.granted': ({ data }) => logged(`Workspace trusted: ${data.workspace}`),
  'timer.fired': () => logged('A wait has ended'),
  'clock.jumped': ({ data }) => logged(`The clock jumped by ${durationText(Math.abs(data.ms))}`),
  // A report that is sent back is repaired first, a draft of a plan is requested again, and a key of it that means nothing
  // changes nothing: none is news. If no draft can be used, the run says so once.
  warning: ({ data, agent }) => {
    const isDraft = data.code === 'invalid_plan' && agent !== undefined
    return (isDraft || sentBack.includes(data.code) ? logged : brief)(data.message, { tone: 'warning' })
  },
  error: ({ data, agent }) =>
    brief(data.message, { tone: 'bad', who: data.fatal || data.source === 'session' ? '' : (agent ?? data.source) }),
} satisfies Partial<StoryWords>

const moves: { readonly [trigger: string]: (event: EventOf<'run.state'>) => Line } = {
  userResumed: (event) => brief(`Resumed${byText(event)}`),
  convergenceDetected: ({ data }) => brief(closingText(data.reason ?? '')),
  debateResumed: () =>
    brief('A panelist asked for more analysis. The debate continues, and the ballots are discarded unread.'),
  iterationFailed: () => brief('This iteration failed. Retrying in 2 s.', { tone: 'warning' }),
}

/** The votes in a decision are its ballots: no final positions follow. */
const closings: { readonly [reason: string]: string } = {
  done: 'The votes are counted',
  unanimous: 'All agree. Their votes count as the ballots.',
}

const closingText = (reason: string): string =>
  (Object.hasOwn(closings, reason) ? closings[reason] : undefined) ?? 'The debate is over. Final positions follow.'

/** Most moves only matter to readers who want to see everything. */
function moved(event: EventOf<'run.state'>): Line {
  const { to, trigger, reason = '' } = event.data
  if (to === 'paused') return brief(`Paused${byText(event)}`, { tone: 'warning' })
  if (to === 'idle') return brief('Reset')
  const move = Object.hasOwn(moves, trigger) ? moves[trigger] : undefined
  return (
    move?.(event) ??
    full(`Phase: ${nowText({ phase: to, finished: isFinal(to) ? { reason } : null })}`, { body: reasonText(reason) })
  )
}

function updatedText({ title, pinned, tags, constraints }: EventOf<'session.updated'>['data']): string {
  if (title !== undefined) return `Renamed to “${title}”`
  if (pinned !== undefined) return pinned ? 'Pinned' : 'Unpinned'
  if (tags !== undefined) return tags.length === 0 ? 'Tags removed' : `Tagged ${tags.join(', ')}`
  return constraints === undefined ? 'Moved in the list' : `Constraints: ${constraints}`
}

function budgetText({ which, spent, cap, exhausted }: EventOf<'limit.reached'>['data']): string {
  const amount = (value: number) => {
    if (which === 'time') return durationText(value)
    return which === 'cost' ? dollarsText(value) : numberText(value)
  }
  const name = limitWord(which).replace(/^./u, (first) => first.toUpperCase())
  const outcome = exhausted ? 'Stopping here' : 'Wrapping up with the results so far'
  return `${name} reached: ${amount(spent)} of ${amount(cap)}. ${outcome}.`
}
