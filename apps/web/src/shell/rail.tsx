import { Bot, Command, PenLine, Search, Settings, SunMoon, Users } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation, useRoute } from 'wouter'
import { type Filter, type SessionList, useSessionList } from '../connection/session-list.ts'
import { useMe } from '../people/me.ts'
import { isForMe } from '../people/rights.ts'
import { IconButton } from '../ui/button.tsx'
import { KeyCaps } from '../ui/keys.tsx'
import { arrange } from '../ui/layout.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { Segments } from '../ui/segments.tsx'
import { useShortcuts } from '../ui/shortcuts.ts'
import { applyTheme, chosenTheme, themes } from '../ui/theme/theme.ts'
import { toast } from '../ui/toast.tsx'
import { useNeeded } from './needs-you.tsx'
import { NewerVersion } from './newer-version.tsx'
import { NotifyOffer } from './notify-offer.tsx'
import { type ChosenScope, ScopeChip, ScopeMenu } from './scope.tsx'
import { SessionRows } from './session-rows.tsx'

/** Only a team server has them. */
const Mentions = lazyComponent(() => import('../people/mentions.tsx').then((module) => module.Mentions))
const AccountMenu = lazyComponent(() => import('../people/account-menu.tsx').then((module) => module.AccountMenu))

const filtersWith = (needed: number) => [
  { value: 'all', label: 'All' },
  { value: 'needs-you', label: needed > 0 ? `Needs you ${needed}` : 'Needs you' },
  { value: 'active', label: 'Running' },
  { value: 'done', label: 'Done' },
  { value: 'failed', label: 'Failed' },
]

/** All sessions, with search and filters. The open one is marked. */
export function Rail({ onNavigate }: { readonly onNavigate?: () => void }) {
  const [query, setQuery] = useState('')
  const [filter, setFilter] = useState<Filter>('all')
  const [scope, setScope] = useState<ChosenScope | null>(null)
  const list = useMine(useSessionList(query.trim(), filter, scope?.scope), filter)
  const [, params] = useRoute('/session/:id/*?')
  const needed = useNeeded()
  const me = useMe()
  useNextAndPrevious(list, params?.id)
  return (
    <nav aria-label="Sessions" className="flex h-full min-h-0 flex-col bg-canvas">
      <RailHead onNavigate={onNavigate} />
      <div className="mx-3 flex h-8 items-center max-laptop:h-10 gap-2 rounded-md border border-line-field bg-surface px-2 focus-within:border-accent">
        <Search aria-hidden size={14} className="text-muted" />
        <input
          type="search"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          placeholder="Search all sessions"
          aria-label="Search all sessions"
          className="min-w-0 flex-1 bg-transparent outline-none"
        />
        <ScopeMenu onScope={setScope} />
      </div>
      <div className="hush mt-2 shrink-0 overflow-x-auto px-3">
        <Segments
          dense
          label="Filter"
          value={filter}
          segments={filtersWith(needed)}
          onChange={(next) => setFilter(next as Filter)}
        />
      </div>
      <NotifyOffer />
      {me && <Mentions onNavigate={onNavigate} />}
      {scope && <ScopeChip chosen={scope} onClear={() => setScope(null)} />}
      <SessionRows
        list={list}
        current={params?.id}
        isFiltered={query !== '' || filter !== 'all' || scope !== null}
        onNavigate={onNavigate}
      />
      <NewerVersion />
      <RailFoot onNavigate={onNavigate} />
    </nav>
  )
}

/** *Needs you* shows only sessions with requests the user can answer. */
function useMine({ rows, state }: SessionList, filter: Filter): SessionList {
  const me = useMe()
  return { rows: filter === 'needs-you' ? rows.filter((row) => isForMe(me, row)) : rows, state }
}

/** J and K open the next and the previous session in the list. */
function useNextAndPrevious({ rows }: SessionList, current: string | undefined): void {
  const [, navigate] = useLocation()
  const step = (by: number) => () => {
    const at = rows.findIndex(({ id }) => id === current)
    const next = rows[at < 0 ? 0 : at + by]
    if (next) navigate(`/session/${next.id}`)
  }
  useShortcuts({ j: step(1), k: step(-1) })
}

function RailHead({ onNavigate }: { readonly onNavigate: (() => void) | undefined }) {
  return (
    <div className="flex h-12 shrink-0 items-center justify-between px-3">
      <Link href="/" onClick={onNavigate} className="flex items-center gap-2 rounded-md px-1 text-md font-semibold">
        <img src="./icon.svg" alt="" className="size-6" />
        Convene
      </Link>
      <Link
        href="/"
        onClick={onNavigate}
        aria-label="New session"
        className="inline-flex size-8 items-center justify-center rounded-md text-muted max-laptop:size-10 hover:bg-hover hover:text-ink"
      >
        <PenLine aria-hidden size={16} />
      </Link>
    </div>
  )
}

const places = [
  { href: '/teams', label: 'Teams', icon: Users },
  { href: '/agents', label: 'Agents', icon: Bot },
  { href: '/settings', label: 'Settings', icon: Settings },
]

function RailFoot({ onNavigate }: { readonly onNavigate: (() => void) | undefined }) {
  const [location] = useLocation()
  const me = useMe()
  return (
    <div className="flex shrink-0 flex-col border-t border-line p-2">
      {me && <AccountMenu onNavigate={onNavigate} />}
      {places.map(({ href, label, icon: Icon }) => (
        <Link
          key={href}
          href={href}
          onClick={onNavigate}
          aria-current={location.startsWith(href) ? 'page' : undefined}
          className="flex h-8 items-center gap-3 rounded-md px-2 text-muted max-laptop:h-10 hover:bg-hover hover:text-ink aria-[current]:bg-hover aria-[current]:text-ink"
        >
          <Icon aria-hidden size={16} strokeWidth={1.75} />
          {label}
        </Link>
      ))}
      <div className="flex items-center justify-between">
        <button
          type="button"
          onClick={() => arrange({ isPaletteOpen: true, isRailOpen: false })}
          className="flex h-8 flex-1 items-center max-laptop:h-10 gap-3 rounded-md px-2 text-muted hover:bg-hover hover:text-ink"
        >
          <Command aria-hidden size={16} strokeWidth={1.75} />
          Commands
          <KeyCaps keys="Mod+K" />
        </button>
        <IconButton label="Switch theme" icon={SunMoon} onClick={switchTheme} />
      </div>
    </div>
  )
}

/** Cycles through system, light and dark, with a toast. */
function switchTheme(): void {
  const next = themes[(themes.indexOf(chosenTheme()) + 1) % themes.length] ?? 'system'
  applyTheme(next)
  toast('plain', next === 'system' ? 'Theme follows your system' : `Switched to the ${next} theme`)
}
