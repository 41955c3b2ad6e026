export type Shell = 'window' | 'browser' | 'none'

type Machine = {
  /** What the person asked for. */
  readonly wanted: 'window' | 'browser' | undefined
  readonly hasDisplay: boolean
  /** A browser that can show a window of ours. */
  readonly browser: string | undefined
}

/** What opens: a window of our own where that is possible, else the person's browser, else only a link is printed. */
export function chooseShell({ wanted, hasDisplay, browser }: Machine): Shell | { readonly why: string } {
  if (wanted === 'browser') return 'browser'
  if (wanted === undefined) return hasDisplay ? (browser === undefined ? 'browser' : 'window') : 'none'
  if (!hasDisplay) return { why: 'There is no display to open a window on.' }
  if (browser !== undefined) return 'window'
  return {
    why: 'A window needs Chromium, Chrome or Edge, and none is installed. Install one, name it in CONVENE_BROWSER, or leave --window out.',
  }
}
