import type { Dissent as Against } from '@convene/domain'
import { firstSentence } from '@convene/reading'
import { useSpeaker } from '../session/view/use-session.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Markdown } from '../ui/markdown/markdown.tsx'
import { oneLine } from '../ui/text/neutral.ts'
import type { Outcome } from './outcome/outcome.ts'

/** Who voted against the decision and why, in one sentence each. */
export function DissentSection({ outcome }: { readonly outcome: Outcome }) {
  const dissent = outcome.verdict?.vote?.dissent ?? []
  if (dissent.length === 0) return null
  return (
    <section
      aria-label="Dissent"
      className="flex flex-col divide-y divide-line rounded-lg border border-line bg-surface"
    >
      <h2 className="px-4 py-2 text-sm font-medium text-muted">Dissent</h2>
      {dissent.map((each) => (
        <OneDissent key={each.agent} dissent={each} />
      ))}
    </section>
  )
}

function OneDissent({ dissent }: { readonly dissent: Against }) {
  const { agent, option, confidence, reason, message } = dissent
  const speaker = useSpeaker(agent)
  const sure = confidence === null ? '' : ` (${Math.round(confidence)} % sure)`
  const why = firstSentence(reason) || 'Gave no reason.'
  return (
    <div className="flex items-start gap-3 p-4">
      <Avatar {...speaker} size="large" />
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p className="font-semibold">
          {speaker.name} voted for {oneLine(option)}
          <span className="font-normal text-muted">{sure}</span>
        </p>
        <Markdown text={message ? `${why} [${message}]` : why} />
      </div>
    </div>
  )
}
