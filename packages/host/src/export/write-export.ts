import {
  cleanJson,
  createDomain,
  type Event,
  emptySession,
  type Session,
  type SessionId,
  toWire,
} from '@convene/domain'
import type { Environment } from '@convene/platform'
import { decisionsIn, outcomeLine } from '../decisions/decisions.ts'
import { markdownOf } from './markdown/document.ts'
import { replayOf } from './replay/replay.ts'
import { withoutSecrets } from './without-secrets.ts'

/** What is exported: plain data, so that a thread can be given it. */
export type Exported = {
  readonly session: SessionId
  readonly format: ExportFormat
  readonly events: readonly Event[]
  /** If secrets are to be taken out: the environment, whose keys are some of them. */
  readonly secrets?: Environment
}

/** A session in another form, as text. */
export type Export = { readonly text: string; readonly mediaType: string; readonly extension: string }

type Form = Omit<Export, 'text'> & { readonly write: (state: Session, events: readonly Event[]) => string }

/** Every form that a session can be exported to, by its name. */
export const exportForms = {
  md: { mediaType: 'text/markdown', extension: 'md', write: markdownOf },
  json: {
    mediaType: 'application/json',
    extension: 'json',
    write: ({ id }, events) => `${cleanJson({ session: id, events: events.map(toWire) }, 2)}\n`,
  },
  html: { mediaType: 'text/html', extension: 'html', write: replayOf },
  adr: {
    mediaType: 'text/markdown',
    extension: 'md',
    write: (_, events) => {
      const records = decisionsIn(events).flatMap(({ committed, resolved }) => {
        const adr = committed?.data.adr
        return adr ? [resolved ? `${adr}\n\n## Outcome\n\n${outcomeLine(resolved)}` : adr] : []
      })
      return records.length > 0 ? `${records.join('\n\n---\n\n')}\n` : ''
    },
  },
} as const satisfies { readonly [format: string]: Form }

export type ExportFormat = keyof typeof exportForms

/** The whole session in this form. */
export function writeExport({ session, events: whole, format, secrets }: Exported): Export {
  const events = secrets ? withoutSecrets(whole, secrets) : whole
  const state = events.reduce(createDomain().evolve, emptySession(session))
  const { write, mediaType, extension } = exportForms[format]
  return { text: write(state, events), mediaType, extension }
}
