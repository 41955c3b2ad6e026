import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import {
  type ClientConnection,
  type ContentBlock,
  client,
  type InitializeResponse,
  type McpServer,
  RequestError,
  type RequestPermissionRequest,
  type SessionNotification,
} from '@agentclientprotocol/sdk'
import { optionalPackages } from '@convene/extensions'
import { openProgram } from '@convene/host'
import { calls, type ScriptedModel, temporaryFolder } from '@convene/testkit'
import { onTestFinished } from 'vitest'
import { conveneAgent } from './convene-agent.ts'

/** The offline model answers at once. */
const environment = { CONVENE_REHEARSAL_PACE: '0' }
const providers = { local: { type: 'openai-compatible', baseURL: 'http://127.0.0.1:9/v1' } }

type Answers = {
  /** The option to choose. Undefined: the user closes the question. */
  readonly option?: (request: RequestPermissionRequest) => string | undefined
  readonly form?: (message: string) => object | undefined
  readonly mcpServers?: McpServer[]
  /** The text of an open file, by its path in the workspace. */
  readonly buffers?: { readonly [path: string]: string }
}

type Update = SessionNotification['update']

type Defaults = { readonly readOnly?: boolean } & { readonly [option in 'team' | 'model' | 'reasoning']?: string }

/** An editor with a Convene session whose models follow a script. */
export async function editor(model: ScriptedModel | undefined, answers: Answers = {}, defaults: Defaults = {}) {
  const { option, form, mcpServers = [], buffers } = answers
  const folder = temporaryFolder()
  const [home, cwd] = [folder.file('home'), folder.file('workspace')]
  for (const path of [home, cwd]) mkdirSync(path)
  writeFileSync(join(home, 'config.json'), JSON.stringify({ model: 'local/x', providers }))
  const { program, close } = openProgram({
    optional: optionalPackages,
    home,
    workspace: cwd,
    environment,
    version: '1.2.3',
    ...(model && { model }),
  })
  const updates: Update[] = []
  const asked: RequestPermissionRequest[] = []
  const app = client({ name: 'editor' })
    .onNotification('session/update', ({ params }) => void updates.push(params.update))
    .onRequest('session/request_permission', ({ params }) => {
      asked.push(params)
      const optionId = option?.(params)
      return { outcome: optionId === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId } }
    })
    .onRequest('fs/read_text_file', ({ params }) => contentOf(buffers?.[relative(cwd, params.path)]))
    .onRequest('elicitation/create', ({ params }) => {
      const content = form?.(params.message)
      return (content ? { action: 'accept', content } : { action: 'decline' }) as never
    })
  const connection: ClientConnection = app.connect(conveneAgent(program, startedWith(defaults)))
  onTestFinished(async () => {
    connection.close()
    await close()
    folder[Symbol.dispose]()
  })
  const clientCapabilities = {
    ...(form && { elicitation: { form: {} } }),
    ...(buffers && { fs: { readTextFile: true } }),
  }
  const about = await connection.agent.request<InitializeResponse>('initialize', {
    protocolVersion: 1,
    clientCapabilities,
  })
  const { sessionId, configOptions } = await connection.agent.request('session/new', { cwd, mcpServers })
  const prompt = (text: string, session = sessionId, more: readonly ContentBlock[] = []) =>
    connection.agent.request('session/prompt', { sessionId: session, prompt: [{ type: 'text', text }, ...more] })
  return { agent: connection.agent, about, sessionId, configOptions, prompt, updates, asked, cwd, program }
}

const startedWith = ({ readOnly = false, ...chosen }: Defaults) => ({ chosen, allow: [], readOnly })

function contentOf(content: string | undefined) {
  if (content === undefined) throw RequestError.resourceNotFound()
  return { content }
}

/** The words of these updates. */
export const spoken = (updates: readonly Update[], kind = 'agent_message_chunk'): string =>
  updates
    .flatMap((update) =>
      update.sessionUpdate === kind && 'content' in update && update.content && 'text' in update.content
        ? [update.content.text]
        : [],
    )
    .join('')

/** A call that writes a file. */
export const writes = calls('write', { path: 'a.txt', content: 'a' })
