import type { Report } from '@convene/reading'
import { Fold } from '../ui/fold.tsx'
import { Markdown } from '../ui/markdown/markdown.tsx'

/** Risks and open questions, placed before the rest. */
export function Risks({ report }: { readonly report: Report }) {
  return (
    <div className={pair}>
      <Part title="Risks" text={report.risks} />
      <Part title="Open questions" text={report.open} />
    </div>
  )
}

/** How the team got to its answer. Without a decision, the analysis is the answer, and unfolded. */
export function RestOfReport({ report, hasVote }: { readonly report: Report; readonly hasVote: boolean }) {
  return (
    <div className="flex flex-col gap-4 empty:hidden print:block">
      <div className={pair}>
        <Part title="Agreements" text={report.agreements} />
        <Part title="Disagreements" text={report.disagreements} />
      </div>
      <div className={pair}>
        <Part title="Minority report" text={report.minority} />
      </div>
      {report.others.length > 0 && (
        <section aria-label="The rest of the report" className="flex flex-col gap-2">
          {report.others.map(({ title, text }) => (
            <Fold key={`${title} ${text.length}`} label={title} open={!hasVote && ANALYSIS.test(title)}>
              <Markdown text={text || 'Nothing.'} />
            </Fold>
          ))}
        </section>
      )}
      {report.unwritten.length > 0 && <p className="text-muted">Not written: {report.unwritten.join(', ')}.</p>}
    </div>
  )
}

const ANALYSIS = /^detailed analysis$/iu

/** Two parts side by side. A single part takes the full width. */
const pair = 'flex flex-wrap gap-4 empty:hidden print:block'

function Part({ title, text }: { readonly title: string; readonly text: string }) {
  if (text === '') return null
  return (
    <section
      aria-label={title}
      className="flex flex-[1_1_320px] flex-col gap-2 rounded-lg border border-line bg-surface p-4 print:mb-4 print:break-inside-avoid"
    >
      <h2 className="font-semibold">{title}</h2>
      <Markdown text={text} />
    </section>
  )
}
