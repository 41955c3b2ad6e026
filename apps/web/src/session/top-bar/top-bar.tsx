import { forkTitle, goalLine, isActive, isFinal, isPaused, isStopped, type Session } from '@convene/domain'
import { Ellipsis, FileText, PanelRight, Pause, Play, Square } from 'lucide-react'
import { SessionViewers } from '../../people/session-viewers.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button, IconButton, LinkButton } from '../../ui/button.tsx'
import { MenuButton } from '../../ui/menu.tsx'
import { RailButton } from '../../ui/rail-button.tsx'
import { oneLine } from '../../ui/text/neutral.ts'
import { useCentre } from '../view/use-centre.ts'
import { useSendCommand } from '../view/use-command.ts'
import { useMaySteer } from '../view/use-rights.ts'
import { useRunState } from '../view/use-run-state.ts'
import { useSessionStore, useView } from '../view/use-session.ts'
import { BudgetBar, ProgressLine } from './budget-bar.tsx'
import { PhaseStepper } from './phase-stepper.tsx'
import { useSessionActions } from './session-actions.ts'
import { ViewSwitch } from './view-switch.tsx'

/**
 * The session's name, as in the list of sessions: a later run does not rename it. If a run repeats another with one
 * change, the change comes first: nothing else tells the two apart.
 */
function headingOf({ title, goal, forked }: Session): string {
  const said = goalLine(title || goal)
  return forked?.change ? forkTitle(said, forked.change.text) : said
}

/** The goal, phase, actions and spending of a session. */
export function TopBar() {
  const goal = useView(({ session }) => headingOf(session))
  const { isPanelOpen, togglePanel } = useCentre()
  const actions = useSessionActions()
  const { id } = useSessionStore()
  return (
    <header className="shrink-0 border-b border-line bg-surface">
      <div className="flex h-12 items-center gap-3 px-4 max-tablet:gap-2 max-tablet:px-2">
        <RailButton />
        <h1 title={goal} className="min-w-0 truncate text-md font-semibold">
          {oneLine(goal)}
        </h1>
        <span className="max-tablet:hidden">
          <StateBadge />
        </span>
        <div className="ml-auto flex shrink-0 items-center gap-2 max-tablet:gap-1">
          <ViewSwitch />
          <SessionViewers session={id} />
          <RunButtons />
          <MenuButton label="More actions" icon={Ellipsis} items={actions} />
          <IconButton label="Details" keys="]" icon={PanelRight} active={isPanelOpen} onClick={togglePanel} />
        </div>
      </div>
      <div className="flex h-10 items-center justify-between gap-4 border-t border-line px-4 max-tablet:gap-2 max-tablet:px-2">
        <span className="tablet:hidden">
          <StateBadge />
        </span>
        <PhaseStepper />
        <BudgetBar />
      </div>
      <ProgressLine />
    </header>
  )
}

/** The only live region of a session: its state and latest news. */
function StateBadge() {
  const run = useView(({ session }) => session.run)
  const news = useView((view) => view.news)
  const { word, tone } = useRunState(run)
  const isMore = news !== '' && news !== word && !isFinal(run?.phase ?? 'idle')
  return (
    <span role="status">
      <Badge tone={tone}>{word}</Badge>
      <span className="sr-only">{isMore && `: ${news}`}</span>
    </span>
  )
}

function RunButtons() {
  const session = useView((view) => view.session)
  const send = useSendCommand()
  const { id } = useSessionStore()
  const maySteer = useMaySteer()
  // Its review has the main button.
  const { picture } = useCentre()
  const canStop = maySteer && session.run !== null && !isFinal(session.run.phase) && session.run.phase !== 'idle'
  return (
    <>
      {maySteer && isActive(session) && (
        <Button small icon={Pause} onClick={() => void send({ type: 'pause' })}>
          <span className="max-tablet:sr-only">Pause</span>
        </Button>
      )}
      {maySteer && isPaused(session) && (
        <Button small tone="primary" icon={Play} onClick={() => void send({ type: 'resume' })}>
          <span className="max-tablet:sr-only">Resume</span>
        </Button>
      )}
      {canStop && (
        <Button small tone="danger" icon={Square} onClick={() => void send({ type: 'stop' })}>
          <span className="max-tablet:sr-only">Stop</span>
        </Button>
      )}
      {session.run && isFinal(session.run.phase) && (
        <LinkButton
          small
          tone={session.run.phase === 'failed' || isStopped(session) || picture === 'review' ? 'plain' : 'primary'}
          icon={FileText}
          href={`/session/${id}/result`}
        >
          Result
        </LinkButton>
      )}
    </>
  )
}
