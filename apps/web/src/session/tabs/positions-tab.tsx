import type { Panel } from '@convene/domain'
import { Scale, Shuffle, TriangleAlert } from 'lucide-react'
import { Avatar } from '../../ui/avatar.tsx'
import { Empty } from '../../ui/empty.tsx'
import { classes } from '../../ui/theme/classes.ts'
import { Tip } from '../../ui/tip.tsx'
import { useGoToMessage } from '../view/go-to.ts'
import { isBlindNow } from '../view/locked.ts'
import { useSpeaker, useView } from '../view/use-session.ts'
import type { Position, View } from '../view/view.ts'
import { matrixOf, type Option } from './matrix.ts'

/** Positions by agent and round, and why they changed. */
export function PositionsTab() {
  const positions = useView((view) => view.positions)
  const isBlind = useView(isBlindNow)
  const drawn = useView(optionsDrawn)
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
  const { agents, rounds, options, at } = matrixOf(positions, drawn)
  return (
    <div className="flex flex-col gap-4 p-4">
      <table className="w-full border-separate border-spacing-1 text-sm">
        <thead>
          <tr className="text-xs text-muted">
            <th scope="col" className="text-left font-normal">
              Agent
            </th>
            {rounds.map((round) => (
              <th key={round} scope="col" className="w-12 text-center font-normal">
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
                <Held key={round} position={at(agent, round)} options={options} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Legend options={options} />
    </div>
  )
}

const NONE: Panel['options'] = []

/** The options of a panel, once there are any. */
function optionsDrawn({ session: { run } }: View): Panel['options'] {
  const panel = run?.mode === 'panel' ? (run.data as unknown as Panel | null) : null
  return panel?.options ?? NONE
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

function Held({ position, options }: { readonly position: Position | undefined; readonly options: readonly Option[] }) {
  const go = useGoToMessage()
  if (!position) return <td className="rounded-sm bg-sunken" />
  const option = options.find(({ holds }) => holds(position))
  const letter = option?.letter ?? '–'
  const sure = position.confidence === null ? '' : ` ${Math.round(position.confidence)}`
  const shares = Object.entries(position.probabilities ?? {}).map(([one, share]) => `${one} ${share} %`)
  const because = position.changed
    ? ` Changed${position.because ? ` because of ${position.because}` : ' without a reason'}.`
    : ''
  const label = `${letter}${sure}${sure && ' % sure'}: ${position.position}.${shares.length > 0 ? ` ${shares.join(', ')}.` : ''}${because}`
  const target = /\bm\d+\b/u.exec(position.because)?.[0] ?? position.message
  const Mark = position.flagged ? TriangleAlert : Shuffle
  return (
    <td className="p-0">
      <Tip text={label}>
        <button
          type="button"
          aria-label={label}
          onClick={() => target && go(target)}
          style={option?.style}
          className={classes(
            'agent relative flex h-8 w-full items-center justify-center rounded-sm bg-(--agent-soft) text-xs font-semibold text-(--agent-ink)',
          )}
        >
          {letter}
          {sure && <span className="numeric font-normal whitespace-pre">{sure}</span>}
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
