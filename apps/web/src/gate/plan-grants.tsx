import type { StepGrant } from '@convene/domain'
import { ShieldAlert } from 'lucide-react'
import { Check } from '../parts/check.tsx'
import { useSpeaker } from '../session/use-session.ts'
import { oneLine } from '../text/neutral.ts'

/** What may be done without asking once the plan is approved, step by step, and the switch that turns that off. */
export function PlanGrants(props: {
  readonly grants: readonly StepGrant[]
  readonly asks: boolean
  readonly onAsks: (asks: boolean) => void
}) {
  if (props.grants.length === 0) return null
  return (
    <section aria-label="Without asking" className="flex flex-col gap-2 border-t border-line px-4 py-3">
      <ul className="flex flex-col gap-1">
        {props.grants.map((grant) => (
          <Grant key={grant.step} grant={grant} isOff={props.asks} />
        ))}
      </ul>
      <Check label="Ask me each time" checked={props.asks} onChange={props.onAsks} />
    </section>
  )
}

function Grant({ grant, isOff }: { readonly grant: StepGrant; readonly isOff: boolean }) {
  const { name } = useSpeaker(grant.owner)
  return (
    <li className="flex items-start gap-2">
      <ShieldAlert aria-hidden size={16} className={isOff ? 'shrink-0 text-muted' : 'shrink-0 text-warning'} />
      <span className={isOff ? 'text-muted line-through' : 'text-warning'}>
        Step {oneLine(grant.step)}, {name}: {oneLine(grant.words)}
      </span>
    </li>
  )
}
