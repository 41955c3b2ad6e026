import type { Mode } from '../mode/mode.ts'
import type { Refusal } from '../shared/result.ts'
import type { RunStart } from '../state/command.ts'
import { type Seat, seatsOf } from '../team/team.ts'
import { isUser } from '../team/user-seat.ts'
import { countText } from '../text/amounts.ts'
import { idleLimitMs } from './idle-limit.ts'

const MINUTE = 60_000

type Timed = { readonly limit: string; readonly minutes: number }

/** One warning per time limit that is shorter than a model may be silent: it would cut off a model at work. */
export function shortLimits(run: RunStart, mode: Mode | undefined): readonly Refusal[] {
  const agents = seatsOf(run.team).filter((seat) => !isUser(seat))
  const cut = agents.flatMap((seat) => {
    const idle = idleLimitMs(run, seat.model) / MINUTE
    return timesOf(run, mode, seat).flatMap((time) =>
      time.minutes < idle ? [{ ...time, model: seat.model, idle }] : [],
    )
  })
  const nameOf = ({ limit, minutes }: Timed) => `\`${limit}\` (${countText(minutes, 'minute')})`
  return [...new Set(cut.map(nameOf))].map((limit) => {
    const seats = cut.filter((one) => nameOf(one) === limit)
    const models = [...new Set(seats.map(({ model }) => model))].join(', ')
    const idle = countText(Math.max(...seats.map((seat) => seat.idle)), 'minute')
    const message = `${limit} is shorter than ${models} may work without output (${idle}), so answers may be cut off. Raise the limit or lower \`limits.modelTimeout\`.`
    return { code: 'short_limit', message }
  })
}

function timesOf(run: RunStart, mode: Mode | undefined, seat: Seat): readonly Timed[] {
  const { maxDuration } = run.limits
  const own = seat.timeout === undefined ? [] : [{ limit: `timeout of ${seat.name}`, minutes: seat.timeout }]
  const turn = mode?.forecast({ ...run, goal: '' }).turn?.(seat)
  return [
    ...(maxDuration === null ? [] : [{ limit: 'limits.maxDuration', minutes: maxDuration }]),
    ...own,
    ...(turn ? [turn] : []),
  ]
}
