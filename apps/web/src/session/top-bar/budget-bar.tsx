import {
  costText,
  countText,
  durationText,
  estimateTokens,
  followUpSpend,
  isActive,
  minutesText,
  priceParts,
  type Run,
  type Session,
  timeLeftText,
  timesOf,
  timesText,
  tokensOf,
  tokensText,
  turnsOf,
} from '@convene/domain'
import { HoverCard } from 'radix-ui'
import { Avatar } from '../../ui/avatar.tsx'
import { classes } from '../../ui/theme/classes.ts'
import { useNow } from '../../ui/use-now.ts'
import { isExampleId } from '../view/example-id.ts'
import { useSpeaker, useView } from '../view/use-session.ts'
import type { View } from '../view/view.ts'
import { callsUnderWay, type Meter, metersOf, shareOf } from './budget.ts'

/** What the run has spent, reserved and may spend, with details by agent on hover. */
export function BudgetBar() {
  const session = useView((view) => view.session)
  const now = useNow(isActive(session))
  const { run } = session
  if (!run) return null
  // After the end it would be full for a panel that took all its turns, and almost empty for a plan.
  const [nearest] = run.finished ? [] : metersOf(session, now)
  return (
    <HoverCard.Root openDelay={150} closeDelay={100}>
      <HoverCard.Trigger asChild>
        <button type="button" className="flex h-7 shrink-0 items-center gap-3 rounded-md px-2 text-sm hover:bg-hover">
          <span className="numeric text-muted max-tablet:hidden">{progressText(session, run, now)}</span>
          <span className="numeric font-medium">
            <SpentSoFar run={run} />
          </span>
          <LaterCost run={run} />
          {nearest && <Bar meter={nearest} className="w-20 max-tablet:w-12" />}
          <span className="sr-only">
            {nearest ? `${nearest.name}: ${nearest.text}` : run.finished ? '' : 'no limit'}
          </span>
        </button>
      </HoverCard.Trigger>
      <HoverCard.Portal>
        <HoverCard.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          className="z-50 w-80 animate-appear rounded-lg bg-raised p-4 shadow-floating"
        >
          <BudgetDetails />
        </HoverCard.Content>
      </HoverCard.Portal>
    </HoverCard.Root>
  )
}

/** The cost, and while nothing has been billed or has a price, the tokens: a call that streams is not free. */
function SpentSoFar({ run }: { readonly run: Run }) {
  const writing = useView(writtenTokens)
  const spent = run.finished?.totals ?? run.spent
  const tokens = `${tokensText(tokensOf(spent) + (run.finished ? 0 : writing))} tokens`
  if (!run.finished && spent.calls === 0) return run.calls === 0 ? null : tokens
  return priceParts(spent)[0] ?? tokens
}

/** What the calls in progress have written, roughly. Their usage is known once they end. */
const writtenTokens = ({ live }: View): number =>
  [...live.values()].reduce((sum, { text, reasoning }) => sum + estimateTokens(text + reasoning), 0)

/** The cost of follow-ups, shown separately so that the first amount matches the result. */
function LaterCost({ run }: { readonly run: Run }) {
  const later = followUpSpend(run)
  return later && <span className="numeric text-muted max-tablet:hidden">+ {costText(later)} for follow-ups</span>
}

/** On a phone, the progress of an active run has its own line below the phases. */
export function ProgressLine() {
  const session = useView((view) => view.session)
  const now = useNow(isActive(session))
  if (!session.run || !isActive(session)) return null
  return <p className="numeric px-4 pb-2 text-sm text-muted tablet:hidden">{progressText(session, session.run, now)}</p>
}

/** `Turn 3 of 10 · 38 s · 1–2 min left`, and how long it took once it is over. */
function progressText(session: Session, run: Run, now: number): string {
  const worked = durationText(timesOf(run, now).workedMs)
  // An example has the player's clock, which also counts the waits. Two clocks that differ would both look wrong.
  const times = isExampleId(session.id) ? [] : [worked, timeLeftText(run, now)]
  if (run.finished) return times[0] ?? ''
  const { taken, most } = turnsOf(run)
  const turn = taken > 0 && most !== null ? `Turn ${taken} of ${most}` : ''
  return [turn, ...times].filter((part) => part !== '').join(' · ')
}

/** All limits and each agent's share. */
export function BudgetDetails() {
  const session = useView((view) => view.session)
  const now = useNow(isActive(session))
  const { run } = session
  if (!run) return null
  const meters = metersOf(session, now)
  const total = Math.max(1, tokensOf(run.spent))
  const agents = Object.entries(run.spentBy).sort(([, one], [, other]) => tokensOf(other) - tokensOf(one))
  return (
    <div className="flex flex-col gap-4">
      <p className="numeric text-sm text-muted">
        Worked {timesText(timesOf(run, now))}.
        {run.estimate.minutes > 0 && <> Estimated: {minutesText(run.estimate)}.</>}
      </p>
      {meters.length > 0 && (
        <ul className="flex flex-col gap-2">
          {meters.map((meter) => (
            <MeterRow key={meter.name} meter={meter} />
          ))}
        </ul>
      )}
      <ul className="flex flex-col gap-2">
        {agents.map(([slug, spent]) => (
          <AgentRow
            key={slug}
            slug={slug}
            share={tokensOf(spent) / total}
            text={[...priceParts(spent), `${tokensText(tokensOf(spent))} tokens`].join(' · ')}
          />
        ))}
        {agents.length === 0 && <li className="text-muted">{waitingText(callsUnderWay(session))}</li>}
      </ul>
      {run.spent.unpriced > 0 && <p className="text-sm text-muted">Some of these models have no known price.</p>}
    </div>
  )
}

const waitingText = (calls: number): string =>
  calls === 0 ? 'Nothing spent yet.' : `${countText(calls, 'call')} in progress. The usage is known when a call ends.`

function MeterRow({ meter }: { readonly meter: Meter }) {
  return (
    <li className="flex items-center gap-3 text-sm">
      <span className="w-16 shrink-0 text-muted">{meter.name}</span>
      <Bar meter={meter} className="flex-1" />
      <span className="numeric shrink-0 text-right">{meter.text}</span>
    </li>
  )
}

function AgentRow({ slug, share, text }: { readonly slug: string; readonly share: number; readonly text: string }) {
  const speaker = useSpeaker(slug)
  return (
    <li className="flex items-center gap-3 text-sm">
      <Avatar {...speaker} size="small" />
      <span className="w-24 shrink-0 truncate">{speaker.name}</span>
      <span className="h-1 min-w-0 flex-1 overflow-hidden rounded-full bg-hover">
        <span className="block h-full rounded-full bg-muted" style={{ width: `${Math.max(2, share * 100)}%` }} />
      </span>
      <span className="numeric shrink-0 text-right text-muted">{text}</span>
    </li>
  )
}

function Bar({ meter, className }: { readonly meter: Meter; readonly className: string }) {
  const share = shareOf(meter)
  const held = meter.cap > 0 ? Math.min(1 - share, meter.reserved / meter.cap) : 0
  const tone = meter.isProgress || share <= 0.7 ? 'bg-accent' : share > 0.9 ? 'bg-bad' : 'bg-warning'
  return (
    <span className={classes('flex h-1.5 overflow-hidden rounded-full bg-hover', className)}>
      <span className={tone} style={{ width: `${share * 100}%` }} />
      <span className={classes(tone, 'opacity-35')} style={{ width: `${held * 100}%` }} />
    </span>
  )
}
