import {
  aboutMinutesText,
  callsText,
  capTexts,
  countText,
  isUnnamed,
  learnedText,
  underCostText,
} from '@convene/domain'
import type { CallRefusal, Output } from '@convene/protocol'
import { approaches } from '@convene/reading'
import { ChevronDown } from 'lucide-react'
import { oneLine } from '../ui/text/neutral.ts'
import { classes } from '../ui/theme/classes.ts'
import { Tip } from '../ui/tip.tsx'
import { workersIn } from './seated.ts'

type Preview = Output<'preview'>

/** What would run, in one line: a click shows everything that has a default. */
export function RunChip(props: {
  /** What the user gets, in a word. */
  readonly outcome: string
  readonly preview: Preview | null
  readonly refusal: CallRefusal | null
  readonly isOld: boolean
  readonly isOpen: boolean
  readonly onToggle: () => void
}) {
  const { outcome, preview, refusal } = props
  const parts = refusal ? ['cannot start yet'] : preview ? partsOf(preview, outcome) : []
  return (
    <Tip text={preview && !refusal ? limitsText(preview) : 'What you get, who works, and the limits'}>
      <button
        type="button"
        aria-expanded={props.isOpen}
        aria-controls="run-details"
        onClick={props.onToggle}
        className={classes(
          'inline-flex h-8 min-w-0 items-center gap-1 rounded-md bg-accent-soft px-3 text-left transition-colors hover:brightness-97 max-tablet:h-10',
          'max-tablet:order-first max-tablet:basis-full',
        )}
      >
        <span className="shrink-0 font-medium text-accent-ink">{outcome}</span>
        <span className={classes('numeric min-w-0 flex-1 truncate transition-colors', props.isOld && 'text-muted')}>
          {parts.map((part) => (
            <span key={part}> · {part}</span>
          ))}
        </span>
        <ChevronDown
          aria-hidden
          size={14}
          className={classes('shrink-0 text-muted transition-transform', props.isOpen && 'rotate-180')}
        />
      </button>
    </Tip>
  )
}

const partsOf = ({ team, seats, estimate }: Preview, outcome: string): readonly string[] => [
  ...(isUnnamed(team) || isUsualTeam(team, outcome) ? [] : [oneLine(team.name)]),
  countText(workersIn(seats).length, 'seat'),
  aboutMinutesText(estimate),
  underCostText(estimate),
]

/** `Opinions · Several Opinions` would say it twice. */
const isUsualTeam = ({ name, slug }: Preview['team'], outcome: string): boolean =>
  name.endsWith(outcome) && approaches.some(({ noun, team }) => noun === outcome && team === slug)

/** `13–31 calls · 28k–74k tokens. Stops after at most 30 turns.` */
export function limitsText({ estimate, limits }: Preview): string {
  const learned = learnedText(estimate)
  const from = learned ? ` The range was ${learned}.` : ''
  return `${callsText(estimate)}.${from} Stops after at most ${capTexts(limits).join(', ')}.`
}
