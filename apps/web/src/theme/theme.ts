import { remember, remembered } from './remembered.ts'

/** How the page looks: by the person's choice, or as their system does. */
export type Theme = 'light' | 'dark' | 'system'

export const themes: readonly Theme[] = ['system', 'light', 'dark']

export const chosenTheme = (): Theme => themes.find((theme) => theme === remembered('theme')) ?? 'system'

/** Shows the page in this theme and keeps the choice. */
export function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme
  remember('theme', theme)
}

/** Whether what is shown now is dark, whoever chose it. */
export function isDark(): boolean {
  const { theme } = document.documentElement.dataset
  return theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
}
