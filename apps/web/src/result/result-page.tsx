import { isFinal, runState } from '@convene/domain'
import { Columns2, Download, GitFork } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import { useStore } from 'zustand'
import { OpenedSession } from '../session/opened-session.tsx'
import { useForking } from '../session/view/use-command.ts'
import { useExports } from '../session/view/use-exports.ts'
import { useSessionStore, useView } from '../session/view/use-session.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { GoToMessage } from '../ui/markdown/citation.tsx'
import { Menu } from '../ui/menu.tsx'
import { Notice } from '../ui/notice.tsx'
import { Screen } from '../ui/screen.tsx'
import { oneLine } from '../ui/text/neutral.ts'
import { Answer } from './answer.tsx'
import { Ballots } from './ballots.tsx'
import { CostTable } from './cost-table.tsx'
import { outcomeOf } from './outcome.ts'
import { TurnedOut } from './turned-out.tsx'
import { WorkDone } from './work-done.tsx'

/** A session's result: the answer first, then how it was reached and what it cost. */
export function ResultPage({ id }: { readonly id: string }) {
  const [, navigate] = useLocation()
  return (
    <OpenedSession id={id} isReady={({ caughtUp }) => caughtUp}>
      <GoToMessage value={(message) => navigate(`/session/${id}/at/${message}`)}>
        <Result />
      </GoToMessage>
    </OpenedSession>
  )
}

function Result() {
  const { id } = useSessionStore()
  const goal = useView(({ session }) => oneLine(session.run?.goal || session.goal))
  const phase = useView(({ session }) => session.run?.phase ?? 'idle')
  const { view } = useStore(useSessionStore())
  const outcome = outcomeOf(view)
  const ended = useView(({ session }) => session.run?.finished?.reason ?? '')
  const { word, tone } = runState({ phase, reason: ended })
  const reason = outcome.ending?.reason ?? ''
  return (
    <Screen title="Result" back={{ href: `/session/${id}`, label: 'Back to the session' }} actions={<ResultActions />}>
      {!isFinal(phase) && (
        <Notice
          title="This run has not finished"
          action={
            <Link href={`/session/${id}`} className="shrink-0 text-accent-ink underline underline-offset-2">
              Watch
            </Link>
          }
        >
          Results so far are below. This page updates automatically.
        </Notice>
      )}
      <header className="flex flex-col gap-2">
        <p className="flex items-center gap-2 text-muted">
          <Badge tone={tone}>{word}</Badge>
          {reason && <span>{reason}</span>}
        </p>
        <p className="text-lg font-semibold text-balance wrap-anywhere">{goal}</p>
      </header>
      <Answer outcome={outcome} />
      <Ballots outcome={outcome} />
      <TurnedOut />
      <WorkDone />
      <CostTable />
    </Screen>
  )
}

/** Export, fork and compare. */
function ResultActions() {
  const { id } = useSessionStore()
  const [, navigate] = useLocation()
  const fork = useForking()
  const seq = useView(({ session }) => session.seq)
  const items = useExports()
  return (
    <>
      <Button icon={GitFork} onClick={() => fork(seq)}>
        <span className="max-tablet:sr-only">Fork</span>
      </Button>
      <Button icon={Columns2} onClick={() => navigate(`/compare/${id}`)}>
        <span className="max-tablet:sr-only">Compare</span>
      </Button>
      <Menu items={items}>
        <Button tone="primary" icon={Download}>
          Export
        </Button>
      </Menu>
    </>
  )
}
