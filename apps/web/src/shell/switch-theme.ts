import { applyTheme, chosenTheme, themes } from '../ui/theme/theme.ts'
import { toast } from '../ui/toast.tsx'

/** Cycles through system, light and dark, with a toast. */
export function switchTheme(): void {
  const next = themes[(themes.indexOf(chosenTheme()) + 1) % themes.length] ?? 'system'
  applyTheme(next)
  toast('plain', next === 'system' ? 'Theme follows your system' : `Switched to the ${next} theme`)
}
