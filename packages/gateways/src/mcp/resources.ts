import type { Session } from '@convene/domain'
import { readPublic } from '@convene/engine'
import { exportSession, RefusedRequest, sessionOf, textWithoutSecrets } from '@convene/host'
import { answerOf, type ExportFormat } from '@convene/reading'
import type { ReadResourceResult } from '@modelcontextprotocol/server'
import type { McpCaller } from './caller.ts'
import { sessionRows } from './session-tools.ts'

const BASE = 'convene://sessions/'
const MOST_LISTED = 50
const MARKDOWN = 'text/markdown'

type Part = {
  readonly path: string
  readonly name: string
  readonly title: string
  read(caller: McpCaller, session: Session): Promise<string>
}

const parts: readonly Part[] = [
  { path: '', name: 'session', title: 'A session as Markdown', read: exported('md') },
  { path: '/report', name: 'report', title: 'The result of a session', read: report },
  { path: '/adr', name: 'adr', title: 'The decision records of a session', read: exported('adr') },
]

/** Exposes the sessions of the caller's workspace as resources. */
export function addResources(caller: McpCaller): void {
  const { ResourceTemplate } = caller.sdk
  const list = async () => ({
    resources: (await sessionRows(caller, MOST_LISTED)).map(({ session, title }) => ({
      uri: `${BASE}${session}`,
      name: session,
      title: title || session,
      mimeType: MARKDOWN,
    })),
  })
  for (const { path, name, title, read } of parts) {
    const template = new ResourceTemplate(`${BASE}{id}${path}`, { list: path === '' ? list : undefined })
    caller.server.registerResource(name, template, { title, mimeType: MARKDOWN }, async (uri, { id }) => {
      const text = await read(caller, await sessionOf(caller, String(id))).catch((error: unknown) => {
        throw error instanceof RefusedRequest ? new caller.sdk.ResourceNotFoundError(uri.href, error.message) : error
      })
      return { contents: [{ uri: uri.href, mimeType: MARKDOWN, text }] } satisfies ReadResourceResult
    })
  }
}

/** Without keys, passwords and tokens, because the caller may send it anywhere. */
function exported(format: ExportFormat): Part['read'] {
  return async ({ program }, { id }) => {
    const written = await exportSession(program, id, { format, redact: true })
    return written.text
  }
}

async function report({ program }: McpCaller, session: Session): Promise<string> {
  const { log } = await program.store()
  const { environment } = await program.withKeys()
  return textWithoutSecrets(answerOf(session, await readPublic(log, session.id, { after: 0 })), environment)
}
