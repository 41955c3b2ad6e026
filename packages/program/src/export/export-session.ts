import {
  cleanJson,
  createDomain,
  type Event,
  emptySession,
  redactVotes,
  type Session,
  type SessionId,
  toWire,
} from '@convene/domain'
import { decisionsIn } from '../decisions/decisions.ts'
import type { Program } from '../program.ts'
import { markdownOf } from './markdown/document.ts'
import { replayOf } from './replay/replay.ts'

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
      const records = decisionsIn(events).flatMap(({ committed }) => committed?.data.adr ?? [])
      return records.length > 0 ? `${records.join('\n\n---\n\n')}\n` : ''
    },
  },
} as const satisfies { readonly [format: string]: Form }

export type ExportFormat = keyof typeof exportForms

export type ExportOptions = {
  readonly format: ExportFormat
  /** Without keys, passwords and tokens. */
  readonly redact?: boolean
}

/** The whole session in this form. */
export async function exportSession(
  program: Program,
  session: SessionId,
  { format, redact = false }: ExportOptions,
): Promise<Export> {
  const { log } = await program.store()
  const whole = redactVotes(await log.read(session))
  const events = redact ? await withoutSecrets(program, whole) : whole
  const state = events.reduce(createDomain().evolve, emptySession(session))
  const { write, mediaType, extension } = exportForms[format]
  return { text: write(state, events), mediaType, extension }
}

/** Everything that was said and done, with its secrets taken out; what an event is and where it belongs stays. */
async function withoutSecrets(program: Program, events: readonly Event[]): Promise<readonly Event[]> {
  const { redactor, secretsIn } = await program.adapters()
  const found = new Set(events.flatMap(({ data }) => textsIn(data)).flatMap(secretsIn))
  const redact = redactor((await program.withKeys()).environment, [...found])
  return events.map((event) => ({ ...event, data: JSON.parse(JSON.stringify(event.data, redact)) }) as Event)
}

const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
