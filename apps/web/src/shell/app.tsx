import type { Client } from '@convene/protocol'
import { Compass } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Route, Router, Switch, useLocation } from 'wouter'
import { useHashLocation } from 'wouter/use-hash-location'
import { ClientContext } from '../connection/client.ts'
import { useLoadMe } from '../people/me.ts'
import { StartPage } from '../start/start-page.tsx'
import { LinkButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { EmptyPage } from '../ui/empty.tsx'
import { contentProps, focusContent, isFocusLost } from '../ui/focus.ts'
import { arrange, useLayout } from '../ui/layout.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { Opening } from '../ui/opening.tsx'
import { useShortcuts } from '../ui/shortcuts.ts'
import { loadCodeFont } from '../ui/theme/code-font.ts'
import { Tips } from '../ui/tip.tsx'
import { Toasts } from '../ui/toast.tsx'
import { LAPTOP, useWide } from '../ui/use-wide.ts'
import { Broken } from './broken.tsx'
import { NeedsYou } from './needs-you.tsx'
import { Rail } from './rail.tsx'
import { useUsualSettings } from './use-usual-settings.ts'

const SessionScreen = lazyComponent(
  () => import('../session/session-screen.tsx').then((module) => module.SessionScreen),
  Opening,
)
const ExampleScreen = lazyComponent(
  () => import('../examples/example-screen.tsx').then((module) => module.ExampleScreen),
  Opening,
)
const ResultPage = lazyComponent(() => import('../result/result-page.tsx').then((module) => module.ResultPage), Opening)
const RecordsPage = lazyComponent(
  () => import('../records/records-page.tsx').then((module) => module.RecordsPage),
  Opening,
)
const ComparePage = lazyComponent(
  () => import('../result/compare/compare-page.tsx').then((module) => module.ComparePage),
  Opening,
)
const GradePage = lazyComponent(() => import('../eval/grade-page.tsx').then((module) => module.GradePage), Opening)
const TeamsPage = lazyComponent(
  () => import('../library/teams/teams-page.tsx').then((module) => module.TeamsPage),
  Opening,
)
const TeamEditor = lazyComponent(
  () => import('../library/teams/team-editor.tsx').then((module) => module.TeamEditor),
  Opening,
)
const AgentsPage = lazyComponent(
  () => import('../library/agents/agents-page.tsx').then((module) => module.AgentsPage),
  Opening,
)
const AgentEditor = lazyComponent(
  () => import('../library/agents/agent-editor.tsx').then((module) => module.AgentEditor),
  Opening,
)
const SettingsPage = lazyComponent(
  () => import('../settings/settings-page.tsx').then((module) => module.SettingsPage),
  Opening,
)
const DeletedPage = lazyComponent(
  () => import('../deleted/deleted-page.tsx').then((module) => module.DeletedPage),
  Opening,
)
const ConnectPage = lazyComponent(
  () => import('../people/connect-page.tsx').then((module) => module.ConnectPage),
  Opening,
)
const SessionDialog = lazyComponent(() => import('./session-dialog.tsx').then((module) => module.SessionDialog))
const Palette = lazyComponent(() => import('./palette.tsx').then((module) => module.Palette))
const KeysSheet = lazyComponent(() => import('./keys-sheet.tsx').then((module) => module.KeysSheet))

/** The whole page. Routes are in the URL hash, so the page works from any location its files are served from. */
export function App({ client }: { readonly client: Client }) {
  return (
    <ClientContext value={client}>
      <Router hook={useHashLocation}>
        <Tips>
          <Shell />
          <Toasts />
          <NeedsYou />
        </Tips>
      </Router>
    </ClientContext>
  )
}

/** Preloads the page most users open next. */
function useReadySession(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      SessionScreen.prepare()
      loadCodeFont()
    }, 200)
    return () => clearTimeout(timer)
  }, [])
}

