import { durationText, limitsExpected, modeViewOf, type Session, timesOf, tokensOf, tokensText } from '@convene/domain'

/** One limit of a run and how much of it is used. */
export type Meter = {
  readonly name: string
  readonly spent: number
  readonly reserved: number
  readonly cap: number
  readonly text: string
  /** Shows progress, not spending: reaching the limit is no cause for alarm. */
  readonly isProgress: boolean
}

/** All limits of the run, the most used first. */
export function metersOf(session: Session, now: number): readonly Meter[] {
  const { run } = session
  if (!run) return []
  const { finished } = run
  const { limitsAreFinal, progress } = modeViewOf(run)
  const limits = limitsAreFinal ? run.limits : limitsExpected(run)
  // Follow-ups are not part of the run, so its limits do not count them.
  const spent = finished?.totals ?? run.spent
  const reserved = reservedOf(session)
  const minutes = timesOf(run, now).workedMs / 60_000
  const { turns } = progress
  const meters = [
    meter('Cost', limits.maxCostUsd, spent.costUsd, reserved.costUsd, (value) => `$${value.toFixed(2)}`),
    meter('Tokens', limits.maxTotalTokens, tokensOf(spent), reserved.tokens, tokensText),
    meter('Turns', turns.most, turns.taken, 0, String),
    meter('Calls', limits.maxCalls, run.calls, 0, String),
    meter('Tool calls', limits.maxToolCalls, run.toolCalls, 0, String),
    meter('Time', limits.maxDuration, minutes, 0, (value) =>
      value === limits.maxDuration ? `${value} min` : durationText(value * 60_000),
    ),
  ]
  return meters.filter((each): each is Meter => each !== null).sort((one, other) => shareOf(other) - shareOf(one))
}

/** Model calls in progress. */
export const callsUnderWay = ({ started }: Session): number =>
  Object.values(started).filter(({ kind }) => kind === 'model').length

/** The run's calls that failed or were lost. Its limits count them, its cost does not. */
export function callsWithoutAnswer(session: Session): number {
  const { run } = session
  if (!run) return 0
  const answered = run.finished ? run.finished.totals.calls : run.spent.calls + callsUnderWay(session)
  return Math.max(0, run.calls - answered)
}

export const shareOf = ({ spent, cap }: Meter): number => (cap > 0 ? Math.min(1, spent / cap) : 0)

// biome-ignore lint/complexity/useMaxParams: a row of the table above
function meter(
  name: string,
  cap: number | null,
  spent: number,
  reserved: number,
  text: (value: number) => string,
): Meter | null {
  return cap === null
    ? null
    : { name, cap, spent, reserved, text: `${text(spent)} of ${text(cap)}`, isProgress: name === 'Turns' }
}

function reservedOf(session: Session): { readonly costUsd: number; readonly tokens: number } {
  const calls = Object.values(session.started).flatMap((effect) => (effect.kind === 'model' ? [effect.reserve] : []))
  return {
    costUsd: calls.reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0),
    tokens: calls.reduce((sum, { input, output }) => sum + input + output, 0),
  }
}
