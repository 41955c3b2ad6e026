import { openTasks, seatName } from '../../state/session.ts'
import { spentText } from '../../state/status.ts'
import { countText, durationText } from '../../text/amounts.ts'
import { standText } from '../../text/phase-words.ts'
import { leftMs } from './debate/progress.ts'
import { roundNow } from './debate/speakers.ts'
import { held, turnsTaken } from './debate/state.ts'
import type { ReportContext } from './report/state.ts'

/** The panel's status, from code rather than a model: phase, turn, seats, spend, and how long it may still take. */
export function status(context: ReportContext): string {
  const { session, run, panel } = context
  const done = turnsTaken(panel)
  const positions = held(context).map(({ agent, position }) => `${seatName(run, agent)}: ${position}`)
  const estimate =
    run.phase === 'running' ? ` About ${durationText(leftMs(panel, done))} left, if it takes every turn.` : ''
  // Between the last turn and the end, the next round would never begin.
  const round = run.phase === 'running' ? `round ${roundNow(context)}, ` : ''
  const waiting = Object.keys(session.asks).length + Object.keys(session.questions).length
  return [
    `The panel ${standText(run)}.`,
    speakingText(context),
    `Turn ${done} of at most ${panel.opening.maxTurns ?? run.limits.maxTurns ?? 30}, ${round}${countText(run.team.members.length, 'panelist')}.${estimate}`,
    `Spent: ${spentText(run)}.`,
    positions.length > 0 ? `Positions held now: ${positions.join('; ')}.` : '',
    waiting > 0 ? `Waiting for ${countText(waiting, 'answer')} from you.` : '',
  ]
    .filter((part) => part !== '')
    .join(' ')
}

/** After the end, only a follow-up gives someone the floor. */
function speakingText({ session, run }: ReportContext): string {
  const names = new Set(openTasks(session).map(({ agent }) => seatName(run, agent)))
  if (names.size > 0) return `Speaking now: ${[...names].join(', ')}.`
  return run.finished ? '' : 'Nobody is speaking.'
}
