import { countText, estimateText, overText, seatsOf } from '@convene/domain'
import { useView } from '../view/use-session.ts'

/** The seats and a rough estimate. */
export function EstimateLine() {
  const run = useView(({ session }) => session.run)
  if (!run) return null
  const facts = [countText(seatsOf(run.team).length, 'agent'), estimateText(run.estimate)]
  return <p className="numeric ml-auto text-sm text-muted">{facts.join(' · ')}</p>
}

/** Limits the run will probably reach before it finishes. */
export function LimitWarning() {
  const text = useView(({ session }) => (session.run ? overText(session.run) : ''))
  return text === '' ? null : <p className="w-full text-sm text-warning">{text}</p>
}
