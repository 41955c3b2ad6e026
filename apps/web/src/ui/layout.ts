import { create } from 'zustand'
import { rememberedValue, rememberValue } from './theme/remembered.ts'
import { TABLET } from './use-wide.ts'

/** A session to rename, to delete, or to run again with a change. */
export type OpenDialog = {
  readonly which: 'rename' | 'delete' | 'change'
  readonly id: string
  readonly title: string
}

/** How the user has arranged the page. Holds no session content. */
type Layout = {
  /** The session whose transcript is shown. Others show their story. */
  readonly transcriptOf: string | null
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

const isSmall = !matchMedia(`(min-width: ${TABLET}px)`).matches

export const useLayout = create<Layout>(() => ({
  transcriptOf: null,
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

export const showTranscript = (session: string): void => arrange({ transcriptOf: session })

export const showStory = (): void => arrange({ transcriptOf: null })

export function togglePanel(): void {
  const isPanelOpen = !useLayout.getState().isPanelOpen
  rememberValue('panel', isPanelOpen ? 'open' : 'closed')
  arrange({ isPanelOpen })
}

export const toggleReviewPanel = (): void =>
  arrange(({ isReviewPanelOpen }) => ({ isReviewPanelOpen: !isReviewPanelOpen }))
