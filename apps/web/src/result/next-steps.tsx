import { EndingActions } from '../session/conversation/ending-actions.tsx'
import { errorIn } from '../session/conversation/endings.ts'
import { useSessionStore, useView } from '../session/view/use-session.ts'
import { Badge } from '../ui/badge.tsx'
import type { Outcome } from './outcome/outcome.ts'

/** Why the newest run failed or what it lacks, and what to do now that it has failed or was stopped. */
export function NextSteps({ outcome: { run, ending } }: { readonly outcome: Outcome }) {
  const store = useSessionStore()
  const isNewest = useView(({ session }) => session.run?.number === run?.number)
  if (!ending || ending.state === 'completed' || !isNewest) return null
  const found = ending.state === 'failed' ? errorIn(store.getState().view, ending) : null
  // The error that ended the run is shown below, in place of an answer.
  const error = found && !ending.summary.includes(found.text) ? found : null
  const isIncomplete = ending.state === 'cancelled' && ending.reason !== 'by you'
  return (
    <>
      {isIncomplete && <p className="font-medium text-warning">{ending.text}</p>}
      <div className="flex flex-col gap-2 print:hidden">
        {error && (
          <p className="flex items-start gap-2 wrap-anywhere text-bad">
            <span className="min-w-0 flex-1">{error.text}</span>
            {error.count > 1 && <Badge tone="bad">{error.count} times</Badge>}
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <EndingActions state={ending.state} />
        </div>
      </div>
    </>
  )
}
