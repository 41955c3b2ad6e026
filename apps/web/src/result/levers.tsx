import { isFinal } from '@convene/domain'
import { leverAnswer } from '@convene/reading'
import { GitCompareArrows } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { create } from 'zustand'
import { useClient } from '../connection/client.ts'
import { OpenedSession } from '../session/opened-session.tsx'
import { isExampleId } from '../session/view/example-id.ts'
import { useMaySteer } from '../session/view/use-rights.ts'
import { useRunState } from '../session/view/use-run-state.ts'
import { useSessionStore, useView } from '../session/view/use-session.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Section } from '../ui/screen.tsx'
import { oneLine } from '../ui/text/neutral.ts'
import { toast } from '../ui/toast.tsx'
import type { Outcome } from './outcome/outcome.ts'

/** The forks that were started here, by session and lever. Each is a session in the list, so a reload loses nothing. */
const usePulled = create<{ readonly [lever: string]: string }>(() => ({}))

/** What would turn the decision, as the panel said. Trying one repeats the run with it, in the background. */
export function Levers({ levers, outcome }: { readonly levers: readonly string[]; readonly outcome: Outcome }) {
  const { run, isNewest, decision } = outcome
  const { id } = useSessionStore()
  const maySteer = useMaySteer()
  if (levers.length === 0 || !run || !decision || outcome.isRehearsal) return null
  const canTry = isNewest && isFinal(run.phase) && maySteer && !isExampleId(id)
  return (
    <Section title="What would change our mind?">
      <ul className="flex flex-col divide-y divide-line rounded-lg border border-line bg-surface">
        {levers.map((lever) => (
          <Lever key={lever} lever={lever} canTry={canTry} decision={decision} />
        ))}
      </ul>
    </Section>
  )
}

function Lever(props: { readonly lever: string; readonly canTry: boolean; readonly decision: string }) {
  const { lever, canTry, decision } = props
  const { id } = useSessionStore()
  const client = useClient()
  const fork = usePulled((pulled) => pulled[`${id} ${lever}`])
  const [isBusy, setBusy] = useState(false)
  const pull = async () => {
    setBusy(true)
    const done = await client.command({ type: 'fork', id, change: { type: 'fact', text: lever } })
    setBusy(false)
    if (done.ok && done.value.id) usePulled.setState({ [`${id} ${lever}`]: done.value.id })
    else if (!done.ok) toast('bad', done.refusal.message, 'Nothing was started.')
  }
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2">
      <p className="min-w-48 flex-1 wrap-anywhere">{oneLine(lever)}</p>
      {fork ? (
        <OpenedSession id={fork} isReady={({ view }) => view.session.seq > 0}>
          <Answered original={id} decision={decision} />
        </OpenedSession>
      ) : (
        canTry && (
          <Button
            small
            icon={GitCompareArrows}
            disabled={isBusy}
            title="Repeats the run with this as a fact, in the background"
            onClick={() => void pull()}
          >
            Try it
          </Button>
        )
      )}
    </li>
  )
}

/** `still A (2 : 1)` or `flips to B`, once the fork has decided. Until then, its state. */
function Answered({ original, decision }: { readonly original: string; readonly decision: string }) {
  const { id } = useSessionStore()
  const run = useView(({ session }) => session.run)
  const { word, tone } = useRunState(run)
  const answer = leverAnswer(decision, run)
  return (
    <span role="status" className="flex items-center gap-3">
      <Badge tone={answer ? (answer.flips ? 'warning' : 'good') : tone}>{answer ? oneLine(answer.text) : word}</Badge>
      <Link
        href={answer ? `/compare/${original}/${id}` : `/session/${id}`}
        className="text-sm text-accent-ink underline underline-offset-2"
      >
        {answer ? 'Compare' : 'Watch'}
      </Link>
    </span>
  )
}