function Shell() {
  const [place] = useLocation()
  useReadySession()
  useUsualSettings()
  useLoadMe()
  useKeptFocus(place)
  const isWide = useWide(LAPTOP)
  const isRailOpen = useLayout((layout) => layout.isRailOpen)
  const close = () => arrange({ isRailOpen: false })
  return (
    <div className="flex h-full">
      <SkipLink />
      {isWide && (
        <div className="w-[280px] shrink-0 border-r border-line print:hidden">
          <Rail />
        </div>
      )}
      {!isWide && isRailOpen && (
        <Dialog open onClose={close} title="Sessions" shape="left" bare>
          <div className="h-dvh">
            <Rail onNavigate={close} />
          </div>
        </Dialog>
      )}
      <div {...contentProps} className="relative min-w-0 flex-1 outline-none">
        <Broken key={place}>
          <Places />
        </Broken>
      </div>
      <Overlays />
    </div>
  )
}

/** Moves the focus to the new page if the link that opened it has disappeared with the old one. */
function useKeptFocus(place: string): void {
  const before = useRef(place)
  useEffect(() => {
    if (before.current !== place && isFocusLost()) focusContent()
    before.current = place
  }, [place])
}

/** Skips the session list. A button, because a link's hash would change the route. */
const SkipLink = () => (
  <button
    type="button"
    onClick={focusContent}
    className="absolute -top-16 left-2 z-50 rounded-md bg-raised px-4 py-2 font-medium focus:top-2 focus:shadow-floating print:hidden"
  >
    Skip to the content
  </button>
)

function Places() {
  return (
    <Switch>
      <Route path="/">
        <StartPage />
      </Route>
      <Route path="/session/:id/result/:run?">
        {({ id, run }) => <ResultPage key={`${id}/${run}`} id={id} {...(run && { run: Number(run) })} />}
      </Route>
      <Route path="/session/:id/at/:message">
        {({ id, message }) => <SessionScreen key={`${id}/${message}`} id={id} message={message} />}
      </Route>
      <Route path="/session/:id">{({ id }) => <SessionScreen key={id} id={id} />}</Route>
      <Route path="/examples/:slug">{({ slug }) => <ExampleScreen key={slug} slug={slug} />}</Route>
      <Route path="/compare/:a?/:b?">{({ a, b }) => <ComparePage {...(a && { a })} {...(b && { b })} />}</Route>
      <Route path="/eval/:id">{({ id }) => <GradePage key={id} id={id} />}</Route>
      <Route path="/with/:team">{({ team }) => <StartPage key={team} team={team} />}</Route>
      <Route path="/deleted" component={DeletedPage} />
      <Route path="/teams" component={TeamsPage} />
      <Route path="/teams/new/:from?">{({ from }) => <TeamEditor key={from} {...(from && { from })} />}</Route>
      <Route path="/teams/:slug">{({ slug }) => <TeamEditor key={slug} slug={slug} />}</Route>
      <Route path="/agents" component={AgentsPage} />
      <Route path="/agents/new/:from?">{({ from }) => <AgentEditor key={from} {...(from && { from })} />}</Route>
      <Route path="/agents/:slug">{({ slug }) => <AgentEditor key={slug} slug={slug} />}</Route>
      <Route path="/records" component={RecordsPage} />
      <Route path="/connect/:hash/:ticket/:name">
        {({ hash, ticket, name }) => <ConnectPage hash={hash} ticket={ticket} name={decodeURIComponent(name)} />}
      </Route>
      <Route path="/settings/:section?">{({ section }) => <SettingsPage {...(section && { section })} />}</Route>
      <Route>
        <NotHere />
      </Route>
    </Switch>
  )
}

function Overlays() {
  const isPaletteOpen = useLayout((layout) => layout.isPaletteOpen)
  const isKeysOpen = useLayout((layout) => layout.isKeysOpen)
  const isAsked = useLayout((layout) => layout.sessionDialog !== null)
  useShortcuts({
    'Mod+k': () => arrange({ isPaletteOpen: !isPaletteOpen }),
    '?': () => arrange({ isKeysOpen: true }),
  })
  return (
    <>
      {isPaletteOpen && <Palette />}
      {isKeysOpen && <KeysSheet />}
      {isAsked && <SessionDialog />}
    </>
  )
}

function NotHere() {
  return (
    <EmptyPage icon={Compass} title="Page not found" text="This link may be outdated or incomplete.">
      <LinkButton href="/">Go to start</LinkButton>
    </EmptyPage>
  )
}
