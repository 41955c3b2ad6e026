import {
  callsText,
  capTexts,
  costRangeText,
  countText,
  isUnnamed,
  isUser,
  learnedText,
  minutesText,
  seatColors,
} from '@convene/domain'
import type { CallRefusal, Output } from '@convene/protocol'
import { ArrowRight, Clock, Coins, Hand, type LucideIcon, UsersRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ofSeat } from '../session/view/seats.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { KeyCaps } from '../ui/keys.tsx'
import { Notice } from '../ui/notice.tsx'
import { oneLine } from '../ui/text/neutral.ts'
import { wordsOf } from '../ui/text/words.ts'
import { classes } from '../ui/theme/classes.ts'
import { whyRefused } from './refused.ts'

type Preview = Output<'preview'>

/** Trust and the folder have their own notices with buttons. */
const isSaidElsewhere = (warning: string): boolean => /convene trust$|--workspace DIR$/.test(warning)

type Starting = {
  readonly isStarting: boolean
  readonly canStart: boolean
  /** Whether the user wants a seat. Null if the mode has none for them. */
  readonly ownSeat: boolean | null
  readonly onOwnSeat: (isTaken: boolean) => void
}

type Shown = Starting & {
  readonly preview: Preview | null
  readonly refusal: CallRefusal | null
  readonly isLoading: boolean
  /** The controls for changing seats. */
  readonly children: ReactNode
}

/** Who would work, with which models, estimated time and cost, and the start button. */
export function TeamPreview(props: Shown) {
  const { preview, refusal } = props
  const [isOpen, setOpen] = useState(false)
  const warnings = preview?.warnings.filter((warning) => !isSaidElsewhere(warning)) ?? []
  return (
    <section
      aria-label="Preview"
      aria-busy={props.isLoading}
      className="flex flex-col rounded-lg border border-line bg-surface"
    >
      <div className="flex flex-col gap-3 p-4">
        {refusal ? (
          <Notice tone="bad" title="Cannot start yet">
            {whyRefused(refusal)}
          </Notice>
        ) : preview ? (
          <Who preview={preview} isOld={props.isLoading} />
        ) : (
          <GhostSeats />
        )}
        {warnings.map((warning) => (
          <Notice key={warning} tone="warning" title={oneLine(warning)} />
        ))}
      </div>
      <Choices {...props} isOpen={isOpen} onOpen={() => setOpen(!isOpen)} />
      {isOpen && <div className="border-t border-line p-4">{props.children}</div>}
    </section>
  )
}

type Opening = { readonly isOpen: boolean; readonly onOpen: () => void }

function Choices({ isOpen, onOpen, ownSeat, onOwnSeat, canStart, isStarting }: Starting & Opening) {
  return (
    <footer className="flex flex-wrap items-center gap-2 border-t border-line p-3">
      <Button icon={UsersRound} aria-expanded={isOpen} onClick={onOpen}>
        Change seats
      </Button>
      {ownSeat !== null && (
        <Button icon={Hand} onClick={() => onOwnSeat(!ownSeat)}>
          {ownSeat ? 'Leave your seat' : 'Take a seat'}
        </Button>
      )}
      <Button tone="primary" type="submit" disabled={!canStart} className="ml-auto max-tablet:flex-1">
        {isStarting ? 'Starting' : 'Start'}
        <ArrowRight aria-hidden size={16} />
      </Button>
      <span aria-hidden className="max-tablet:hidden">
        <KeyCaps keys="Mod+Enter" />
      </span>
    </footer>
  )
}

function Who({ preview, isOld }: { readonly preview: Preview; readonly isOld: boolean }) {
  const { estimate } = preview
  return (
    <>
      <header className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h2 className="flex flex-1 basis-40 flex-wrap items-baseline gap-x-2 font-medium">
          {!isUnnamed(preview.team) && oneLine(preview.team.name)}
          <span className={classes(!isUnnamed(preview.team) && 'font-normal text-muted')}>
            {wordsOf(preview.mode)}, {countText(preview.seats.length, 'seat')}
          </span>
        </h2>
        <p className={classes('numeric flex gap-4 transition-colors', isOld && 'text-muted')}>
          <Amount icon={Clock} label="Time">
            {about(minutesText(estimate))}
          </Amount>
          <Amount icon={Coins} label="Cost">
            {about(costRangeText(estimate))}
          </Amount>
        </p>
      </header>
      <Seats seats={preview.seats} />
      <p className="numeric text-sm text-muted">
        {callsText(estimate)}. {learnedText(estimate) && `The range was ${learnedText(estimate)}. `}Stops after at most{' '}
        {capTexts(preview.limits).join(', ')}.
      </p>
    </>
  )
}

const about = (amount: string): string => (/^about|^under|unknown|\$0$/u.test(amount) ? amount : `about ${amount}`)

function Amount(props: { readonly icon: LucideIcon; readonly label: string; readonly children: ReactNode }) {
  const { icon: Icon } = props
  return (
    <span className="flex items-center gap-1">
      <Icon aria-hidden size={14} strokeWidth={1.75} className="text-muted" />
      <span className="sr-only">{props.label}: </span>
      {props.children}
    </span>
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
            <Avatar {...speaker} size="large" />
            <div className="min-w-0">
              <p className="truncate">{speaker.name}</p>
              <p title={speaker.model} className={classes('truncate text-xs text-muted', !isUser(seat) && 'font-mono')}>
                {isUser(seat) ? 'You speak and vote' : speaker.model}
              </p>
            </div>
          </li>
        )
      })}
    </ul>
  )
}

/** A placeholder in the shape of the seats, so that nothing jumps when they load. */
function GhostSeats() {
  return (
    <div aria-hidden className="flex animate-breathe flex-col gap-3">
      <div className="h-5 w-48 rounded-sm bg-sunken" />
      <div className="grid grid-cols-3 gap-x-4 gap-y-3 max-tablet:grid-cols-2">
        {['a', 'b', 'c', 'd', 'e'].map((seat) => (
          <div key={seat} className="flex items-center gap-2">
            <div className="size-9 rounded-md bg-sunken" />
            <div className="h-4 flex-1 rounded-sm bg-sunken" />
          </div>
        ))}
      </div>
      <div className="h-4 w-80 max-w-full rounded-sm bg-sunken" />
    </div>
  )
}
