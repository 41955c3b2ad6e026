import { remember, remembered } from './remembered.ts'

/** Spacing of the page. */
export type Density = 'comfortable' | 'compact'

export const chosenDensity = (): Density => (remembered('density') === 'compact' ? 'compact' : 'comfortable')

/** Applies and stores the density. */
export function applyDensity(density: Density): void {
  document.documentElement.dataset.density = density
  remember('density', density)
}
