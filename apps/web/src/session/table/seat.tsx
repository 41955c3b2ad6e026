import { argumentOf, reasonOf, seatAloud } from '@convene/reading'
import { ChevronLeft, ChevronRight, Lock } from 'lucide-react'
import { type CSSProperties, useContext } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { GoToMessage } from '../../ui/markdown/citation.tsx'
import { classes } from '../../ui/theme/classes.ts'
import type { Option } from '../view/matrix.ts'
import { shownNow } from '../view/mode-view.ts'
import { useSessionStore, useSpeaker, useView } from '../view/use-session.ts'
import { type Seated, textsOf } from './seating.ts'

const percent = (part: number): string => `${Math.round(part * 1_000) / 10}%`

/** One seat in its own row, so that faces never cover each other: changing sides is a walk along the row. */
export function SeatRow(props: {
  readonly seat: Seated
  readonly sides: readonly Option[]
  readonly isDense: boolean
}) {
  const { seat, sides, isDense } = props
  const { agent, position, option, x, from } = seat
  const speaker = useSpeaker(agent)
  const go = useContext(GoToMessage)
  const isBusy = useView((view) => shownNow(view).debate?.speakers[agent] === 'speaking')
  return (
    <li className={classes('relative', isDense ? 'h-12' : 'h-18')} style={option?.style}>
      {from?.option && <Crossing {...props} from={from.option} />}
      <div
        style={{ transform: `translateX(${percent(x)})` }}
        className="pointer-events-none absolute inset-0 flex items-center transition-transform duration-700 ease-out motion-reduce:transition-none"
      >
        <button
          type="button"
          disabled={!go || !position?.message}
          onClick={() => position?.message && go?.(position.message)}
          className={classes(
            'agent pointer-events-auto absolute -translate-x-1/2 rounded-md bg-surface',
            from && 'ring-2 ring-(--agent-ink)',
            !position && 'grayscale',
          )}
        >
          <Avatar {...speaker} size={isDense ? 'medium' : 'large'} busy={isBusy} />
          <span className="sr-only">{seatAloud(speaker.name, seat)}</span>
        </button>
        <SeatText {...props} isLeft={isLeftOf(seat, sides)} room={roomBeside(seat, sides)} />
      </div>
    </li>
  )
}

const isLeftOf = ({ option }: Seated, sides: readonly Option[]): boolean => sides.length < 3 && option === sides[0]

/** From the middle of the face to the edge of its side. */
function roomBeside(seat: Seated, sides: readonly Option[]): number {
  const { x, option } = seat
  if (isLeftOf(seat, sides)) return x
  if (sides.length < 3 || option === null) return 1 - x
  return (sides.indexOf(option) + 1) / sides.length - x
}

/** Beside the face, away from the line. A screen reader has heard it with the face. */
function SeatText(props: {
  readonly seat: Seated
  readonly isLeft: boolean
  readonly room: number
  readonly isDense: boolean
}) {
  const { seat, isLeft, room, isDense } = props
  const { agent, position, from } = seat
  const { name } = useSpeaker(agent)
  const store = useSessionStore()
  const sentence = position && !from?.option ? argumentOf(position, textsOf(store.getState().view)) : ''
  return (
    <div
      aria-hidden
      style={{ width: `calc(${percent(room)} - 1.75rem)` }}
      className={classes(
        'pointer-events-auto absolute flex flex-col gap-0.5 px-2',
        isLeft ? 'right-full mr-5 items-end' : 'left-5',
      )}
    >
      <p
        className={classes(
          'flex max-w-full items-baseline gap-x-2 @max-said:flex-col',
          isLeft ? 'flex-row-reverse @max-said:items-end' : '@max-said:items-start',
        )}
      >
        <span className="max-w-full truncate font-semibold">{name}</span>
        <Sureness seat={seat} isDense={isDense} />
      </p>
      {sentence && (
        <p
          title={sentence}
          className={classes(
            'text-xs text-muted wrap-anywhere @max-said:hidden',
            isDense ? 'line-clamp-1' : 'line-clamp-2',
          )}
        >
          {sentence}
        </p>
      )}
    </div>
  )
}

