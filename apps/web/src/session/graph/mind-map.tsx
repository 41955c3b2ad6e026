import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { showView } from '../../ui/layout.ts'
import { ScrollArea } from '../../ui/scroll-area.tsx'
import { oneLine } from '../../ui/text/neutral.ts'
import { classes } from '../../ui/theme/classes.ts'
import { Tip } from '../../ui/tip.tsx'
import { firstSentence, quoteFor } from '../conversation/quote.ts'
import { useGoToMessage } from '../view/go-to.ts'
import { matrixOf, optionsDrawn } from '../view/matrix.ts'
import { useSessionStore, useSpeaker, useView } from '../view/use-session.ts'
import type { Position, View } from '../view/view.ts'
import { type Band, type Bend, type Flow, MAP, mindMapOf, type Stop } from './mind-map-layout.ts'

const PADDING = 24

/** A panel's positions as a flow over its rounds. Each bend has the sentence that made it. */
export function MindMap() {
  const positions = useView((view) => view.positions)
  const drawn = useView(optionsDrawn)
  const [area, room] = useRoom()
  const map = useMemo(() => mindMapOf(matrixOf(positions, drawn), room - 2 * PADDING), [positions, drawn, room])
  const size = { width: map.width, height: map.height }
  return (
    <ScrollArea ref={area} label="Graph: how minds changed" className="min-h-0 flex-1 overflow-auto">
      <div className="relative m-6" style={size}>
        {map.bands.map((band) => (
          <BandRow key={band.option?.letter ?? ''} band={band} width={map.width + PADDING} />
        ))}
        {map.columns.map(({ round, x }) => (
          <p key={round} style={{ left: x - 60 }} className="absolute top-0 w-30 text-center text-sm text-muted">
            {round === 1 ? 'Blind' : `Round ${round}`}
          </p>
        ))}
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
        <ul aria-label="Changes of mind">
          {map.bends.map((bend) => (
            <BendItem key={`${bend.from.agent}/${bend.from.round}`} bend={bend} />
          ))}
        </ul>
      </div>
    </ScrollArea>
  )
}

/** The width of an element, also when the window or a panel changes it. */
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

function BandRow({ band: { option, y, height }, width }: { readonly band: Band; readonly width: number }) {
  return (
    <div
      style={{ ...option?.style, top: y, height, width, left: -PADDING / 2 }}
      className={classes('agent absolute rounded-lg', option ? 'bg-(--agent-soft)/40' : 'bg-sunken')}
    >
      <p
        title={option ? oneLine(option.text) : undefined}
        style={{ width: MAP.gutter - PADDING }}
        className="flex h-full items-center gap-2 pl-3 text-sm"
      >
        {option && <span className="shrink-0 font-semibold text-(--agent-ink)">{option.letter}</span>}
        <span className="line-clamp-2 min-w-0 wrap-anywhere">{option ? oneLine(option.text) : 'Abstains'}</span>
      </p>
    </div>
  )
}

/** In the colour of what is held at its end. A bend is thicker. */
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
  const show = useShowMessage()
  const sure = position.confidence === null ? '' : `, ${Math.round(position.confidence)} % sure`
  const when = round === 1 ? 'blind' : `round ${round}`
  const held = option ? `${option.letter}, ${oneLine(option.text)}` : 'abstains'
  const label = `${speaker.name}, ${when}: ${held}${sure}`
  return (
    <li className="absolute" style={{ left: x - 14, top: y - 14 }}>
      <Tip text={label}>
        <button
          type="button"
          onClick={() => show(position.message)}
          className="flex items-center rounded-md bg-surface"
        >
          <Avatar {...speaker} />
          <span className="sr-only">{label}</span>
        </button>
      </Tip>
    </li>
  )
}

function BendItem({ bend: { from, to, x, y } }: { readonly bend: Bend }) {
  const { name } = useSpeaker(to.agent)
  const show = useShowMessage()
  const store = useSessionStore()
  const { text, message } = reasonOf(store.getState().view, to.position)
  return (
    <li className="absolute" style={{ left: x, top: y, width: MAP.label, maxHeight: MAP.labelHeight }}>
      <button
        type="button"
        title={text}
        onClick={() => show(message ?? to.position.message)}
        style={to.option?.style}
        className="agent flex w-full flex-col gap-0.5 rounded-md border border-line bg-surface px-2 py-1 text-left text-xs shadow-raised hover:border-line-strong"
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

/** The sentence of the message that a change cites, else the reason in the panelist's words. */
function reasonOf(
  view: View,
  { because, reason = '' }: Position,
): { readonly text: string; readonly message?: string } {
  const message = /\bm\d{1,9}\b/u.exec(because)?.[0]
  const said = message && [...view.entries.values()].find((entry) => entry.kind === 'said' && entry.id === message)
  if (message && said && said.kind === 'said') {
    const quote = quoteFor(said.text, `${because} ${reason}`)
    if (quote) return { text: `“${oneLine(quote)}”`, message }
  }
  return { text: oneLine(firstSentence(because) || firstSentence(reason)) || 'No reason given' }
}

/** The map shows no messages: the conversation does. */
function useShowMessage(): (message: string | undefined) => void {
  const go = useGoToMessage()
  return (message) => {
    if (!message) return
    showView('lanes')
    requestAnimationFrame(() => requestAnimationFrame(() => go(message)))
  }
}
