import {
  type AgentApp,
  type AgentContext,
  agent,
  type ClientCapabilities,
  type McpServer,
  RequestError,
} from '@agentclientprotocol/sdk'
import type { SessionId } from '@convene/domain'
import { deleteSession, type Program } from '@convene/host'
import { promptCommands, sessionOptions, withOption } from './choices.ts'
import { type Editor, editorAccess } from './editor-access.ts'
import type { EditorDefaults, EditorSession } from './editor-session.ts'
import { answerPrompt } from './prompt.ts'
import { replay } from './replay.ts'

const PAGE = 50

/** Convene as an agent for editors: an editor's session is a Convene session, and a prompt is a run or a follow-up. */
export function conveneAgent(program: Program, defaults: EditorDefaults): AgentApp {
  const sessions = editorSessions(program, defaults)
  let capabilities: ClientCapabilities = {}
  const app = agent({ name: 'convene' })
    .onRequest('initialize', ({ params }) => {
      capabilities = params.clientCapabilities ?? {}
      return about(program.version)
    })
    .onRequest('session/prompt', async ({ params, client }) => {
      const session = sessions.named(params.sessionId)
      if (session.stop) throw RequestError.invalidRequest(undefined, 'This session is still answering another prompt.')
      return answerPrompt({ client, session, defaults, capabilities }, params.prompt)
    })
    .onNotification('session/cancel', ({ params }) => void sessions.named(params.sessionId).stop?.())
    .onRequest('session/set_config_option', async ({ params }) => {
      const session = sessions.named(params.sessionId)
      session.chosen = await withOption(session, params.configId, String(params.value))
      return { configOptions: await sessionOptions(session) }
    })
  return withSessions(app, program, sessions, (client) => ({ client, capabilities }))
}

/** Opening, listing and closing sessions. */
function withSessions(
  app: AgentApp,
  program: Program,
  sessions: EditorSessions,
  editor: (client: AgentContext) => Editor,
): AgentApp {
  const opened = async (session: EditorSession, client: AgentContext, servers: readonly McpServer[] = []) => {
    const { notes, ...lent } = editorAccess(editor(client), session.program.workspace, servers)
    session.program.lend(lent)
    session.notes = notes
    announce(client, session.id)
    return { configOptions: await sessionOptions(session) }
  }
  return app
    .onRequest('session/new', async ({ params, client }) => {
      const session = sessions.open((await program.ids()).next(), params.cwd)
      return { sessionId: session.id, ...(await opened(session, client, params.mcpServers)) }
    })
    .onRequest('session/load', async ({ params, client }) => {
      const session = await sessions.reopen(params.sessionId)
      await replay(session, client)
      return opened(session, client, params.mcpServers)
    })
    .onRequest('session/resume', async ({ params, client }) => {
      return opened(await sessions.reopen(params.sessionId), client, params.mcpServers)
    })
    .onRequest('session/list', ({ params }) => listed(program, params.cwd ?? undefined))
    .onRequest('session/close', ({ params }) => sessions.close(params.sessionId))
    .onRequest('session/delete', async ({ params }) => {
      await sessions.close(params.sessionId)
      const gone = await deleteSession(program, params.sessionId as SessionId)
      if (typeof gone === 'object') throw RequestError.internalError(undefined, gone.message)
    })
}

type EditorSessions = ReturnType<typeof editorSessions>

/** The sessions that the editor has open. */
function editorSessions(program: Program, { chosen }: EditorDefaults) {
  const all = new Map<string, EditorSession>()
  const open = (id: string, cwd: string): EditorSession => {
    const session = { id: id as SessionId, program: program.at(cwd), chosen, stop: undefined, notes: [] }
    all.set(id, session)
    return session
  }
  return {
    open,
    named: (id: string): EditorSession => {
      const session = all.get(id)
      if (!session) throw RequestError.resourceNotFound(id)
      return session
    },
    reopen: async (id: string): Promise<EditorSession> => {
      const state = await (await program.engine()).state(id as SessionId)
      if (!state) throw RequestError.resourceNotFound(id)
      return all.get(id) ?? open(id, state.workspace)
    },
    close: async (id: string): Promise<void> => {
      await all.get(id)?.stop?.()
      all.delete(id)
    },
  }
}

/** After the reply: an editor does not know the session before it. */
function announce(client: AgentContext, sessionId: string): void {
  const update = { sessionUpdate: 'available_commands_update' as const, availableCommands: [...promptCommands] }
  setTimeout(() => void client.notify('session/update', { sessionId, update }).catch(() => {}), 0)
}

const about = (version: string) => ({
  protocolVersion: 1,
  agentInfo: { name: 'convene', title: 'Convene', version },
  agentCapabilities: {
    loadSession: true,
    promptCapabilities: { embeddedContext: true, image: true },
    mcpCapabilities: { http: true },
    sessionCapabilities: { list: {}, resume: {}, close: {}, delete: {} },
  },
  authMethods: [],
})

async function listed(program: Program, workspace: string | undefined) {
  const { log } = await program.store()
  const rows = await log.list({ limit: PAGE, ...(workspace !== undefined && { workspace }) })
  const sessions = rows.map(({ id, title, workspace: cwd, updatedAt }) => ({
    sessionId: id as string,
    cwd,
    title,
    updatedAt: new Date(updatedAt).toISOString(),
  }))
  return { sessions }
}
