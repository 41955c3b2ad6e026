import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { WireEvent } from '@convene/domain'
import type { ModelPart } from '@convene/engine'
import { type Client, createClient, httpHost } from '@convene/protocol'
import { type EditorTool, editorPaths, streamLines } from '../../apps/vscode/src/engine/editor-side.ts'
import { openProgramApp } from '../../apps/vscode/src/engine/program-app.ts'
import type { WireRequest } from '../../apps/vscode/src/models/wire-request.ts'
import { editorTeam } from '../../apps/vscode/src/settings/editor-team.ts'

/** An editor model's reply to a request: words, or tool calls. */
export type Said = string | readonly (readonly [tool: string, input: object])[] | Error

/** What the editor's model says, by the agent that asks: each line in turn, then the last one repeatedly. */
export type Cast = { readonly [agent: string]: readonly Said[] }

export type EditorRequest = {
  readonly agent: string
  readonly model: string
  readonly text: string
  readonly tools: readonly string[]
}

/** The program as the extension opens it, with a scripted editor on the other side. */
export type EditorApp = {
  readonly client: Client
  /** Every request to a model of the editor, in order. */
  readonly asked: readonly EditorRequest[]
  /** Calls of the editor's tools. */
  readonly invoked: readonly unknown[]
  /** A run with these settings, from start to end. */
  run(settings: Settings, goal?: string): Promise<Ran>
  /** A run that is only started. */
  start(settings: Settings, goal?: string): Promise<{ readonly id: string; readonly warnings: readonly string[] }>
  ended(session: string): Promise<readonly WireEvent[]>
  close(): Promise<void>
}

export type Settings = { readonly agents: unknown; readonly entryAgent?: unknown }
export type Ran = { readonly warnings: readonly string[]; readonly events: readonly WireEvent[] }

type Options = {
  readonly root: string
  readonly cast: Cast
  readonly tools?: readonly EditorTool[]
  readonly trusted?: boolean
  /** Holds a request back until it resolves. */
  before?(agent: string): Promise<void>
}

export async function openEditorApp({ root, cast, tools = [], trusted = true, before }: Options): Promise<EditorApp> {
  const [home, workspace] = [join(root, 'home'), join(root, 'workspace')]
  for (const folder of [home, workspace]) mkdirSync(folder, { recursive: true })
  const asked: EditorRequest[] = []
  const invoked: unknown[] = []
  const editor = async (path: string, { body }: RequestInit): Promise<Response> => {
    if (path === editorPaths.tools) return Response.json(tools)
    const sent: unknown = JSON.parse(String(body))
    if (path === editorPaths.stream) return streamLines(answer(sent as WireRequest))
    invoked.push(sent)
    return Response.json({ ok: true, output: 'done by the editor' })
  }
  const turns = new Map<string, number>()
  async function* answer(request: WireRequest): AsyncGenerator<ModelPart> {
    const agent = agentOf(request, Object.keys(cast))
    const { model, messages, tools: offered } = request
    asked.push({ agent, model, text: JSON.stringify(messages), tools: offered.map(({ name }) => name) })
    await before?.(agent)
    const lines = cast[agent] ?? ['Nothing to say.']
    const turn = turns.get(agent) ?? 0
    turns.set(agent, turn + 1)
    yield* partsOf(lines[Math.min(turn, lines.length - 1)] ?? '')
  }
  const places = { home, workspace, assets: join(root, 'web'), ripgrep: undefined }
  const app = await openProgramApp({ ...places, version: '0', environment: {}, trusted }, editor)
  const fetch = ((path: string, init?: RequestInit) =>
    app.fetch(new Request(new URL(path, 'http://convene.invalid'), init))) as typeof globalThis.fetch
  const client = createClient(httpHost({ fetch }))
  const start = startWith(client, root)
  return {
    client,
    asked,
    invoked,
    start,
    ended: (session) => endOf(client, session),
    run: async (settings, goal) => {
      const { id, warnings } = await start(settings, goal)
      return { warnings, events: await endOf(client, id) }
    },
    close: app.close,
  }
}

/** From the settings and the team file to the run, like the participant. */
const startWith =
  (client: Client, root: string) =>
  async ({ agents, entryAgent = '' }: Settings, goal = 'Do it.') => {
    const { team, warnings } = editorTeam(agents, entryAgent)
    const file = join(root, 'editor-team.json')
    if (team) writeFileSync(file, JSON.stringify(team))
    const created = await client.createSession({ goal, model: 'vscode/scripted', team: team ? file : 'coordinator' })
    if (!created.ok) throw new Error(`${created.refusal.code}: ${created.refusal.message}`)
    return { id: created.value.id, warnings: [...warnings, ...created.value.warnings] }
  }

function agentOf({ messages }: WireRequest, names: readonly string[]): string {
  const first = messages[0]?.parts[0]
  const system = first?.type === 'text' ? first.text : ''
  return names.find((name) => system.includes(`You are ${name}.`)) ?? 'nobody'
}

function* partsOf(said: Said): Generator<ModelPart> {
  if (said instanceof Error)
    return yield { type: 'failed', code: 'bad_request', message: said.message, retryable: false }
  if (typeof said === 'string') {
    yield { type: 'text', text: said }
    return yield { type: 'finish', finish: 'stop', usage: null }
  }
  for (const [tool, input] of said) yield { type: 'call', tool, input: input as never }
  yield { type: 'finish', finish: 'tools', usage: null }
}

function endOf(client: Client, session: string): Promise<readonly WireEvent[]> {
  const events: WireEvent[] = []
  return new Promise((resolve) => {
    const unfollow = client.follow(session, 0, {
      events: (more) => {
        events.push(...more)
        if (!more.some(({ type }) => type === 'run.finished')) return
        unfollow()
        resolve(events)
      },
    })
  })
}
