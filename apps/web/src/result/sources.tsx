import { useSessionStore, useSpeaker } from '../session/view/use-session.ts'
import { Fold } from '../ui/fold.tsx'
import { citedIn, type Evidence, evidenceOf, sureText } from './evidence/evidence.ts'
import type { Outcome } from './outcome/outcome.ts'

/** Every message the result cites, with the sentence behind the claim. On paper they are its footnotes. */
export function SourcesSection({ text, outcome }: { readonly text: string; readonly outcome: Outcome }) {
  const { view } = useSessionStore().getState()
  const found = [...citedIn(text)].flatMap(([id, claim]) => evidenceOf(view, outcome, id, claim) ?? [])
  if (found.length === 0) return null
  return (
    <section aria-label="Sources">
      <h2 className="sr-only">Sources</h2>
      <Fold label={`Sources (${found.length})`}>
        <ol className="flex flex-col gap-2">
          {found.map((evidence) => (
            <Source key={evidence.id} evidence={evidence} />
          ))}
        </ol>
      </Fold>
    </section>
  )
}

function Source({ evidence }: { readonly evidence: Evidence }) {
  const { id, agent, when, quote } = evidence
  const { name } = useSpeaker(agent)
  const facts = [agent === 'user' ? 'You' : name, when, sureText(evidence)].filter(Boolean).join(', ')
  return (
    <li className="flex gap-3 break-inside-avoid">
      <span className="w-10 shrink-0 font-mono text-sm text-muted">[{id}]</span>
      <span className="min-w-0 flex-1 wrap-anywhere">
        {facts}
        {quote && `: “${quote}”`}
      </span>
    </li>
  )
}
