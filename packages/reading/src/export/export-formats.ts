/** A format in which a session can be exported. `host` contains the writers. */
type ExportForm = {
  /** In menus. */
  readonly label: string
  /** In help texts, within a sentence. */
  readonly summary: string
  readonly mediaType: string
  /** The file name suffix. */
  readonly ending: string
  /** The message if a session has nothing to export in this format. */
  readonly none?: string
}

/** Every format, declared once: the command line, the HTTP call, menus and writers follow. The first is the default. */
const forms = {
  md: { label: 'Markdown', summary: 'Markdown', mediaType: 'text/markdown', ending: 'md' },
  json: { label: 'JSON', summary: 'JSON', mediaType: 'application/json', ending: 'json' },
  html: {
    label: 'One HTML file to share',
    summary: 'a page with the result that replays the session',
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
  'agent-trace': {
    label: 'Who wrote which lines (Agent Trace)',
    summary: 'an Agent Trace record',
    mediaType: 'application/json',
    ending: 'agent-trace.json',
    none: 'No changed files in this session',
  },
  'in-toto': {
    label: 'In-toto statement',
    summary: 'an in-toto statement',
    mediaType: 'application/vnd.in-toto+json',
    ending: 'in-toto.json',
    none: 'No commit in this session, and no run has ended',
  },
} as const satisfies { readonly [format: string]: ExportForm }

export type ExportFormat = keyof typeof forms
export const exportFormats: { readonly [Format in ExportFormat]: ExportForm } = forms
export const exportFormatNames = Object.keys(forms) as readonly ExportFormat[]

/** The formats as part of a sentence. */
export function exportFormatsText(): string {
  const [first = '', ...rest] = exportFormatNames.map((format) => exportFormats[format].summary)
  const last = rest.pop()
  return [`${first} (default)`, ...rest, `or ${last}`].join(', ')
}
