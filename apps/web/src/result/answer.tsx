import { withPlainMarks } from '@convene/domain'
import type { Report } from '@convene/reading'
import { CircleSlash, Hourglass } from 'lucide-react'
import { useSpeaker } from '../session/view/use-session.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Badge } from '../ui/badge.tsx'
import { Empty } from '../ui/empty.tsx'
import { Markdown } from '../ui/markdown/markdown.tsx'
import { classes } from '../ui/theme/classes.ts'
import type { Outcome, SaidEntry } from './outcome/outcome.ts'

/** Longer decisions use smaller type. */
const SHORT = 120

/** The decision, if any, then a report's summary, a single text, or the members' answers side by side. */
export function Answer(props: {
  readonly outcome: Outcome
  readonly report: Report | null
  /** The full text of the answer. */
  readonly text: string
}) {
  const { outcome, report, text } = props
  if (text === '')
    return outcome.ending ? (
      <Empty icon={CircleSlash} title="No answer" text="The run ended before the team had one." />
    ) : (
      <Empty icon={Hourglass} title="No answer yet" text="It appears here as soon as an agent has answered." />
    )
  if (outcome.answers.length > 1 || outcome.isPicked) return <Answers outcome={outcome} />
  return (
    <section aria-label="Answer" className="flex flex-col gap-3">
      <h2 className="sr-only">Answer</h2>
      {outcome.decision && (
        <div
          className={classes(
            'font-semibold text-balance wrap-anywhere',
            outcome.decision.length > SHORT ? 'text-lg' : 'text-xl',
          )}
        >
          <Markdown text={outcome.decision} />
        </div>
      )}
      <div className="text-md">
        <Markdown text={report?.answer || text} reword={withPlainMarks} />
      </div>
    </section>
  )
}

/** One answer per member, or the one that the user picked. */
function Answers({ outcome: { answers, isPicked } }: { readonly outcome: Outcome }) {
  return (
    <section
      aria-label="Answer"
      className={classes('grid gap-4 max-tablet:grid-cols-1 print:block', answers.length > 1 && 'grid-cols-2')}
    >
      {answers.map((answer) => (
        <OneAnswer key={answer.key} answer={answer} isPicked={isPicked} />
      ))}
    </section>
  )
}

function OneAnswer({ answer, isPicked }: { readonly answer: SaidEntry; readonly isPicked: boolean }) {
  const speaker = useSpeaker(answer.agent)
  return (
    <article className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4 print:mb-4">
      <header className="flex items-center gap-2">
        <Avatar {...speaker} size="small" />
        <h2 className="font-semibold">{speaker.name}</h2>
        {isPicked && <Badge tone="good">Picked</Badge>}
      </header>
      <Markdown text={answer.text} reword={withPlainMarks} />
    </article>
  )
}
