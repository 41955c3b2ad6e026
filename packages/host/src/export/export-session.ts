import type { SessionId } from '@convene/domain'
import type { ExportFormat } from '@convene/reading'
import type { Program } from '../program.ts'
import { isInterrupted } from '../sessions/interrupted.ts'
import { readWholePublic } from '../sessions/read-whole.ts'
import { type Export, type Exported, writeExport } from './write-export.ts'

export type ExportOptions = {
  readonly format: ExportFormat
  /** Whether to remove keys, passwords and tokens. */
  readonly redact?: boolean
  /** Where the work is done. Default: in this thread. */
  readonly write?: (exported: Exported) => Export | Promise<Export>
}

/** The whole session in this format. */
export async function exportSession(
  program: Program,
  session: SessionId,
  { format, redact = false, write = writeExport }: ExportOptions,
): Promise<Export> {
  const { log } = await program.store()
  const events = await readWholePublic(log, session)
  const interrupted = await isInterrupted(program, session)
  return write({
    session,
    format,
    events,
    interrupted,
    ...(redact && { secrets: (await program.withKeys()).environment }),
  })
}
