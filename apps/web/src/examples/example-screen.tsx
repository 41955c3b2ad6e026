import { fromCheckedWire } from '@convene/domain'
import type { Client, ExampleView } from '@convene/protocol'
import { SearchX } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { useStore } from 'zustand'
import { ClientContext, useClient } from '../connection/client.ts'
import { Ballots } from '../result/ballots.tsx'
import { CostTable } from '../result/cost-table.tsx'
import { WithEvidence } from '../result/evidence/evidence-card.tsx'
import { outcomeOf } from '../result/outcome/outcome.ts'
import { Positions, Reported } from '../result/result-page.tsx'
import { WorkDone } from '../result/work-done.tsx'
import { Centre } from '../session/centre.tsx'
import { ApprovalDock } from '../session/dock/approval-dock.tsx'
import { OpenVote } from '../session/dock/vote-card.tsx'
import { Waiting } from '../session/dock/waiting.tsx'
import { SidePanel } from '../session/tabs/side-panel.tsx'
import { BudgetBar } from '../session/top-bar/budget-bar.tsx'
import { PhaseStepper } from '../session/top-bar/phase-stepper.tsx'
import { ViewSwitch } from '../session/top-bar/view-switch.tsx'
import { exampleId } from '../session/view/example-id.ts'
import { useShowMessage } from '../session/view/show-message.ts'
import { SessionContext, useSessionStore } from '../session/view/use-session.ts'
import { useWaiting } from '../session/view/use-waiting.ts'
import { Badge } from '../ui/badge.tsx'
import { LinkButton } from '../ui/button.tsx'
import { EmptyPage } from '../ui/empty.tsx'
import { GoToMessage } from '../ui/markdown/citation.tsx'
import { Opening } from '../ui/opening.tsx'
import { RailButton } from '../ui/rail-button.tsx'
import { playerText } from '../ui/text/times.ts'
import { ClockContext, PlaceInRecording } from '../ui/use-now.ts'
import { LAPTOP, useWide } from '../ui/use-wide.ts'
import { exampleClient } from './example-client.ts'
import { noNewcomer } from './newcomer.ts'
import { createPlayer, type Player } from './player.ts'
import { Scrubber } from './scrubber.tsx'

/** A scripted example, played in the same views as a live session. */
export function ExampleScreen({ slug }: { readonly slug: string }) {
  const found = useExample(slug)
  if (found === null)
    return (
      <EmptyPage icon={SearchX} title="Example not found" text="This version has no example by that name.">
        <LinkButton href="/">Go to start</LinkButton>
      </EmptyPage>
    )
  if (!found) return <Opening />
  return (
    <ClientContext value={found.client}>
      <ClockContext value={found.player.clock}>
        <PlaceInRecording value={found.placeOf}>
          <Played {...found} />
        </PlaceInRecording>
      </ClockContext>
    </ClientContext>
  )
}

type Loaded = {
  readonly player: Player
  readonly placeOf: (message: string | null) => string
  readonly client: Client
  readonly example: ExampleView
  readonly others: readonly ExampleView[]
}

/** Undefined while loading, null if the example is unknown. */
function useExample(slug: string): Loaded | null | undefined {
  const client = useClient()
  const [found, setFound] = useState<Loaded | null | undefined>()
  useEffect(() => {
    let isOver = false
    let player: Player | undefined
    void Promise.all([client.examples({}), client.example({ slug })]).then(([list, log]) => {
      if (isOver) return
      const example = list.ok ? list.value.items.find((each) => each.slug === slug) : undefined
      if (!log.ok || !example) return setFound(null)
      noNewcomer()
      const played = createPlayer(exampleId(slug), log.value.items.map(fromCheckedWire))
      player = played
      const others = list.ok ? list.value.items.filter((each) => each.slug !== slug) : []
      const placeOf = (message: string | null) =>
        playerText(played.playback.timeOf(message ?? '') ?? played.getState().time)
      setFound({ player: played, placeOf, client: exampleClient(played), example, others })
    })
    return () => {
      isOver = true
      player?.close()
    }
  }, [client, slug])
  return found
}

