import { countText } from '@convene/domain'
import { Check } from '../../ui/check.tsx'

/** Makes plan steps ask even if the plan would let them act without asking. */
export function AskSwitch(props: {
  /** How many steps could act without asking. */
  readonly count: number
  readonly asks: boolean
  readonly onAsks: (asks: boolean) => void
}) {
  if (props.count === 0) return null
  const steps = countText(props.count, 'step')
  const hint = props.asks ? `Otherwise ${steps} would not ask.` : `Now ${steps} will not ask, as marked above.`
  return (
    <div className="border-t border-line px-4 py-3">
      <Check label="Ask me each time" hint={hint} checked={props.asks} onChange={props.onAsks} />
    </div>
  )
}
