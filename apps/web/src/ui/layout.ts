import { create } from 'zustand'
import { remember, remembered } from './theme/remembered.ts'
import { TABLET } from './use-wide.ts'

export type CentreView = 'lanes' | 'timeline' | 'graph'
export type Verbosity = 'brief' | 'detailed' | 'full'

/** A session to rename, to delete, or to run again with a change. */
export type SessionDialog = {
  readonly which: 'rename' | 'delete' | 'change'
  readonly id: string
  readonly title: string
}

/** How the user has arranged the page. Holds no session content. */
type Layout = {
  readonly view: CentreView
  readonly verbosity: Verbosity
  readonly isPanelOpen: boolean
  readonly isRailOpen: boolean
  readonly isPaletteOpen: boolean
  readonly isKeysOpen: boolean
  readonly panelTab: string
  readonly sessionDialog: SessionDialog | null
  /** The fork started here to compare with its original. */
  readonly awaitedFork: string | null
}

const views: readonly CentreView[] = ['lanes', 'timeline', 'graph']
export const verbosities = [
  { value: 'brief', label: 'Brief' },
  { value: 'detailed', label: 'Detailed' },
  { value: 'full', label: 'Full' },
] as const

export const isVerbosity = (value: unknown): value is Verbosity => verbosities.some((each) => each.value === value)

const isSmall = !matchMedia(`(min-width: ${TABLET}px)`).matches

export const useLayout = create<Layout>(() => ({
  view: views.find((view) => view === remembered('view')) ?? (isSmall ? 'timeline' : 'lanes'),
  verbosity: verbosities.find(({ value }) => value === remembered('verbosity'))?.value ?? 'detailed',
  isPanelOpen: remembered('panel') !== 'closed' && !isSmall,
  isRailOpen: false,
  isPaletteOpen: false,
  isKeysOpen: false,
  panelTab: '',
  sessionDialog: null,
  awaitedFork: null,
}))

export const arrange = useLayout.setState

export function showView(view: CentreView): void {
  remember('view', view)
  arrange({ view })
}

export function showVerbosity(verbosity: Verbosity): void {
  remember('verbosity', verbosity)
  arrange({ verbosity })
}

export function togglePanel(): void {
  const isPanelOpen = !useLayout.getState().isPanelOpen
  remember('panel', isPanelOpen ? 'open' : 'closed')
  arrange({ isPanelOpen })
}
