import { toast } from '../parts/toast.tsx'
import { applyTheme, chosenTheme, themes } from './theme.ts'

/** Goes to the next of system, light and dark, and says which. */
export function switchTheme(): void {
  const next = themes[(themes.indexOf(chosenTheme()) + 1) % themes.length] ?? 'system'
  applyTheme(next)
  toast('plain', next === 'system' ? 'The page looks as your system does' : `The page is ${next}`)
}
