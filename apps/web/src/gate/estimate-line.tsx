import { countText, estimateText, seatsOf } from '@convene/domain'
import { useView } from '../session/use-session.ts'

/** Who would work, and what it would take, roughly. */
export function EstimateLine() {
  const run = useView(({ session }) => session.run)
  if (!run) return null
  const facts = [countText(seatsOf(run.team).length, 'agent'), estimateText(run.estimate)]
  return <p className="numeric ml-auto text-sm text-muted">{facts.join(' · ')}</p>
}
