import {
  arrange,
  type CentreView,
  showBuildView,
  showView,
  togglePanel,
  toggleReviewPanel,
  useLayout,
} from '../../ui/layout.ts'
import { shownNow } from './mode-view.ts'
import { useView } from './use-session.ts'

/** What the centre of a session shows, and whether details are next to it. */
export type CentreChoice = {
  readonly view: CentreView
  /** The team carries out a plan, so that its story is a review: steps with proof, and the change. */
  readonly isBuild: boolean
  readonly show: (view: CentreView) => void
  readonly isPanelOpen: boolean
  readonly togglePanel: () => void
  readonly closePanel: () => void
}

export function useCentre(): CentreChoice {
  const isBuild = useView((view) => shownNow(view).expects.includes('plan'))
  const layout = useLayout()
  const isReview = isBuild && layout.buildView === 'story'
  return {
    view: isBuild ? layout.buildView : layout.view,
    isBuild,
    show: isBuild ? showBuildView : showView,
    isPanelOpen: isReview ? layout.isReviewPanelOpen : layout.isPanelOpen,
    togglePanel: isReview ? toggleReviewPanel : togglePanel,
    closePanel: () => arrange(isReview ? { isReviewPanelOpen: false } : { isPanelOpen: false }),
  }
}

/** The plan gate that the review shows in place of the steps it asks about. */
export const usePlanGate = (): boolean =>
  useView(({ session }) => Object.values(session.questions).some(({ gate }) => gate === 'plan'))
