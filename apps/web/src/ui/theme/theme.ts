import { rememberedValue, rememberValue } from './remembered.ts'

/** The theme: light, dark, or the system's. */
export type Theme = 'light' | 'dark' | 'system'

export const themes: readonly Theme[] = ['system', 'light', 'dark']

let usual: Theme = 'system'

/** The theme chosen in this browser, otherwise the one from the settings. */
export const chosenTheme = (): Theme => themes.find((theme) => theme === rememberedValue('theme')) ?? usual

/** Applies the current theme. */
export function showTheme(): void {
  const theme = chosenTheme()
  document.documentElement.dataset.theme = theme === 'system' ? (editorTheme() ?? theme) : theme
}

/** Stores and applies the chosen theme. */
export function applyTheme(theme: Theme): void {
  rememberValue('theme', theme)
  showTheme()
}

/** Applies the theme from the settings unless one was chosen in this browser. */
export function suggestTheme(theme: Theme): void {
  usual = theme
  showTheme()
}

/** Follows theme changes of an editor that embeds this page. In a browser, CSS does this. */
export function followEditor(): void {
  const follow = new MutationObserver(showTheme)
  follow.observe(document.body, { attributeFilter: ['data-vscode-theme-kind'] })
}

/** The theme of the embedding editor, which may differ from the system's. The editor sets it on the page. */
function editorTheme(): Theme | undefined {
  const { vscodeThemeKind: kind } = document.body.dataset
  if (kind === undefined) return undefined
  return kind === 'vscode-dark' || kind === 'vscode-high-contrast' ? 'dark' : 'light'
}

/** Whether the page is dark now. */
export function isDark(): boolean {
  const { theme } = document.documentElement.dataset
  return theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
}

/** Spacing of the page. */
export type Density = 'comfortable' | 'compact'

export const chosenDensity = (): Density => (rememberedValue('density') === 'compact' ? 'compact' : 'comfortable')

/** Applies and stores the density. */
export function applyDensity(density: Density): void {
  document.documentElement.dataset.density = density
  rememberValue('density', density)
}
