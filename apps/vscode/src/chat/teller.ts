import { countText, type Event, type EventOf, estimateText, teamText, totalsText } from '@convene/domain'
import type { Delta } from '@convene/protocol'
import { askShown, questionShown } from './asks.ts'
import { filesShown } from './files.ts'
import { liveText } from './live-text.ts'
import { headingOf, isOnlyVoice, messageShown, type Names } from './messages.ts'
import { detail, notable } from './milestones.ts'
import { markdown, oneLine, piece, progress, type Shown, type Verbosity } from './shown.ts'

/** What a chat shows of a run, event by event, and of what is being written. */
export type Teller = { tell(event: Event): readonly Shown[]; hear(delta: Delta): readonly Shown[] }

/** Who sits in a run that was started before, and how they work. */
type Known = { readonly mode: string; readonly seats: readonly { readonly slug: string; readonly name: string }[] }

/** A teller knows who is who from the start of the run, or is told. */
export function teller(verbosity: Verbosity, before: Known = { mode: 'agent', seats: [] }): Teller {
  const live = liveText()
  const files = filesShown()
  let names = namesOf(before)
  let last = ''
  const said = (event: EventOf<'message'>): readonly Shown[] => {
    const rest = live.rest(event)
    const isFirst = last === ''
    last = event.data.text.trim()
    return rest === undefined ? messageShown(event, { ...names, isFirst }, verbosity) : [markdown(rest)]
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
      if (event.type === 'run.started') names = namesOf(knownFrom(event))
      live.note(event, names.mode)
      if (event.type === 'message' && event.data.role !== 'user') return said(event)
      if (event.type === 'question.asked') return questionShown(event, names, last)
      const ending = live.close(event)
      const closed = ending === undefined ? [] : [piece(`${ending}\n\n`)]
      return [...closed, ...files(event), ...shownOf(event, names, verbosity)]
    },
  }
}

function knownFrom({ data }: EventOf<'run.started'>): Known {
  const { lead, judge, members, subagents = [] } = data.team
  return { mode: data.mode, seats: [lead, judge, ...members, ...subagents].flatMap((seat) => seat ?? []) }
}

function namesOf({ mode, seats }: Known): Names {
  const known = new Map(seats.map(({ slug, name }) => [slug, name]))
  return { name: (slug) => known.get(slug) ?? slug, mode, isFirst: true }
}

function shownOf(event: Event, names: Names, verbosity: Verbosity): readonly Shown[] {
  switch (event.type) {
    case 'run.started':
      return started(event)
    case 'run.finished':
      return finished(event)
    case 'permission.asked':
      return askShown(event, names)
    case 'warning':
      return [markdown(oneLine(event.data.message, 400), 'warning')]
    case 'error':
      return [markdown(`**${names.name(event.data.source)}**: ${oneLine(event.data.message, 400)}`, 'error')]
    default:
      return verbosity === 'brief' ? notable(event, names) : [...notable(event, names), ...detail(event, names)]
  }
}

function started({ data }: EventOf<'run.started'>): readonly Shown[] {
  const { team, mode, settings, estimate } = data
  const count = team.members.length + (team.lead ? 1 : 0) + (team.judge ? 1 : 0)
  const rehearses = Object.values(settings.models).some(({ rehearsal }) => rehearsal)
  return [
    progress(`${teamText(team)}: ${mode} with ${countText(count, 'agent')}, ${estimateText(estimate)}`),
    ...(rehearses
      ? [
          markdown(
            '> Rehearsal: no model is connected, so this is honest extractive work by a built-in program, not by a language model. Set a key with *Convene: Set a Provider’s Key…*, or choose another model in this chat.',
          ),
        ]
      : []),
  ]
}

function finished({ data }: EventOf<'run.finished'>): readonly Shown[] {
  const { state, reason, summary, totals } = data
  const why = state === 'completed' ? '' : `**${state}** (${reason}). ${oneLine(summary, 600)}\n\n`
  if (totals.calls === 0) return [markdown(why)]
  return [markdown(`${why}*${totalsText(totals).join(' · ')}*`)]
}
