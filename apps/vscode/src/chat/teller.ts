import { type Event, type EventOf, teamText } from '@convene/domain'
import { askShown, questionShown } from './asks.ts'
import { messageShown, type Names } from './messages.ts'
import { detail, notable } from './milestones.ts'
import { markdown, oneLine, progress, type Shown, type Verbosity } from './shown.ts'

/** What a chat shows of a run, event by event. */
export type Teller = { tell(event: Event): readonly Shown[] }

/** A teller knows who is who from the start of the run. */
export function teller(verbosity: Verbosity): Teller {
  let names: Names = { name: (slug) => slug, mode: 'agent', isFirst: true }
  let last = ''
  return {
    tell: (event) => {
      if (event.type === 'run.started') names = namesOf(event)
      if (event.type === 'message' && event.data.role !== 'user') {
        const isFirst = last === ''
        last = event.data.text.trim()
        return messageShown(event, { ...names, isFirst }, verbosity)
      }
      if (event.type === 'question.asked') return questionShown(event, names, last)
      return shownOf(event, names, verbosity)
    },
  }
}

function namesOf({ data }: EventOf<'run.started'>): Names {
  const { lead, judge, members, subagents = [] } = data.team
  const seats = [lead, judge, ...members, ...subagents].flatMap((seat) => seat ?? [])
  const known = new Map(seats.map(({ slug, name }) => [slug, name]))
  return { name: (slug) => known.get(slug) ?? slug, mode: data.mode, isFirst: true }
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
  const cost = estimate.costUsd === null ? '' : `, about $${estimate.costUsd.toFixed(2)}`
  return [
    progress(`${teamText(team)}: ${mode} with ${count === 1 ? 'one agent' : `${count} agents`}${cost}`),
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
  const tokens = totals.input + totals.output
  const cost = totals.unpriced > 0 ? '' : `, $${totals.costUsd.toFixed(4)}`
  const why = state === 'completed' ? '' : `**${state}** (${reason}). ${oneLine(summary, 600)}\n\n`
  return [markdown(`${why}*${totals.calls} calls, ${tokens} tokens${cost}*`)]
}
