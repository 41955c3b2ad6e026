import { countText, estimateText, priceParts, tokensText } from '@convene/domain'
import { callsUnderWay, callsWithoutAnswer } from '../top-bar/budget.ts'
import { BudgetDetails } from '../top-bar/budget-bar.tsx'
import { useView } from '../view/use-session.ts'

/** What the run and the whole session used. */
export function CostTab() {
  const session = useView((view) => view.session)
  const { spent, uncertain, run } = session
  const estimate = run?.estimate
  // Limits count a call when it starts, costs only when it ends.
  const underWay = callsUnderWay(session)
  const unanswered = callsWithoutAnswer(session)
  const later = run?.finished ? run.spent.calls - run.finished.totals.calls : 0
  const facts: readonly (readonly [string, string])[] = [
    ...(spent.calls > 0 ? priceParts(spent) : []).map((cost) => ['Cost', cost] as const),
    ['Calls', `${countText(spent.calls, 'call')}${underWay > 0 ? `, ${underWay} in progress` : ''}`],
    ...(unanswered > 0 ? [['Without an answer', countText(unanswered, 'call')] as const] : []),
    ['Read', `${tokensText(spent.input)} tokens, ${tokensText(spent.cached)} from cache`],
    ['Written', `${tokensText(spent.output)} tokens`],
    ...(later > 0 ? [['Follow-ups', countText(later, 'call')] as const] : []),
    ...(uncertain.calls > 0 ? [['Cut off, possibly billed', countText(uncertain.calls, 'call')] as const] : []),
    ...(estimate ? [['Estimated for the run', estimateText(estimate)] as const] : []),
  ]
  return (
    <div className="flex flex-col gap-6 p-4">
      <BudgetDetails />
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 border-t border-line pt-4 text-sm">
        <div className="col-span-2 font-medium">This session</div>
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="numeric text-right">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
