import type { ModeView, Run } from '@convene/domain'
import { arrange, showStory, showTranscript, togglePanel, toggleReviewPanel, useLayout } from '../../ui/layout.ts'
import { shownBy } from './mode-view.ts'
import { useSessionStore, useView } from './use-session.ts'

/**
 * The picture that tells the story of a run: steps with proof and the change, the sides of a decision, answers side by
 * side, or who works for whom. Null if the transcript says it all.
 */
export type Picture = 'review' | 'table' | 'columns' | 'tree' | null

/** What the centre of a session shows, and whether details are next to it. */
export type CentreChoice = {
  readonly picture: Picture
  readonly showsStory: boolean
  readonly toggleView: () => void
  readonly isPanelOpen: boolean
  readonly togglePanel: () => void
  readonly closePanel: () => void
}

export function useCentre(): CentreChoice {
  const { id } = useSessionStore()
  const picture = useView(({ session }) => pictureOf(session.run))
  const layout = useLayout()
  const showsStory = picture !== null && layout.transcriptOf !== id
  const isReview = showsStory && picture === 'review'
  return {
    picture,
    showsStory,
    toggleView: () => (showsStory ? showTranscript(id) : showStory()),
    isPanelOpen: isReview ? layout.isReviewPanelOpen : layout.isPanelOpen,
    togglePanel: isReview ? toggleReviewPanel : togglePanel,
    closePanel: () => arrange(isReview ? { isReviewPanelOpen: false } : { isPanelOpen: false }),
  }
}

function pictureOf(run: Run | null): Picture {
  if (!run) return null
  const { expects }: Pick<ModeView, 'expects'> = shownBy(run)
  if (expects.includes('plan')) return 'review'
  if (expects.includes('positions')) return 'table'
  if (run.traits.picks) return 'columns'
  return run.traits.led || run.traits.entry ? 'tree' : null
}

/** The plan gate that the review shows in place of the steps it asks about. */
export const usePlanGate = (): boolean =>
  useView(({ session }) => Object.values(session.questions).some(({ gate }) => gate === 'plan'))
