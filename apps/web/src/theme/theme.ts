import { remember, remembered } from './remembered.ts'

/** How the page looks: by the person's choice, or as their system does. */
export type Theme = 'light' | 'dark' | 'system'

export const themes: readonly Theme[] = ['system', 'light', 'dark']

let usual: Theme = 'system'

/** What this person chose in this browser; else what the settings say. */
export const chosenTheme = (): Theme => themes.find((theme) => theme === remembered('theme')) ?? usual

/** Shows the page in the theme that applies. */
export function showTheme(): void {
  const theme = chosenTheme()
  document.documentElement.dataset.theme = theme === 'system' ? (editorTheme() ?? theme) : theme
}

/** Keeps the person's choice, and shows the page in it. */
export function applyTheme(theme: Theme): void {
  remember('theme', theme)
  showTheme()
}

/** Takes the theme of the settings where nobody has chosen in this browser. */
export function suggestTheme(theme: Theme): void {
  usual = theme
  showTheme()
}

/** Goes along when an editor that shows this page changes its theme; a browser says nothing and does it by itself. */
export function followEditor(): void {
  const follow = new MutationObserver(showTheme)
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