function Sureness(props: { readonly seat: Seated; readonly isDense: boolean }) {
  const { position, option, wasSure } = props.seat
  if (!position) return <span className="shrink-0 text-xs text-muted">not yet</span>
  if (!option) return <span className="shrink-0 text-xs text-muted">abstains</span>
  if (position.confidence === null) return null
  return (
    <span className="agent numeric shrink-0 rounded-sm bg-(--agent-soft) px-1 text-xs text-(--agent-ink)">
      {Math.round(position.confidence)} %
      {wasSure !== null && !props.isDense && <span className="@max-said:hidden"> · was {Math.round(wasSure)}</span>}
    </span>
  )
}

/** On the side that a seat has left: the sentence that moved it, and the way to its new place. */
function Crossing(props: {
  readonly seat: Seated
  readonly from: Option
  readonly sides: readonly Option[]
  readonly isDense: boolean
}) {
  const { seat, from, sides, isDense } = props
  const { name } = useSpeaker(seat.agent)
  const store = useSessionStore()
  const go = useContext(GoToMessage)
  const { position, x } = seat
  if (!position) return null
  const { text, message } = reasonOf(position, textsOf(store.getState().view))
  const cited = message ?? position.message
  const width = 1 / sides.length
  const left = sides.indexOf(from) * width
  const goesRight = x > left
  const Head = goesRight ? ChevronRight : ChevronLeft
  const [start, end] = goesRight ? [left + width - 0.02, x] : [x, left + 0.02]
  const way: CSSProperties = {
    left: `calc(${percent(start)} + ${goesRight ? 0 : 24}px)`,
    width: `calc(${percent(end - start)} - 24px)`,
  }
  return (
    <>
      <span
        aria-hidden
        style={way}
        className={classes(
          'agent absolute top-1/2 flex -translate-y-1/2 items-center',
          !goesRight && 'flex-row-reverse',
        )}
      >
        <span className="h-0 flex-1 border-t-2 border-dashed border-(--agent-ink)" />
        <Head size={16} className={classes('text-(--agent-ink)', goesRight ? '-ml-2' : '-mr-2')} />
      </span>
      <div
        style={{ left: percent(left + 0.02), width: percent(width - 0.04) }}
        className={classes('absolute inset-y-1 flex items-center', goesRight ? 'justify-end' : 'justify-start')}
      >
        <button
          type="button"
          title={text}
          disabled={!go || !cited}
          onClick={() => cited && go?.(cited)}
          className="max-h-full rounded-md border border-line bg-surface px-2 py-1 text-left text-xs shadow-raised hover:border-line-strong"
        >
          <span className={classes('wrap-anywhere', isDense ? 'line-clamp-2' : 'line-clamp-3')}>
            <span className="font-semibold">{name} crossed: </span>
            {text} {message && <span className="text-muted">{message}</span>}
          </span>
        </button>
      </div>
    </>
  )
}

export type BlindState = 'answered' | 'answering' | 'stopped' | 'waiting'

const blindWords: Readonly<Record<BlindState, string>> = {
  answered: 'has answered',
  answering: 'is answering',
  stopped: 'has stopped',
  waiting: 'has not answered yet',
}

/** A seat in the blind round, on the line, with its answer sealed. */
export function BlindSeat({ agent, state }: { readonly agent: string; readonly state: BlindState }) {
  const speaker = useSpeaker(agent)
  const isOut = state === 'stopped' || state === 'waiting'
  return (
    <li className="relative flex h-12 items-center">
      <span className={classes('absolute left-1/2 -translate-x-1/2 rounded-md bg-surface', isOut && 'grayscale')}>
        <Avatar {...speaker} size="large" busy={state === 'answering'} />
      </span>
      <p className="absolute left-1/2 ml-7 flex items-center gap-2 pr-2 text-sm">
        <span className="font-semibold">{speaker.name}</span>
        <span className="flex items-center gap-1 text-muted">
          {state === 'answered' && <Lock aria-hidden size={12} />}
          {blindWords[state]}
        </span>
      </p>
    </li>
  )
}
