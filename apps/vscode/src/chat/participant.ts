import type { Event, WireEvent } from '@convene/domain'
import type { Client, SessionView } from '@convene/protocol'
import * as vscode from 'vscode'
import { rememberModel, VENDOR } from '../models/editor-models.ts'
import { goalWith } from './references.ts'
import type { Shown, Verbosity } from './shown.ts'
import { teller } from './teller.ts'
import { deedOf } from './wish.ts'

/** What the next turn of a chat must know of this one. */
export type ChatMemory = { readonly session: string; readonly state: string; readonly mode: string }

export type ParticipantParts = {
  client(): Promise<Client>
  /** The team of the settings as a file, and what is wrong with them. */
  team(): Promise<{ readonly file: string | undefined; readonly warnings: readonly string[] }>
  workspace(): string
  verbosity(): Verbosity
  /** Ties a session to the chat that started it, for tools that ask there. */
  attend(session: string, token: vscode.ChatParticipantToolToken): void
}

/** `@convene`: starts runs, shows them as they go, and goes on with them in the next turn. Never throws into the chat. */
export function participant(parts: ParticipantParts): vscode.ChatRequestHandler {
  return async (request, context, stream, token) => {
    try {
      return await handle(parts, { request, context, stream, token })
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      stream.markdown(
        `❌ ${message}\n\nNothing was lost: \`/status\` shows where the run stands, and *Convene: Open Convene* shows every session.`,
      )
      return { errorDetails: { message } }
    }
  }
}

type Turn = {
  readonly request: vscode.ChatRequest
  readonly context: vscode.ChatContext
  readonly stream: vscode.ChatResponseStream
  readonly token: vscode.CancellationToken
}

async function handle(parts: ParticipantParts, turn: Turn): Promise<vscode.ChatResult> {
  const { request, context, stream } = turn
  const { file, warnings } = await parts.team()
  for (const warning of warnings) stream.markdown(`⚠️ ${warning}\n\n`)
  const deed = deedOf({
    command: request.command,
    prompt: request.prompt,
    session: memoryOf(context)?.session,
    hasAgents: file !== undefined,
  })
  const client = await parts.client()
  switch (deed.kind) {
    case 'nothing':
      stream.markdown(deed.why)
      return {}
    case 'status':
      return status(client, deed.session, stream)
    case 'stop':
      await client.command({ id: deed.session, type: 'stop' })
      return status(client, deed.session, stream)
    case 'follow-up':
      return followUp(parts, client, turn, deed.session)
    case 'start': {
      const team = deed.team === 'settings' ? file : deed.team
      return start(parts, client, turn, { ...(deed.mode && { mode: deed.mode }), ...(team && { team }) })
    }
  }
}

function memoryOf({ history }: vscode.ChatContext): ChatMemory | undefined {
  const turns = history.filter((turn) => turn instanceof vscode.ChatResponseTurn)
  return turns.toReversed().flatMap((turn) => (turn.result.metadata as { convene?: ChatMemory })?.convene ?? [])[0]
}

async function status(client: Client, session: string, stream: vscode.ChatResponseStream): Promise<vscode.ChatResult> {
  const view = await client.session({ id: session })
  if (!view.ok) throw new Error(view.refusal.message)
  const { title, phase } = view.value.session
  stream.markdown(`**${title}**: ${phase}`)
  stream.button({ command: 'convene.openSession', title: 'Open in Convene', arguments: [session] })
  return remember(view.value)
}

async function start(
  parts: ParticipantParts,
  client: Client,
  turn: Turn,
  wish: { readonly mode?: string; readonly team?: string },
): Promise<vscode.ChatResult> {
  const { request, stream } = turn
  const goal = await goalWith(request)
  const created = await client.createSession({ goal, workspace: parts.workspace(), model: modelOf(request), ...wish })
  if (!created.ok) throw new Error(created.refusal.message)
  for (const warning of created.value.warnings) stream.markdown(`⚠️ ${warning}\n\n`)
  return watch(parts, client, turn, { session: created.value.id, after: 0 })
}

/** A model of another vendor is reached through the editor; one of ours by its own name. */
const modelOf = ({ model }: vscode.ChatRequest): string => (model.vendor === VENDOR ? model.id : rememberModel(model))

/** Words after the end are a follow-up; while the run waits at a question they are its answer; else they join the run. */
async function followUp(
  parts: ParticipantParts,
  client: Client,
  turn: Turn,
  session: string,
): Promise<vscode.ChatResult> {
  const view = await client.session({ id: session })
  if (!view.ok) throw new Error(view.refusal.message)
  const question = view.value.pending.find(({ kind }) => kind === 'question')
  const text = await goalWith(turn.request)
  const told = question
    ? await client.command({ id: session, type: 'answer', text })
    : await client.command({ id: session, type: 'message', text })
  if (!told.ok) throw new Error(told.refusal.message)
  return watch(parts, client, turn, { session, after: view.value.session.seq })
}

/** Shows a run until it ends, waits only for the next turn, or is cancelled; a cancelled chat stops its run. */
async function watch(
  parts: ParticipantParts,
  client: Client,
  { request, stream, token }: Turn,
  { session, after }: { readonly session: string; readonly after: number },
): Promise<vscode.ChatResult> {
  parts.attend(session, request.toolInvocationToken)
  const { tell } = teller(parts.verbosity())
  await new Promise<void>((resolve) => {
    const end = () => {
      unfollow()
      resolve()
    }
    token.onCancellationRequested(() => {
      void client.command({ id: session, type: 'stop' }).finally(end)
    })
    const unfollow = client.follow(session, after, {
      events: (wires) => {
        const events = wires.map(eventOf)
        for (const shown of events.flatMap(tell)) show(stream, shown)
        if (events.some((event) => isEnd(event, after))) end()
      },
      connection: (state) => state === 'refused' && end(),
    })
  })
  const view = await client.session({ id: session })
  return view.ok ? remember(view.value) : {}
}

/** As it was stored: it was checked there, and checking it again would load every schema into the editor. */
const eventOf = (wire: WireEvent): Event => ({ ...wire, at: Date.parse(wire.at) }) as unknown as Event

const isFinal = (phase: string): boolean => ['completed', 'cancelled', 'failed'].includes(phase)

/** The run is over; of a follow-up, that it was answered. */
function isEnd(event: Event, after: number): boolean {
  if (event.type === 'run.finished') return true
  if (event.type === 'run.state') return event.data.to === 'paused' || isFinal(event.data.to)
  return after > 0 && event.type === 'task.finished' && event.data.place.startsWith('follow-up')
}

function show(stream: vscode.ChatResponseStream, shown: Shown): void {
  if (shown.kind === 'progress') stream.progress(shown.text)
  if (shown.kind === 'markdown') stream.markdown(shown.text)
  if (shown.kind === 'button')
    stream.button({ title: shown.title, command: shown.command, arguments: [...shown.given] })
}

const remember = ({ session: { id, phase, mode } }: SessionView): vscode.ChatResult => ({
  metadata: { convene: { session: id, state: phase, mode } satisfies ChatMemory },
})

/** What a person may want to say next. */
export const followUps: vscode.ChatFollowupProvider = {
  provideFollowups: (result) => {
    const memory = (result.metadata as { convene?: ChatMemory } | undefined)?.convene
    if (!memory) return []
    if (!isFinal(memory.state)) return [{ prompt: '', command: 'status', label: 'Where does it stand?' }]
    return [
      { prompt: 'What would change this answer?', label: 'What would change this answer?' },
      { prompt: 'What is the strongest argument against it?', label: 'The strongest argument against it?' },
    ]
  },
}
