import { remember, remembered } from './remembered.ts'

/** How much room things take. */
export type Density = 'comfortable' | 'compact'

export const chosenDensity = (): Density => (remembered('density') === 'compact' ? 'compact' : 'comfortable')

/** Shows the page in this density and keeps the choice. */
export function applyDensity(density: Density): void {
  document.documentElement.dataset.density = density
  remember('density', density)
}
