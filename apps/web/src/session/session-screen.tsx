import { useEffect } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { GoToMessage } from '../ui/markdown/citation.tsx'
import { useShortcuts } from '../ui/shortcuts.ts'
import { oneLine } from '../ui/text/neutral.ts'
import { showPlace } from '../ui/title.ts'
import { useIsPainted } from '../ui/use-painted.ts'
import { LAPTOP, TABLET, useWide } from '../ui/use-wide.ts'
import { Centre } from './centre.tsx'
import { Composer } from './composer/composer.tsx'
import { compose } from './composer/draft.ts'
import { ConnectionNote } from './connection-note.tsx'
import { ApprovalDock } from './dock/approval-dock.tsx'
import { OpenVote } from './dock/vote-card.tsx'
import { Waiting } from './dock/waiting.tsx'
import { OpenedSession } from './opened-session.tsx'
import { SidePanel } from './tabs/side-panel.tsx'
import { TopBar } from './top-bar/top-bar.tsx'
import { useCompareAtEnd } from './use-compare-at-end.ts'
import { useArrival } from './view/go-to.ts'
import { waitsFor } from './view/phase.ts'
import { useShowMessage } from './view/show-message.ts'
import { useCentre, usePlanGate } from './view/use-centre.ts'
import { useSessionStore, useView } from './view/use-session.ts'

/** One session, kept open while its page is. */
export function SessionScreen({ id, message }: { readonly id: string; readonly message?: string }) {
  return (
    <OpenedSession id={id} isReady={({ view }) => view.session.seq > 0}>
      <OpenSession message={message} />
    </OpenedSession>
  )
}

/** `message`: the target of a link. */
function OpenSession({ message }: { readonly message: string | undefined }) {
  const store = useSessionStore()
  const { picture, showsStory, togglePanel } = useCentre()
  const goTo = useShowMessage()
  const isGateAbove = usePlanGate() && showsStory && picture === 'review'
  const isPainted = useIsPainted()
  useArrival(message, goTo)
  useTitle()
  useCompareAtEnd()
  useShortcuts({
    ']': togglePanel,
    '/': () => compose(store.id, '/'),
    '@': () => compose(store.id, '@'),
    i: () => compose(store.id, ''),
  })
  return (
    <GoToMessage value={goTo}>
      <div className="flex h-full min-w-0 flex-col">
        <TopBar />
        <ConnectionNote />
        <div className="flex min-h-0 flex-1">
          <main className="flex min-w-0 flex-1 flex-col">
            <Centre />
            <div className="mx-auto flex w-full max-w-page shrink-0 flex-col gap-3 px-4 not-empty:pb-3 max-tablet:px-2">
              <ApprovalDock />
              <OpenVote />
              {!isGateAbove && <Waiting />}
            </div>
            <div className="mx-auto w-full max-w-page shrink-0 px-4 pb-4 max-tablet:px-2 max-tablet:pb-2">
              <Composer />
            </div>
          </main>
          <Side isPainted={isPainted} />
        </div>
      </div>
    </GoToMessage>
  )
}

/** Rendered after the first paint, because rendering a whole session in one task would take too long. */
function Side({ isPainted }: { readonly isPainted: boolean }) {
  const { isPanelOpen, closePanel } = useCentre()
  const isWide = useWide(TABLET)
  const isRoomy = useWide(LAPTOP)
  if (!isPanelOpen) return null
  if (isWide)
    return (
      <aside
        aria-label="Details"
        className="flex shrink-0 flex-col border-l border-line bg-canvas"
        style={{ width: isRoomy ? 360 : 320 }}
      >
        {isPainted && <SidePanel />}
      </aside>
    )
  return (
    <Dialog open onClose={closePanel} title="Details" shape="bottom">
      <div className="flex h-[72dvh] flex-col">
        <SidePanel />
      </div>
    </Dialog>
  )
}

/** Sets the page title to the session and its number of waiting requests. */
function useTitle(): void {
  const pending = useView(waitsFor)
  const title = useView(({ session }) => session.title || session.goal)
  useEffect(() => {
    showPlace(oneLine(title).slice(0, 80), pending)
    return () => showPlace('', 0)
  }, [pending, title])
}
