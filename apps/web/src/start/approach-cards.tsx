import { type ApproachName, approaches } from '@convene/reading'
import {
  Gauge,
  Gavel,
  Hammer,
  type LucideIcon,
  MessageSquare,
  MessagesSquare,
  ScanSearch,
  Telescope,
  UsersRound,
} from 'lucide-react'
import { RadioCards } from '../ui/radio-cards.tsx'

const icons: Readonly<Record<ApproachName, LucideIcon>> = {
  decision: Gavel,
  discussion: UsersRound,
  opinions: MessagesSquare,
  build: Hammer,
  research: Telescope,
  review: ScanSearch,
  ask: MessageSquare,
  estimate: Gauge,
}

const cards = approaches.map(({ name, label, summary }, index) => ({
  value: name,
  label,
  icon: icons[name],
  about: summary,
  keys: String(index + 1),
}))

/** What kind of result the user wants. One is always selected, unless the seats fit none. */
export function ApproachCards(props: {
  readonly chosen: ApproachName | undefined
  readonly because: string | undefined
  /** Shown in place of a reason. */
  readonly hint: string
  readonly onChoose: (approach: ApproachName) => void
}) {
  return (
    <div className="flex flex-col gap-2">
      <RadioCards
        label="What you want"
        describedBy="why-chosen"
        value={props.chosen ?? ''}
        cards={cards}
        onChoose={props.onChoose}
      />
      <p id="why-chosen" aria-live="polite" className="min-h-4 text-sm text-muted">
        {props.because ? `Chosen because ${props.because}.` : props.hint}
      </p>
    </div>
  )
}
