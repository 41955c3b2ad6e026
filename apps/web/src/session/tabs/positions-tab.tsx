import type { PositionView } from '@convene/domain'
import { Scale, Shuffle, TriangleAlert } from 'lucide-react'
import type { CSSProperties } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { Empty } from '../../ui/empty.tsx'
import { classes } from '../../ui/theme/classes.ts'
import { Tip } from '../../ui/tip.tsx'
import { useGoToMessage } from '../view/go-to.ts'
import { isBlindNow } from '../view/locked.ts'
import { matrixOf, type Option } from '../view/matrix.ts'
import { shownNow } from '../view/mode-view.ts'
import { useSpeaker, useView } from '../view/use-session.ts'

/** Positions by agent and round, and why they changed. */
export function PositionsTab() {
  const positions = useView((view) => shownNow(view).positions)
  const isBlind = useView(isBlindNow)
  const drawn = useView((view) => shownNow(view).options)
  const team = useView(({ session }) => session.run?.team)
  if (isBlind)
    return (
      <Empty icon={Scale} title="The first round is blind" text="Positions appear here once everyone has answered." />
    )
  if (positions.length === 0)
    return (
      <Empty
        icon={Scale}
        title="No positions yet"
        text="In a panel every contribution ends with a position. They appear here by agent and round."
      />
    )
  const { agents, rounds, options, at } = matrixOf(positions, drawn, team)
  return (
    <div className="flex flex-col gap-4 p-4">
      <table className="w-full border-separate border-spacing-1 text-sm">
        <thead>
          <tr className="text-xs text-muted">
            <th scope="col" className="text-left font-normal">
              Agent
            </th>
            {rounds.map((round) => (
              <th key={round} scope="col" className={classes('w-12 text-center font-normal', round === 1 && 'pr-3')}>
                {round === 1 ? 'Blind' : round}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {agents.map((agent) => (
            <tr key={agent}>
              <Who slug={agent} />
              {rounds.map((round) => (
                <Held key={round} position={at(agent, round)} options={options} isBlind={round === 1} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Legend options={options} />
    </div>
  )
}

function Who({ slug }: { readonly slug: string }) {
  const speaker = useSpeaker(slug)
  return (
    <th scope="row" className="text-left font-medium">
      <span className="flex items-center gap-2">
        <Avatar {...speaker} size="small" />
        <span className="truncate">{speaker.name}</span>
      </span>
    </th>
  )
}

type HeldProps = {
  readonly position: PositionView | undefined
  readonly options: readonly Option[]
  /** The blind column is set apart, because nobody had heard the others yet. */
  readonly isBlind: boolean
}

/** The more confident, the stronger the tint. */
const tintOf = ({ confidence }: PositionView): CSSProperties => ({
  background: `color-mix(in oklab, var(--agent) ${6 + Math.round((confidence ?? 50) / 7)}%, var(--surface))`,
})

function Held({ position, options, isBlind }: HeldProps) {
  const go = useGoToMessage()
  const place = isBlind ? 'p-0 pr-3' : 'p-0'
  if (!position)
    return (
      <td className={place}>
        <span className="block h-8 rounded-sm bg-sunken" />
      </td>
    )
  const option = options.find(({ holds }) => holds(position))
  const label = labelOf(position, option)
  const target = /\bm\d+\b/u.exec(position.because)?.[0] ?? position.message
  const Mark = position.flagged ? TriangleAlert : Shuffle
  return (
    <td className={place}>
      <Tip text={label}>
        <button
          type="button"
          aria-label={label}
          onClick={() => target && go(target)}
          style={{ ...option?.style, ...tintOf(position) }}
          className={classes(
            'agent relative flex h-8 w-full items-center justify-center rounded-sm text-xs font-semibold text-(--agent-ink)',
            position.changed && 'ring-1 ring-(--agent-ink)',
          )}
        >
          {option?.letter ?? '–'}
          {position.confidence !== null && (
            <span className="numeric font-normal whitespace-pre"> {Math.round(position.confidence)}</span>
          )}
          {position.changed && (
            <span className="absolute top-0.5 right-0.5">
              <Mark aria-hidden size={10} className={position.flagged ? 'text-warning' : ''} />
            </span>
          )}
        </button>
      </Tip>
    </td>
  )
}

/** `A 78 % sure: Stay on SQLite. A 78 %, B 22 %. Changed because of m8.` */
function labelOf(position: PositionView, option: Option | undefined): string {
  const { confidence, changed, because, probabilities } = position
  const sure = confidence === null ? '' : ` ${Math.round(confidence)} % sure`
  const shares = Object.entries(probabilities ?? {}).map(([one, share]) => `${one} ${share} %`)
  const why = because ? `because of ${because}` : 'without a reason'
  return [
    `${option?.letter ?? '–'}${sure}: ${position.position}.`,
    ...(shares.length > 0 ? [`${shares.join(', ')}.`] : []),
    ...(changed ? [`Changed ${why}.`] : []),
  ].join(' ')
}

function Legend({ options }: { readonly options: readonly Option[] }) {
  return (
    <ul className="flex flex-col gap-2 border-t border-line pt-4">
      {options.map(({ letter, text, count, style }) => (
        <li key={letter} style={style} className="agent flex items-start gap-2 text-sm leading-5">
          <span className="flex size-5 shrink-0 items-center justify-center rounded-sm bg-(--agent-soft) text-xs font-semibold text-(--agent-ink)">
            {letter}
          </span>
          <span className="min-w-0 flex-1 wrap-anywhere">{text}</span>
          <span className="numeric shrink-0 text-muted">{count}</span>
        </li>
      ))}
    </ul>
  )
}
