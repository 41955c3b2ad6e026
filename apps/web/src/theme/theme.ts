import { remember, remembered } from './remembered.ts'

/** How the page looks: by the person's choice, or as their system does. */
export type Theme = 'light' | 'dark' | 'system'

export const themes: readonly Theme[] = ['system', 'light', 'dark']

export const chosenTheme = (): Theme => themes.find((theme) => theme === remembered('theme')) ?? 'system'

/** Shows the page in this theme and keeps the choice. */
export function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme === 'system' ? (editorTheme() ?? theme) : theme
  remember('theme', theme)
}

/** Goes along when an editor that shows this page changes its theme; a browser says nothing and does it by itself. */
export function followEditor(): void {
  const follow = new MutationObserver(() => applyTheme(chosenTheme()))
  follow.observe(document.body, { attributeFilter: ['data-vscode-theme-kind'] })
}

/** An editor's theme is its own, and need not be the system's; it writes it on the pages that it shows. */
function editorTheme(): Theme | undefined {
  const { vscodeThemeKind: kind } = document.body.dataset
  if (kind === undefined) return undefined
  return kind === 'vscode-dark' || kind === 'vscode-high-contrast' ? 'dark' : 'light'
}

/** Whether what is shown now is dark, whoever chose it. */
export function isDark(): boolean {
  const { theme } = document.documentElement.dataset
  return theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
}
