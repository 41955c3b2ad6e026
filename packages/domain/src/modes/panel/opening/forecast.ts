import type { RunForecast } from '../../../mode/forecast.ts'
import type { OpenedRun } from '../../../mode/mode.ts'
import { courses } from '../setup/courses.ts'
import { minutesAtStart, turnMinutes } from '../setup/limits.ts'
import { onlyVotesText, turnsAtStart } from '../setup/settings.ts'
import { limitsByFrame, protocolAtStart } from './frame.ts'

/** What can be said about a panel before its Head has read the goal. */
export function forecast(run: OpenedRun): RunForecast {
  const protocol = () => protocolAtStart(run, run.goal)
  return {
    course: (pace) => courses[protocol()](run, pace),
    get starts() {
      return { ...minutesAtStart(run), maxTurns: turnsAtStart(run) }
    },
    get limits() {
      return limitsByFrame(run)
    },
    get notice() {
      return protocol() === 'decide' ? onlyVotesText(run) : undefined
    },
    turn: (seat) => ({ limit: 'limits.maxTurnDuration', minutes: turnMinutes(run, seat) }),
  }
}
