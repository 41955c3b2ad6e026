import { type ReactNode, useCallback } from 'react'
import { useLocation } from 'wouter'
import { useSessionStore, useSpeaker } from '../../session/view/use-session.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { CitedEvidence, GoToMessage } from '../../ui/markdown/citation.tsx'
import { outcomeOf } from '../outcome/outcome.ts'
import { type Evidence, evidenceOf, sureText } from './evidence.ts'

/** Citations inside link to their message and preview it on hover, focus or tap. */
export function WithEvidence(props: {
  readonly run: number | undefined
  /** Opens a cited message. By default, goes to it in its session. */
  readonly onGo?: (message: string) => void
  readonly children: ReactNode
}) {
  const store = useSessionStore()
  const [, navigate] = useLocation()
  const show = useCallback(
    (id: string, claim: string) => {
      const { view } = store.getState()
      const evidence = evidenceOf(view, outcomeOf(view, props.run), id, claim)
      return evidence ? <EvidenceCard evidence={evidence} /> : <p className="text-muted">No such message: {id}</p>
    },
    [store, props.run],
  )
  const toSession = useCallback((id: string) => navigate(`/session/${store.id}/at/${id}`), [store, navigate])
  const go = props.onGo ?? toSession
  return (
    <GoToMessage value={go}>
      <CitedEvidence value={show}>{props.children}</CitedEvidence>
    </GoToMessage>
  )
}

/** Who said it, when, how sure they were then and in the end, and the sentence itself. */
export function EvidenceCard({ evidence }: { readonly evidence: Evidence }) {
  const { agent, when, quote, id } = evidence
  const speaker = useSpeaker(agent)
  const facts = [when, sureText(evidence)].filter(Boolean).join(' · ')
  return (
    <div className="flex flex-col gap-2">
      <p className="flex items-center gap-2">
        {agent !== 'user' && <Avatar {...speaker} size="small" />}
        <span className="font-semibold">{agent === 'user' ? 'You' : speaker.name}</span>
        <span className="ml-auto font-mono text-xs text-muted">{id}</span>
      </p>
      {facts && <p className="numeric text-sm text-muted">{facts}</p>}
      {quote && <blockquote className="border-l-2 border-line-strong pl-3 wrap-anywhere">“{quote}”</blockquote>}
    </div>
  )
}
