import { capTexts, countText, estimateText, type Limits, seatColors, teamText } from '@convene/domain'
import type { CallRefusal, Output } from '@convene/protocol'
import { ofSeat } from '../session/view/seats.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Notice } from '../ui/notice.tsx'
import { oneLine } from '../ui/text/neutral.ts'
import { wordsOf } from '../ui/text/words.ts'
import { classes } from '../ui/theme/classes.ts'
import { whyRefused } from './refused.ts'

type Preview = Output<'preview'>

/** Trust and the folder have their own notices with buttons. */
const isSaidElsewhere = (warning: string): boolean => /convene trust$|--workspace DIR$/.test(warning)

/** A preview of the run: seats, models, limits and estimate. */
export function PreviewCard(props: {
  readonly preview: Preview | null
  readonly refusal: CallRefusal | null
  readonly isLoading: boolean
}) {
  const { preview, refusal } = props
  if (refusal)
    return (
      <Notice tone="bad" title="Cannot start yet">
        {whyRefused(refusal)}
      </Notice>
    )
  if (!preview) return <div aria-hidden className="h-36 animate-breathe rounded-lg bg-sunken" />
  return (
    <section
      aria-label="Preview"
      aria-busy={props.isLoading}
      className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4"
    >
      <header className="flex flex-wrap items-baseline gap-x-2">
        <h2 className="font-medium">{oneLine(teamText(preview.team))}</h2>
        <p className="text-muted">
          {wordsOf(preview.mode)}, {countText(preview.seats.length, 'seat')}
        </p>
      </header>
      <Seats seats={preview.seats} />
      <Facts preview={preview} isOld={props.isLoading} />
      {preview.warnings
        .filter((warning) => !isSaidElsewhere(warning))
        .map((warning) => (
          <Notice key={warning} tone="warning" title={oneLine(warning)} />
        ))}
    </section>
  )
}

function Seats({ seats }: { readonly seats: Preview['seats'] }) {
  const colors = seatColors(seats)
  return (
    <ul aria-label="Seats" className="grid grid-cols-3 gap-x-4 gap-y-3 max-tablet:grid-cols-2">
      {seats.map((seat) => {
        const speaker = ofSeat(seat, colors)
        return (
          <li key={seat.slug} className="flex min-w-0 items-center gap-2">
            <Avatar {...speaker} />
            <div className="min-w-0">
              <p className="truncate">
                {speaker.name}
                {speaker.role && <span className="text-muted"> {speaker.role}</span>}
              </p>
              <p title={speaker.model} className="truncate font-mono text-xs text-muted">
                {speaker.model}
              </p>
            </div>
          </li>
        )
      })}
    </ul>
  )
}

function Facts({ preview, isOld }: { readonly preview: Preview; readonly isOld: boolean }) {
  const facts: readonly (readonly [string, string])[] = [
    ['Estimate', estimateText(preview.estimate)],
    ['Limits', limitsText(preview.limits)],
    ...(preview.tools.length > 0 ? [['Tools', preview.tools.join(', ')] as const] : []),
  ]
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 border-t border-line pt-3 text-sm">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd title={value} className={classes('numeric truncate transition-colors', isOld && 'text-muted')}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** A run's limits in one line. */
export function limitsText(limits: Limits): string {
  return capTexts(limits).join(' · ') || 'none'
}
