import { toast } from '../parts/toast.tsx'
import { applyTheme, chosenTheme, themes } from './theme.ts'

/** Cycles through system, light and dark, with a toast. */
export function switchTheme(): void {
  const next = themes[(themes.indexOf(chosenTheme()) + 1) % themes.length] ?? 'system'
  applyTheme(next)
  toast('plain', next === 'system' ? 'Theme follows your system' : `Switched to the ${next} theme`)
}
