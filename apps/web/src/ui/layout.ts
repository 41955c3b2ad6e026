import { create } from 'zustand'
import { rememberedValue, rememberValue } from './theme/remembered.ts'
import { TABLET } from './use-wide.ts'

/** `story`: the view made for what the team does: lanes, or the review of a build. */
export type CentreView = 'story' | 'timeline' | 'graph'
export type Verbosity = 'brief' | 'detailed' | 'full'

/** A session to rename, to delete, or to run again with a change. */
export type OpenDialog = {
  readonly which: 'rename' | 'delete' | 'change'
  readonly id: string
  readonly title: string
}

/** How the user has arranged the page. Holds no session content. */
type Layout = {
  readonly view: CentreView
  /** The same for builds, which always open with their review. */
  readonly buildView: CentreView
  readonly verbosity: Verbosity
  readonly isPanelOpen: boolean
  /** The same beside a review, which has its own steps and files. */
  readonly isReviewPanelOpen: boolean
  readonly isRailOpen: boolean
  readonly isPaletteOpen: boolean
  readonly isKeysOpen: boolean
  readonly panelTab: string
  readonly sessionDialog: OpenDialog | null
  /** The fork started here to compare with its original. */
  readonly awaitedFork: string | null
}

const views: readonly CentreView[] = ['story', 'timeline', 'graph']
export const verbosities = [
  { value: 'brief', label: 'Brief' },
  { value: 'detailed', label: 'Detailed' },
  { value: 'full', label: 'Full' },
] as const

export const isVerbosity = (value: unknown): value is Verbosity => verbosities.some((each) => each.value === value)

const isSmall = !matchMedia(`(min-width: ${TABLET}px)`).matches

export const useLayout = create<Layout>(() => ({
  view: views.find((view) => view === rememberedValue('view')) ?? (isSmall ? 'timeline' : 'story'),
  buildView: 'story',
  verbosity: verbosities.find(({ value }) => value === rememberedValue('verbosity'))?.value ?? 'detailed',
  isPanelOpen: rememberedValue('panel') !== 'closed' && !isSmall,
  isReviewPanelOpen: false,
  isRailOpen: false,
  isPaletteOpen: false,
  isKeysOpen: false,
  panelTab: '',
  sessionDialog: null,
  awaitedFork: null,
}))

export const arrange = useLayout.setState

export function showView(view: CentreView): void {
  rememberValue('view', view)
  arrange({ view, buildView: view })
}

export const showBuildView = (buildView: CentreView): void => arrange({ buildView })

export function showVerbosity(verbosity: Verbosity): void {
  rememberValue('verbosity', verbosity)
  arrange({ verbosity })
}

export function togglePanel(): void {
  const isPanelOpen = !useLayout.getState().isPanelOpen
  rememberValue('panel', isPanelOpen ? 'open' : 'closed')
  arrange({ isPanelOpen })
}

export const toggleReviewPanel = (): void =>
  arrange(({ isReviewPanelOpen }) => ({ isReviewPanelOpen: !isReviewPanelOpen }))
