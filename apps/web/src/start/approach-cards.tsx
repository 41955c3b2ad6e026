import { type ApproachName, approaches } from '@convene/domain'
import { Gavel, Hammer, type LucideIcon, MessageSquare, MessagesSquare, ScanSearch, Telescope } from 'lucide-react'
import { RadioGroup } from 'radix-ui'
import { Keys } from '../ui/keys.tsx'
import { useShortcuts } from '../ui/shortcuts.ts'

const icons: Readonly<Record<ApproachName, LucideIcon>> = {
  decision: Gavel,
  opinions: MessagesSquare,
  build: Hammer,
  research: Telescope,
  review: ScanSearch,
  ask: MessageSquare,
}

/** What the user wants to have of the goal. One is always marked, unless the seats fit none. */
export function ApproachCards(props: {
  readonly chosen: ApproachName | undefined
  readonly because: string | undefined
  /** Shown in place of a reason. */
  readonly hint: string
  readonly onChoose: (approach: ApproachName) => void
}) {
  useShortcuts(Object.fromEntries(approaches.map(({ name }, index) => [String(index + 1), () => props.onChoose(name)])))
  return (
    <div className="flex flex-col gap-2">
      <RadioGroup.Root
        aria-label="What you want"
        aria-describedby="why-chosen"
        value={props.chosen ?? ''}
        onValueChange={(name) => props.onChoose(name as ApproachName)}
        className="grid grid-cols-3 gap-3 max-tablet:grid-cols-2 max-tablet:gap-2"
      >
        {approaches.map(({ name, label, summary }, index) => {
          const Icon = icons[name]
          return (
            <RadioGroup.Item
              key={name}
              value={name}
              aria-label={label}
              aria-describedby={`about-${name}`}
              className="group flex min-h-10 flex-col gap-1 rounded-lg border border-line bg-surface p-3 text-left transition-colors hover:border-line-strong hover:bg-hover data-[state=checked]:border-accent data-[state=checked]:bg-accent-soft"
            >
              <span className="flex w-full items-center gap-2">
                <Icon
                  aria-hidden
                  size={16}
                  strokeWidth={1.75}
                  className="shrink-0 text-muted group-data-[state=checked]:text-accent-ink"
                />
                <span className="font-medium">{label}</span>
                <span aria-hidden className="ml-auto">
                  <Keys keys={String(index + 1)} />
                </span>
              </span>
              <span id={`about-${name}`} className="text-sm text-muted max-tablet:hidden">
                {summary}
              </span>
            </RadioGroup.Item>
          )
        })}
      </RadioGroup.Root>
      <p id="why-chosen" aria-live="polite" className="min-h-4 text-sm text-muted">
        {props.because ? `Chosen because ${props.because}.` : props.hint}
      </p>
    </div>
  )
}
