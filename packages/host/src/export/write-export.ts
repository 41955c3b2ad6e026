import { createDomain, type Event, emptySession, type Session, type SessionId } from '@convene/domain'
import type { Environment } from '@convene/platform'
import { type ExportFormat, exportFormats } from '@convene/reading'
import { recordsOf } from './adr.ts'
import { agentTraceOf } from './agent-trace.ts'
import { inTotoOf } from './in-toto.ts'
import { jsonOf } from './json.ts'
import { markdownOf } from './markdown/document.ts'
import { replayOf } from './page/replay.ts'
import { withoutSecrets } from './without-secrets.ts'

/** What is exported: plain data, so it can be passed to a thread. */
export type Exported = {
  readonly session: SessionId
  readonly format: ExportFormat
  readonly events: readonly Event[]
  /** Its process ended in the middle of a run, which the events do not say. */
  readonly interrupted?: boolean
  /** If secrets are to be removed: the environment, whose keys are among them. */
  readonly secrets?: Environment
  /** With them go these folders of the machine, and everything else that looks like one. */
  readonly places?: readonly string[]
}

/** A session in another format, as text, and its file extension. */
export type Export = { readonly text: string; readonly mediaType: string; readonly ending: string }

type Writer = (state: Session, events: readonly Event[], interrupted: boolean) => string

const writers: { readonly [Format in ExportFormat]: Writer } = {
  md: markdownOf,
  json: jsonOf,
  html: replayOf,
  adr: recordsOf,
  'agent-trace': agentTraceOf,
  'in-toto': inTotoOf,
}

/** The whole session in this format. */
export function writeExport({
  session,
  events: whole,
  format,
  interrupted = false,
  secrets,
  places = [],
}: Exported): Export {
  const events = secrets ? withoutSecrets(whole, secrets, places) : whole
  const state = events.reduce(createDomain().evolve, emptySession(session))
  const { mediaType, ending } = exportFormats[format]
  return { text: writers[format](state, events, interrupted), mediaType, ending }
}
