import { middleText, type Pooled, type ValueRange, valueRangeText } from '@convene/domain'
import type { CSSProperties, ReactNode } from 'react'
import { useSpeaker } from '../session/view/use-session.ts'
import { Avatar } from '../ui/avatar.tsx'
import type { Outcome } from './outcome/outcome.ts'

/** What was estimated: the range, and below it the range of each seat on the same scale. */
export function EstimateSection({ outcome }: { readonly outcome: Outcome }) {
  const estimate = outcome.verdict?.estimate
  if (!estimate?.range) return null
  const scale = scaleOf(estimate)
  return (
    <section aria-label="Estimate" className="flex flex-col rounded-lg border border-line bg-surface">
      <h2 className="px-4 py-2 text-sm font-medium text-muted">Estimate</h2>
      <div className="flex flex-col gap-3 border-t border-line p-4">
        <Row name="Together" range={estimate.range} estimate={estimate} scale={scale} isWhole />
        {estimate.seats.map(({ agent, range }) => (
          <SeatRow key={agent} agent={agent} range={range} estimate={estimate} scale={scale} />
        ))}
      </div>
    </section>
  )
}

type Scale = (amount: number) => number
type Drawn = { readonly range: ValueRange; readonly estimate: Pooled; readonly scale: Scale }

/** Where an amount is, from 0 to 100. A chance has the whole width; numbers far apart are drawn by their ratio. */
function scaleOf({ quantity, range, seats }: Pooled): Scale {
  if (quantity.kind === 'chance') return (share) => share * 100
  const all = [...(range ? [range] : []), ...seats.map((seat) => seat.range)]
  const [low, high] = [Math.min(...all.map((one) => one.low)), Math.max(...all.map((one) => one.high))]
  const isRatio = low > 0 && high / low > RATIO
  const at = isRatio ? Math.log : (amount: number) => amount
  const width = at(high) - at(low)
  return (amount) => (width === 0 ? 50 : ((at(amount) - at(low)) / width) * 100)
}

const RATIO = 20

function SeatRow({ agent, ...drawn }: Drawn & { readonly agent: string }) {
  const speaker = useSpeaker(agent)
  return <Row name={speaker.name} icon={<Avatar {...speaker} />} {...drawn} />
}

function Row({ name, icon, range, estimate, scale, isWhole = false }: Drawn & RowLook) {
  const { quantity } = estimate
  const middle = middleText(range, quantity)
  const said = range.low === range.high ? middle : `${valueRangeText(range, quantity)}, middle ${middle}`
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <p className={`flex w-40 items-center gap-2 wrap-anywhere ${isWhole ? 'font-semibold' : ''}`}>
        {icon}
        {name}
      </p>
      <div className="flex min-w-40 flex-1 flex-col gap-1">
        <p className={`numeric ${isWhole ? 'font-semibold' : 'text-muted'}`}>{said}</p>
        <span aria-hidden className="relative block h-2 rounded-full bg-hover">
          <span
            className={`absolute inset-y-0 min-w-2 rounded-full ${isWhole ? 'bg-accent' : 'bg-muted'}`}
            style={span(scale(range.low), scale(range.high))}
          />
          <span className="absolute -inset-y-1 w-0.5 bg-ink" style={{ left: percent(scale(range.middle)) }} />
        </span>
      </div>
    </div>
  )
}

type RowLook = { readonly name: string; readonly icon?: ReactNode; readonly isWhole?: boolean }

const percent = (share: number): string => `${Math.min(100, Math.max(0, share))}%`
const span = (from: number, to: number): CSSProperties => ({ left: percent(from), right: percent(100 - to) })