function Played({ player, example, others }: Loaded) {
  useTicks(player)
  const session = useStore(player, (moment) => moment.session)
  const isOver = useStore(player, ({ time }) => time >= player.playback.duration)
  const isWide = useWide(LAPTOP)
  return (
    <SessionContext value={session}>
      <div className="flex h-full min-w-0 flex-col">
        <Head example={example} />
        <div className="flex min-h-0 flex-1">
          <main className="flex min-w-0 flex-1 flex-col">
            {isOver ? <Ending player={player} others={others} /> : <ExampleSession />}
            <Scrubber player={player} />
          </main>
          {isWide && !isOver && (
            <aside aria-label="Details" className="flex w-[360px] shrink-0 flex-col border-l border-line bg-canvas">
              <SidePanel />
            </aside>
          )}
        </div>
      </div>
    </SessionContext>
  )
}

/** Advances the recording with the page's frames. A hidden page has none, so the recording pauses. */
function useTicks(player: Player): void {
  useEffect(() => {
    let before = performance.now()
    let frame = requestAnimationFrame(function next(now) {
      player.tick(Math.min(now - before, 500))
      before = now
      frame = requestAnimationFrame(next)
    })
    return () => cancelAnimationFrame(frame)
  }, [player])
}

function Head({ example }: { readonly example: ExampleView }) {
  return (
    <header className="shrink-0 border-b border-line bg-surface">
      <div className="flex h-12 items-center gap-3 px-4 max-tablet:gap-2 max-tablet:px-2">
        <RailButton />
        <Badge tone="accent">Example</Badge>
        <h1 title={example.goal} className="min-w-0 truncate text-md font-semibold">
          {example.goal.split('\n')[0]}
        </h1>
        <div className="ml-auto flex shrink-0 items-center gap-2">
          <ViewSwitch />
          <LinkButton href="/" small>
            Leave
          </LinkButton>
        </div>
      </div>
      <div className="flex h-10 items-center justify-between gap-4 border-t border-line px-4 max-tablet:gap-2 max-tablet:px-2">
        <PhaseStepper />
        <BudgetBar />
      </div>
    </header>
  )
}

/** The views of a live session. The recording answers requests to the user, or skips ahead when the viewer does. */
function ExampleSession() {
  const go = useShowMessage()
  return (
    <GoToMessage value={go}>
      <Centre />
      <div className="mx-auto flex w-full max-w-page shrink-0 flex-col gap-3 px-4 not-empty:pb-3 max-tablet:px-2">
        <SkipHint />
        <ApprovalDock />
        <OpenVote />
        <Waiting />
      </div>
    </GoToMessage>
  )
}

/** Says that nobody has to answer. */
function SkipHint() {
  const isWaiting = useWaiting() > 0
  return isWaiting && <p className="text-sm text-muted">The recording answers by itself. Answer to skip ahead.</p>
}

/** The result, and a way to start your own session. */
function Ending({ player, others }: Pick<Loaded, 'player' | 'others'>) {
  const { view } = useStore(useSessionStore())
  const outcome = outcomeOf(view)
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex w-full max-w-page flex-col gap-8 px-6 py-8 max-tablet:px-4 max-tablet:py-6">
        <WithEvidence run={undefined} onGo={(message) => player.seek(player.playback.timeOf(message) ?? 0)}>
          <Reported outcome={outcome} />
          <Positions outcome={outcome} />
          <Ballots outcome={outcome} />
          <WorkDone outcome={outcome} />
          <CostTable run={outcome.run} />
        </WithEvidence>
        <section className="flex items-center justify-between gap-4 rounded-lg border border-line bg-surface p-5 max-tablet:flex-col max-tablet:items-start">
          <div>
            <h2 className="text-md font-semibold">Now with your own question</h2>
            <p className="text-muted">
              This is a scripted example. Connect a model to put a team on your own question.
            </p>
          </div>
          <LinkButton href="/" tone="primary">
            Start your first session
          </LinkButton>
        </section>
        <OtherExamples others={others} />
      </div>
    </div>
  )
}

/** Other recordings to watch next. */
function OtherExamples({ others }: Pick<Loaded, 'others'>) {
  return (
    <nav aria-label="Other examples" className="flex flex-col gap-2">
      <h2 className="text-sm text-muted">Or watch another example</h2>
      <ul className="grid grid-cols-2 gap-3 max-tablet:grid-cols-1">
        {others.map(({ slug, title, text }) => (
          <li key={slug}>
            <Link
              href={`/examples/${slug}`}
              className="flex h-full flex-col gap-1 rounded-lg border border-line bg-surface p-3 transition-colors hover:border-line-strong hover:bg-hover"
            >
              <span className="font-medium">{title}</span>
              <span className="text-muted">{text}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
