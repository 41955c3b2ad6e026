import { Hourglass, ListChecks } from 'lucide-react'
import { useSpeaker } from '../session/view/use-session.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Badge } from '../ui/badge.tsx'
import { Empty } from '../ui/empty.tsx'
import { Fold } from '../ui/fold.tsx'
import { Markdown } from '../ui/markdown/markdown.tsx'
import { classes } from '../ui/theme/classes.ts'
import type { Outcome, SaidEntry } from './outcome.ts'
import { type Report, reportOf } from './report.ts'

/** The answer: a report in sections, one text, or the members' answers side by side. */
export function Answer({ outcome }: { readonly outcome: Outcome }) {
  const { answers, ending, decision } = outcome
  const [first] = answers
  if (!first && !ending?.summary)
    return <Empty icon={Hourglass} title="No answer yet" text="It appears here as soon as an agent has answered." />
  if (answers.length > 1 || outcome.isPicked) return <Answers outcome={outcome} />
  const report = first ? reportOf(first.text) : null
  if (report) return <ReportView report={report} decision={decision} />
  return (
    <section aria-label="Answer" className="rounded-lg border border-line bg-surface p-5 text-md max-tablet:p-4">
      <h2 className="sr-only">Answer</h2>
      <Markdown text={first?.text ?? ending?.summary ?? ''} />
    </section>
  )
}

/** One answer per member, or the one that the user picked. */
function Answers({ outcome: { answers, isPicked } }: { readonly outcome: Outcome }) {
  return (
    <section
      aria-label="Answer"
      className={classes('grid gap-4 max-tablet:grid-cols-1', answers.length > 1 && 'grid-cols-2')}
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
    <article className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4">
      <header className="flex items-center gap-2">
        <Avatar {...speaker} size="small" />
        <h2 className="font-semibold">{speaker.name}</h2>
        {isPicked && <Badge tone="good">Picked</Badge>}
      </header>
      <Markdown text={answer.text} />
    </article>
  )
}

function ReportView({ report, decision }: { readonly report: Report; readonly decision: string | null }) {
  return (
    <div className="flex flex-col gap-4">
      <section
        aria-label="Answer"
        className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-5 max-tablet:p-4"
      >
        <h2 className="sr-only">Answer</h2>
        {decision && (
          <div className="flex items-start gap-3 text-lg font-semibold">
            <ListChecks aria-hidden size={16} className="mt-1 shrink-0 text-good" />
            <Markdown text={decision} />
          </div>
        )}
        <div className="text-md">
          <Markdown text={report.answer} />
        </div>
      </section>
      <div className="grid grid-cols-2 gap-4 max-tablet:grid-cols-1">
        <Part title="Agreements" text={report.agreements} />
        <Part title="Disagreements" text={report.disagreements} />
      </div>
      <Part title="Minority report" text={report.minority} />
      <Part title="Recommendations" text={report.recommendations} />
      {report.others.length > 0 && (
        <section aria-label="The rest of the report" className="flex flex-col gap-2">
          {report.others.map(({ title, text }) => (
            <Fold key={title} label={title}>
              <Markdown text={text || 'Nothing.'} />
            </Fold>
          ))}
        </section>
      )}
    </div>
  )
}

function Part({ title, text }: { readonly title: string; readonly text: string }) {
  if (text === '') return null
  return (
    <section aria-label={title} className="flex flex-col gap-2 rounded-lg border border-line bg-surface p-4">
      <h2 className="font-semibold">{title}</h2>
      <Markdown text={text} />
    </section>
  )
}
