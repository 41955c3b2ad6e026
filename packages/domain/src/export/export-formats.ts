/** A form in which a session leaves Convene. `host` has what writes it. */
type ExportForm = {
  /** In menus. */
  readonly label: string
  /** In help texts, within a sentence. */
  readonly summary: string
  readonly mediaType: string
  /** How the names of its files end. */
  readonly ending: string
  /** What to say if a session has nothing to write in this form. */
  readonly none?: string
}

/** Every form, declared once: the command line, the HTTP call, the menus and the writers follow. The first is the default. */
const forms = {
  md: { label: 'Markdown', summary: 'Markdown', mediaType: 'text/markdown', ending: 'md' },
  json: { label: 'JSON', summary: 'JSON', mediaType: 'application/json', ending: 'json' },
  html: {
    label: 'Replay (one HTML file)',
    summary: 'a page that replays the session',
    mediaType: 'text/html',
    ending: 'html',
  },
  adr: {
    label: 'Decision records (ADR)',
    summary: 'decision records',
    mediaType: 'text/markdown',
    ending: 'adr.md',
    none: 'No decision records in this session',
  },
} as const satisfies { readonly [format: string]: ExportForm }

export type ExportFormat = keyof typeof forms
export const exportFormats: { readonly [Format in ExportFormat]: ExportForm } = forms
export const exportFormatNames = Object.keys(forms) as readonly ExportFormat[]

/** The forms as part of a sentence. */
export function exportFormatsText(): string {
  const [first = '', ...rest] = exportFormatNames.map((format) => exportFormats[format].summary)
  const last = rest.pop()
  return [`${first} (default)`, ...rest, `or ${last}`].join(', ')
}
