import { reasonOf } from '@convene/reading'
import { type RefObject, useContext, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { GoToMessage } from '../../ui/markdown/citation.tsx'
import { ScrollArea } from '../../ui/scroll-area.tsx'
import { oneLine } from '../../ui/text/neutral.ts'
import { classes } from '../../ui/theme/classes.ts'
import { Tip } from '../../ui/tip.tsx'
import { textsOf } from '../table/seating.ts'
import { matrixOf } from '../view/matrix.ts'
import { shownNow } from '../view/mode-view.ts'
import { useSessionStore, useSpeaker, useView } from '../view/use-session.ts'
import {
  type Band,
  type Bend,
  type MindMapLayout as Drawn,
  type Flow,
  MAP,
  mindMapOf,
  type Stop,
} from './mind-map-layout.ts'

const PADDING = 24

/** A panel's positions as a flow over its rounds. Each bend shows the sentence that caused it. */
export function MindMap() {
  const positions = useView((view) => shownNow(view).positions)
  const drawn = useView((view) => shownNow(view).options)
  const team = useView(({ session }) => session.run?.team)
  const [area, room] = useRoom()
  const matrix = useMemo(() => matrixOf(positions, drawn, team), [positions, drawn, team])
  const map = useMemo(() => mindMapOf(matrix, room - 2 * PADDING), [matrix, room])
  const size = { width: map.width, height: map.height }
  return (
    <ScrollArea ref={area} label="Graph: how minds changed" className="overflow-x-auto">
      <div className="relative m-6" style={size}>
        {map.bands.map((band) => (
          <BandRow key={band.option?.letter ?? ''} band={band} map={map} />
        ))}
        <ColumnHeads map={map} />
        <svg aria-hidden {...size} className="absolute inset-0 overflow-visible">
          <title>Positions over rounds</title>
          {map.flows.map((flow) => (
            <Line key={`${flow.from.agent}/${flow.from.round}`} flow={flow} />
          ))}
        </svg>
        <ul aria-label="Positions">
          {map.stops.map((stop) => (
            <StopItem key={`${stop.agent}/${stop.round}`} stop={stop} />
          ))}
        </ul>
        {!map.isCompact && <Bends map={map} />}
      </div>
      {map.isCompact && <Bends map={map} />}
    </ScrollArea>
  )
}

/** Each round's name above its column. Narrow columns have room only for the number. */
function ColumnHeads({ map: { columns } }: { readonly map: Drawn }) {
  const isClose = (columns[1]?.x ?? Number.POSITIVE_INFINITY) - (columns[0]?.x ?? 0) < 64
  return columns.map(({ round, x }) => (
    <p key={round} style={{ left: x - 32 }} className="absolute top-0 w-16 text-center text-sm text-muted">
      {round === 1 ? 'Blind' : isClose ? round : `Round ${round}`}
    </p>
  ))
}

/** The reason for each bend, placed at the bend, or in a list if the map is compact. */
function Bends({ map: { bends, isCompact } }: { readonly map: Drawn }) {
  if (bends.length === 0) return null
  return (
    <ul aria-label="Changes of mind" className={isCompact ? 'm-6 flex flex-col gap-2' : undefined}>
      {bends.map((bend) => (
        <BendItem key={`${bend.from.agent}/${bend.from.round}`} bend={bend} isListed={isCompact} />
      ))}
    </ul>
  )
}

/** The width of an element, kept up to date. */
function useRoom(): readonly [RefObject<HTMLDivElement | null>, number] {
  const area = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState(0)
  useLayoutEffect(() => {
    const element = area.current
    if (!element) return
    const measure = () => setRoom(element.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [area, room]
}

function BandRow({ band: { option, y, height }, map }: { readonly band: Band; readonly map: Drawn }) {
  const { width, isCompact } = map
  return (
    <div
      style={{ ...option?.style, top: y, height, width: width + PADDING, left: -PADDING / 2 }}
      className={classes('agent absolute rounded-lg', option ? 'bg-(--agent-soft)/40' : 'bg-sunken')}
    >
      <p
        title={option ? oneLine(option.text) : undefined}
        style={isCompact ? undefined : { width: MAP.gutter - PADDING }}
        className={classes('flex gap-2 px-3 text-sm', isCompact ? 'pt-2' : 'h-full items-center')}
      >
        {option && <span className="shrink-0 font-semibold text-(--agent-ink)">{option.letter}</span>}
        <span className={classes('min-w-0 wrap-anywhere', isCompact ? 'line-clamp-1' : 'line-clamp-2')}>
          {option ? oneLine(option.text) : 'Abstains'}
        </span>
      </p>
    </div>
  )
}

/** In the colour of the option it leads to. A bend is thicker. */
function Line({ flow: { from, to, isBend } }: { readonly flow: Flow }) {
  const middle = (from.x + to.x) / 2
  return (
    <path
      d={`M${from.x},${from.y}C${middle},${from.y} ${middle},${to.y} ${to.x},${to.y}`}
      fill="none"
      style={to.option?.style}
      strokeWidth={isBend ? 3 : 1.5}
      className="agent stroke-(--agent-ink)"
    />
  )
}

function StopItem({ stop: { agent, round, x, y, option, position } }: { readonly stop: Stop }) {
  const speaker = useSpeaker(agent)
  const go = useContext(GoToMessage)
  const sure = position.confidence === null ? '' : `, ${Math.round(position.confidence)} % sure`
  const when = round === 1 ? 'blind' : `round ${round}`
  const held = option ? `${option.letter}, ${oneLine(option.text)}` : 'abstains'
  const label = `${speaker.name}, ${when}: ${held}${sure}`
  return (
    <li className="absolute" style={{ left: x - 14, top: y - 14 }}>
      <Tip text={label}>
        <button
          type="button"
          onClick={() => position.message && go?.(position.message)}
          className="flex items-center rounded-md bg-surface"
        >
          <Avatar {...speaker} />
          <span className="sr-only">{label}</span>
        </button>
      </Tip>
    </li>
  )
}

function BendItem({
  bend: { from, to, x, y, isAbove },
  isListed,
}: {
  readonly bend: Bend
  readonly isListed: boolean
}) {
  const { name } = useSpeaker(to.agent)
  const go = useContext(GoToMessage)
  const store = useSessionStore()
  const { text, message } = reasonOf(to.position, textsOf(store.getState().view))
  const cited = message ?? to.position.message
  return (
    <li
      className={isListed ? '' : classes('absolute flex', isAbove ? 'items-end' : 'items-start')}
      style={isListed ? undefined : { left: x, top: y, width: MAP.label, height: MAP.labelHeight }}
    >
      <button
        type="button"
        title={text}
        onClick={() => cited && go?.(cited)}
        style={to.option?.style}
        className={classes(
          'agent flex w-full flex-col gap-0.5 rounded-md border border-line bg-surface text-left shadow-raised hover:border-line-strong',
          isListed ? 'px-3 py-2 text-sm' : 'px-2 py-1 text-xs',
        )}
      >
        <span className="font-medium text-(--agent-ink)">
          {name}: {from.option?.letter ?? '–'} → {to.option?.letter ?? '–'}
          {message && <span className="font-normal text-muted"> because of {message}</span>}
        </span>
        <span className="line-clamp-3 wrap-anywhere">{text}</span>
      </button>
    </li>
  )
}
