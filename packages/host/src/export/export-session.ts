import { createDomain, emptySession, type SessionId } from '@convene/domain'
import type { Card, ExportFormat } from '@convene/reading'
import type { Program } from '../program.ts'
import { isSessionInterrupted } from '../sessions/interrupted.ts'
import { readWholePublic } from '../sessions/read-whole.ts'
import { resultCard } from './page/result-card.ts'
import { machinePlaces } from './places-of.ts'
import { withoutSecrets } from './without-secrets.ts'
import { type Export, type Exported, writeExport } from './write-export.ts'

export type ExportOptions = {
  readonly format: ExportFormat
  /** Whether to remove keys, passwords, tokens and folders of this machine. */
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
  const interrupted = await isSessionInterrupted(program, session)
  return write({
    session,
    format,
    events,
    interrupted,
    ...(redact && { secrets: (await program.withKeys()).environment, places: machinePlaces(program) }),
  })
}

/** The newest run's result as a card without secrets and folders of this machine. Null while there is none. */
export async function exportCard(program: Program, session: SessionId): Promise<Card | null> {
  const { log } = await program.store()
  const { environment } = await program.withKeys()
  const events = withoutSecrets(await readWholePublic(log, session), environment, machinePlaces(program))
  return resultCard(events.reduce(createDomain().evolve, emptySession(session)), events).card
}
