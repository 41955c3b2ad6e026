import { costText, countText, seatsOf } from '@convene/domain'
import { useView } from '../session/use-session.ts'

/** Who would work, and what it would take, roughly. */
export function EstimateLine() {
  const run = useView(({ session }) => session.run)
  if (!run) return null
  const { calls, costUsd, minutes } = run.estimate
  const cost = costText({ costUsd: costUsd ?? 0, unpriced: costUsd === null ? 1 : 0 })
  const facts = [
    countText(seatsOf(run.team).length, 'agent'),
    `about ${countText(calls, 'call')}`,
    cost,
    minutes > 0 && `~${Math.max(1, Math.round(minutes))} min`,
  ]
  return <p className="numeric ml-auto text-sm text-muted">{facts.filter(Boolean).join(' · ')}</p>
}
