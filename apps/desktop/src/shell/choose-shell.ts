type Machine = {
  /** The user's choice. */
  readonly wanted: 'window' | 'browser' | undefined
  readonly hasDisplay: boolean
  /** A browser that can show our own window. */
  readonly browser: string | undefined
}

/** What opens, with a note if it is less than possible, or why nothing opens. */
export type Shell =
  | { readonly shell: 'window'; readonly browser: string }
  | { readonly shell: 'browser'; readonly note?: string }
  | { readonly shell: 'none' }
  | { readonly shell: 'refused'; readonly why: string }

/** Our own window if possible, else the user's browser, else just a printed link. */
export function chooseShell({ wanted, hasDisplay, browser }: Machine): Shell {
  if (wanted === 'browser') return { shell: 'browser' }
  if (!hasDisplay && wanted === undefined) return { shell: 'none' }
  if (!hasDisplay) return { shell: 'refused', why: 'There is no display to open a window on.' }
  if (browser !== undefined) return { shell: 'window', browser }
  const missing = 'A separate window requires Chromium, Chrome or Edge, and none is installed.'
  if (wanted === undefined) return { shell: 'browser', note: missing }
  return { shell: 'refused', why: `${missing} Install one, name it in CONVENE_BROWSER, or leave --window out.` }
}
