import {
  capTexts,
  castOf,
  countText,
  type Entry,
  type Event,
  type EventOf,
  emptyStory,
  estimateText,
  isShown,
  limitsExpected,
  lineOf,
  type Story,
  sentenceOf,
  type Tone,
  teamText,
  tell as tellStory,
  totalsText,
  withSeats,
} from '@convene/domain'
import type { Delta } from '@convene/protocol'
import { askShown, questionShown } from './asks.ts'
import { filesShown } from './files.ts'
import { liveText } from './live-text.ts'
import { headingOf, isOnlyVoice, isWhole, messageShown, type Names } from './messages.ts'
import { isFinal, markdown, oneLine, piece, plain, progress, type Shown, type Verbosity } from './shown.ts'
import { sources } from './sources.ts'

/** What a chat shows of a run, event by event, and of what is being written. */
export type Teller = { tell(event: Event): readonly Shown[]; hear(delta: Delta): readonly Shown[] }

/** Who sits in a run that was started before, and how they work. */
type Known = { readonly mode: string; readonly seats: readonly { readonly slug: string; readonly name: string }[] }

/** A teller learns who is who from the start of the run, or from its caller. */
export function teller(verbosity: Verbosity, before: Known = { mode: 'agent', seats: [] }): Teller {
  const live = liveText()
  const files = filesShown()
  const { hear, cited } = sources()
  let story = withSeats(
    emptyStory,
    before.mode,
    before.seats.map((seat) => ({ ...seat, model: '' })),
  )
  let names = namesOf(story)
  let last = ''
  const said = (event: EventOf<'message'>): readonly Shown[] => {
    const rest = live.rest(event)
    const isFirst = last === ''
    last = event.data.text.trim()
    const shown = rest === undefined ? messageShown(event, { ...names, isFirst }, verbosity) : [markdown(rest)]
    const { data, session } = event
    return shown.length > 0 && isWhole(data.kind, verbosity) ? [...shown, ...cited(data.text, session, names)] : shown
  }
  return {
    hear: (delta) => {
      const heard = live.hear(delta)
      if (!heard) return []
      const isFirst = last === ''
      const needsName = heard.isNew && !isOnlyVoice('answer', { ...names, isFirst })
      return [piece(`${needsName ? `${headingOf(heard.agent, 'answer', names)}\n\n` : ''}${heard.text}`)]
    },
    tell: (event) => {
      const told = tellStory(story, event)
      story = told.story
      names = namesOf(story)
      live.note(event, names.mode)
      if (event.type === 'message') hear(event)
      if (event.type === 'message' && event.data.role !== 'user') return said(event)
      if (event.type === 'question.asked') return questionShown(event, names, last)
      const ending = live.close(event)
      const closed = ending === undefined ? [] : [piece(`${ending}\n\n`)]
      const entries = told.changes.flatMap((change) => ('put' in change ? [change.put] : []))
      const shown = shownOf(event, entries, { story, names, verbosity })
      return [...closed, ...files(event), ...shown, ...cited(noticesIn(entries, verbosity), event.session, names)]
    },
  }
}

const noticesIn = (entries: readonly Entry[], verbosity: Verbosity): string =>
  entries.map((entry) => (entry.kind === 'notice' && isShown(entry.level, verbosity) ? entry.text : '')).join('\n')

function namesOf(story: Story): Names {
  const { name, mode } = castOf(story)
  return { name, mode, isFirst: true }
}

type Telling = { readonly story: Story; readonly names: Names; readonly verbosity: Verbosity }

function shownOf(event: Event, entries: readonly Entry[], telling: Telling): readonly Shown[] {
  switch (event.type) {
    case 'run.started':
      return started(event)
    case 'permission.asked':
      return askShown(event, telling.names)
    case 'run.state':
      // The editor folds away everything above the last progress: after the end there must be none.
      return isFinal(event.data.to) ? [] : [step(event, telling)]
    case 'model.failed':
      return event.data.waitMs === undefined ? [] : [step(event, telling)]
    case 'task.assigned':
    case 'tool.called':
    case 'step.state':
    case 'handoff':
      return telling.verbosity === 'brief' ? [] : [step(event, telling)]
    default:
      return [...entries.flatMap((entry) => entryShown(entry, telling.verbosity)), ...stepsShown(event, telling.names)]
  }
}

/** What happens now, in one line that the next one takes the place of. */
function step(event: Event, { story }: Telling): Shown {
  const cast = castOf(story)
  const isAsked = event.type === 'task.assigned'
  const line = lineOf(event, cast)
  return progress(sentenceOf(isAsked ? { ...line, body: '' } : line, cast.name))
}

const icons: { readonly [tone in Tone]?: string } = {
  good: 'check',
  asked: 'question',
  warning: 'warning',
  bad: 'error',
}

function entryShown(entry: Entry, verbosity: Verbosity): readonly Shown[] {
  if (!isShown(entry.level, verbosity)) return []
  switch (entry.kind) {
    case 'notice':
    case 'scored':
      return [markdown(plain(oneLine(entry.text, 600)), icons[entry.tone])]
    case 'ending':
      return ended(entry)
    default:
      return []
  }
}

function stepsShown(event: Event, names: Names): readonly Shown[] {
  if (event.type !== 'plan.committed') return []
  const rows = event.data.steps.map(
    ({ id, owner, description }) => `- **${id}** ${oneLine(description, 160)} *(${names.name(owner)})*`,
  )
  return [markdown(rows.join('\n'))]
}

function started({ data }: EventOf<'run.started'>): readonly Shown[] {
  const { team, mode, settings, estimate } = data
  const count = team.members.length + (team.lead ? 1 : 0) + (team.judge ? 1 : 0)
  const limits = capTexts(limitsExpected(data))
  const rehearses = Object.values(settings.models).some(({ rehearsal }) => rehearsal)
  return [
    progress(`${teamText(team)}: ${mode} with ${countText(count, 'agent')}, ${estimateText(estimate)}`),
    ...(limits.length > 0 ? [progress(`Limits: ${limits.join(' · ')}`)] : []),
    ...(rehearses
      ? [
          markdown(
            '> Rehearsal: no model is connected, so a built-in program answers with quotes from your message and files. Set a key with *Convene: Set Provider Key…*, or choose another model in this chat.',
          ),
        ]
      : []),
  ]
}

function ended({ state, text, summary, totals }: Extract<Entry, { kind: 'ending' }>): readonly Shown[] {
  const why = state === 'completed' ? '' : `**${text}.** ${oneLine(summary, 600)}\n\n`
  // What a stop cut off is paid, too, and not known yet: a chat takes no number back.
  if (totals.calls === 0 || state === 'cancelled') return [markdown(why)]
  return [markdown(`${why}*${totalsText(totals).join(' · ')}*`)]
}
