import { type Event, redactVotes, type SessionId } from '@convene/domain'
import { redactor, secretsIn } from '@convene/platform'
import type { Program } from '../program.ts'
import { type Export, type Exported, type ExportFormat, writeExport } from './write-export.ts'

export type ExportOptions = {
  readonly format: ExportFormat
  /** Without keys, passwords and tokens. */
  readonly redact?: boolean
  /** Where the work is done; here, if nobody says otherwise. */
  readonly write?: (exported: Exported) => Export | Promise<Export>
}

/** The whole session in this form. */
export async function exportSession(
  program: Program,
  session: SessionId,
  { format, redact = false, write = writeExport }: ExportOptions,
): Promise<Export> {
  const { log } = await program.store()
  const whole = redactVotes(await log.read(session))
  const events = redact ? await withoutSecrets(program, whole) : whole
  return write({ session, format, events })
}

/** Everything that was said and done, with its secrets taken out; what an event is and where it belongs stays. */
async function withoutSecrets(program: Program, events: readonly Event[]): Promise<readonly Event[]> {
  const found = new Set(events.flatMap(({ data }) => textsIn(data)).flatMap(secretsIn))
  const redact = redactor((await program.withKeys()).environment, [...found])
  return events.map((event) => ({ ...event, data: JSON.parse(JSON.stringify(event.data, redact)) }) as Event)
}

const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
