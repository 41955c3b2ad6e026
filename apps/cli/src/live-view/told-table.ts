import { cleanLine, type ModeView, type Run, modeViewOf as shownBy, toArray } from '@convene/domain'
import { positionsOf, reasonOf, type Seated, type Table, tableOf } from '@convene/reading'
import { liveSpeakerOf } from './speakers.ts'
import type { LiveView, ToldSeat, ToldTable } from './view.ts'

/** The Table of the run on screen. Undefined before the first position, and with more sides than it shows. */
export function toldTable({ session }: LiveView): ToldTable | undefined {
  const { run } = session
  const shown = run && shownBy(run)
  const table = shown && tableOf(positionsOf(shown.positions, shown.options, run.team))
  const last = table?.rounds.at(-1)
  if (!run || !shown || !table || !last) return undefined
  const texts = new Map(toArray(session.messages).map(({ id, text }) => [id as string, text]))
  const speaker = (slug: string) => liveSpeakerOf(session, slug)
  const told = ({ agent, position }: Seated): ToldSeat => ({
    speaker: speaker(agent),
    sure: table.showsSureness ? (position?.confidence ?? null) : null,
    isSpeaking: shown.debate?.speakers[agent] === 'speaking',
  })
  return {
    scores: table.rounds.map(({ name, score }) => ({ name, score })),
    sides: table.sides.map((side) => ({
      letter: side.letter,
      text: cleanLine(side.text),
      seats: last.seats.filter(({ option }) => option === side).map(told),
    })),
    between: betweenIn(run, shown, last.seats).map(({ agent, says }) => ({ name: speaker(agent).name, says })),
    moves: movesIn(table).map(({ agent, position, from, option, isNew }) => ({
      name: speaker(agent).name,
      from: from?.option?.letter ?? '',
      to: option?.letter ?? '',
      why: position ? reasonOf(position, (id) => texts.get(id)).text : '',
      isNew,
    })),
  }
}

/** Members without a side: they abstain, or have said nothing yet. */
function betweenIn({ team }: Run, { debate }: ModeView, seats: readonly Seated[]) {
  const silent = team.members.filter(({ slug }) => !seats.some(({ agent }) => agent === slug))
  const waiting = debate && !debate.isOver ? silent.map(({ slug }) => ({ agent: slug, says: 'not said yet' })) : []
  const without = seats.filter(({ option }) => option === null)
  return [
    ...without.map(({ agent, position }) => ({ agent, says: position ? 'abstains' : 'not said yet' })),
    ...waiting,
  ]
}

/** Each seat's last change of sides, if it is still where that led to. */
function movesIn({ rounds }: Table) {
  const newest = rounds.at(-1)?.round
  const all = rounds.flatMap(({ round, seats }) =>
    seats.filter(({ from }) => from?.option).map((seat) => ({ ...seat, isNew: round === newest })),
  )
  return all.filter((move, index) => !all.slice(index + 1).some(({ agent }) => agent === move.agent))
}
