import type { Event, RunRequest } from '@convene/domain'
import type { CallResult, Client, NewSession, SessionView } from '@convene/protocol'
import { runState } from '@convene/reading'
import * as vscode from 'vscode'
import { rememberModel, VENDOR } from '../models/editor-models.ts'
import type { SettingsTeam } from '../settings/editor-settings.ts'
import type { EditorVerbosity } from '../settings/verbosity.ts'
import { answerDirectly } from './direct-answer.ts'
import { followUpsFor } from './follow-ups.ts'
import { type Notes, notesIn } from './notes.ts'
import { offer, offerToOpen } from './offer.ts'
import { openingTeam } from './opening-team.ts'
import type { Parked } from './parked.ts'
import { isConfiguration, problemOf, RefusedCall, Unreachable } from './problem.ts'
import { goalWith } from './references.ts'
import { isFinalPhase } from './response-part.ts'
import { type ChatMemory, chatResult, watchRun, withIcon } from './watch-run.ts'

export type ParticipantParts = {
  client(): Promise<Client>
  /** The team from the settings as a file, with their problems. */
  team(): SettingsTeam
  workspace(): string
  isTrusted(): boolean
  /** What the editor's settings say about a run in this mode. */
  runOptions(mode?: string): Promise<RunRequest>
  verbosity(): EditorVerbosity
  /** Links a session to the chat that shows it, so that tools ask there, until the returned function is called. */
  attend(session: string, token: vscode.ChatParticipantToolToken): () => void
  readonly parked: Parked
}

/** `@convene`: starts runs, shows them live, and continues them in the next turn. Never throws into the chat. */
export function participant(parts: ParticipantParts): vscode.ChatRequestHandler {
  return async (request, context, stream, token) => {
    const turn = { request, context, stream, token, notes: notesIn(stream) }
    try {
      return await handle(parts, turn)
    } catch (error) {
      return admit(error, turn)
    } finally {
      turn.notes.show()
    }
  }
}

type Turn = {
  readonly request: vscode.ChatRequest
  readonly context: vscode.ChatContext
  readonly stream: vscode.ChatResponseStream
  readonly token: vscode.CancellationToken
  readonly notes: Notes
}

/** Says what is wrong and what helps. If no team can answer, the chat's model does. */
async function admit(error: unknown, turn: Turn): Promise<vscode.ChatResult> {
  const { type, message, help } = problemOf(error)
  const session = memoryOf(turn.context)
  turn.stream.markdown(withIcon('error', `${message}\n\n`))
  turn.stream.markdown(
    `Nothing was lost: *Convene: Open Convene* shows every session${session ? ', and `/status` shows this one' : ''}.\n\n`,
  )
  if (help) turn.stream.button({ command: help.command, title: help.title, arguments: [...help.given] })
  const answered = await answerDirectly(turn)
  const metadata = { problem: type, ...(session && { convene: session }) }
  return answered ? { metadata } : { metadata, errorDetails: { message } }
}

async function handle(parts: ParticipantParts, turn: Turn): Promise<vscode.ChatResult> {
  const { request, stream, notes } = turn
  const { file, warnings, unknownTools } = parts.team()
  for (const warning of warnings) notes.add('warning', warning)
  // The modes are most of the program: activation loads none of them.
  const { actionOf } = await import('./chat-action.ts')
  const deed = actionOf({
    command: request.command,
    prompt: request.prompt,
    session: sessionOf(parts, turn),
    hasAgents: file !== undefined,
  })
  if (deed.kind === 'nothing') {
    stream.markdown(deed.why)
    return {}
  }
  const client = await parts.client().catch((error: unknown) => {
    throw new Unreachable(error instanceof Error ? error.message : String(error))
  })
  if (deed.kind === 'follow-up' || deed.kind === 'again') return followUp(parts, client, turn, deed)
  if (deed.kind === 'continue') return continueFrom(parts, client, turn, deed.session)
  if (deed.kind !== 'start') return tellStatus(client, deed, turn)
  if (!parts.isTrusted()) notes.add('lock', UNTRUSTED)
  const { mode, agents } = deed
  const named = deed.team === 'settings' ? file : deed.team
  if (named !== undefined && named === file)
    for (const warning of await unknownIn(client, parts.workspace(), unknownTools)) notes.add('warning', warning)
  const team = await openingTeam(client, parts.workspace(), { mode, team: named })
  const wanted = {
    ...(mode && { mode }),
    ...(team && { team }),
    ...(agents && { agents: [...agents] }),
    ...(await parts.runOptions(mode)),
  }
  const session = await start(parts, client, turn, wanted)
  return follow(parts, client, turn, { session, after: 0, model: modelOf(request) })
}

/** Tools that the settings name but that do not exist. Continues if the tools cannot be listed. */
async function unknownIn(client: Client, workspace: string, unknownTools: SettingsTeam['unknownTools']) {
  const tools = await client.tools({ workspace })
  return tools.ok ? unknownTools(tools.value.items.map(({ name }) => name)) : []
}

const UNTRUSTED =
  'This workspace is not trusted, so agents can only read it. To change that, use *Workspaces: Manage Workspace Trust*.'

/** The chat's session, or the one whose button was just pressed: that may have happened outside this chat. */
const sessionOf = ({ parked }: ParticipantParts, { request, context }: Turn): string | undefined =>
  (request.command === 'continue' ? parked.next() : undefined) ?? memoryOf(context)?.session

function memoryOf({ history }: vscode.ChatContext): ChatMemory | undefined {
  const turns = history.filter((turn) => turn instanceof vscode.ChatResponseTurn)
  return turns.toReversed().flatMap((turn) => (turn.result.metadata as { convene?: ChatMemory })?.convene ?? [])[0]
}

/** A call's value. Throws a refusal, which the chat then shows. */
function given<T>(result: CallResult<T>): T {
  if (!result.ok) throw new RefusedCall(result.refusal)
  return result.value
}

async function tellStatus(
  client: Client,
  { kind, session }: { readonly kind: 'status' | 'stop'; readonly session: string },
  { stream, context }: Turn,
): Promise<vscode.ChatResult> {
  // A run that has ended by itself needs no stop. Its state says so.
  const stopped = kind === 'stop' ? await client.command({ id: session, type: 'stop' }) : undefined
  if (stopped?.ok === false && stopped.refusal.code !== 'illegal_command') given(stopped)
  const view = given(await client.session({ id: session }))
  const { title, phase, reason, interrupted } = view.session
  const { word } = runState({ phase, reason, interrupted, waiting: view.pending.length })
  stream.markdown(`**${title}**: ${word}`)
  stream.button({ command: 'convene.openSession', title: 'Open in Convene', arguments: [session] })
  return chatResult(view, memoryOf(context)?.model)
}

/** Starts the run. If the agents from the settings are unusable, the built-in team replaces them. */
async function start(parts: ParticipantParts, client: Client, turn: Turn, wanted: RunRequest): Promise<string> {
  const { request, notes } = turn
  const goal = await goalWith(request)
  const create = async (choice: RunRequest) =>
    given(
      await client.createSession({
        goal,
        workspace: parts.workspace(),
        model: modelOf(request),
        ...(choice as Partial<NewSession>),
      }),
    )
  const created = await create(wanted).catch((error: unknown) => {
    if (wanted.team === undefined || wanted.team === BUILT_IN || !isConfiguration(error)) throw error
    notes.add('warning', `convene.agents: ${(error as Error).message} The built-in team answers instead.`)
    return create({ ...wanted, team: BUILT_IN })
  })
  for (const warning of created.warnings) notes.add('warning', warning)
  return created.id
}

const BUILT_IN = 'coordinator'

/** Another vendor's model is reached through the editor, one of ours by its own name. */
const modelOf = ({ model }: vscode.ChatRequest): string => (model.vendor === VENDOR ? model.id : rememberModel(model))

/**
 * With `/run`, starts a new run with the session's team. Otherwise the text answers a pending question or gate, joins an
 * active run, or is a follow-up once the run has ended.
 */
async function followUp(
  parts: ParticipantParts,
  client: Client,
  turn: Turn,
  { kind, session }: { readonly kind: 'follow-up' | 'again'; readonly session: string },
): Promise<vscode.ChatResult> {
  const view = given(await client.session({ id: session }))
  const model = memoryOf(turn.context)?.model
  if (model && model !== modelOf(turn.request)) turn.notes.add('info', keepsModel(model))
  const text = await goalWith(turn.request)
  const reply =
    kind === 'again' ? ({ type: 'run', goal: text } as const) : await replyTo(view, turn.request.prompt, text)
  given(await client.command({ id: session, ...reply }))
  const since = isFinalPhase(view.session.phase) ? undefined : parts.parked.since(session)
  return follow(parts, client, turn, { session, after: since ?? view.session.seq, before: view, model })
}

/** What a typed text does in a session: it answers what is asked in words, or is a message. */
async function replyTo({ pending }: SessionView, typed: string, text: string) {
  if (pending.some(({ kind }) => kind === 'question')) return { type: 'answer', text } as const
  const gate = pending.find(({ kind }) => kind === 'gate')?.question?.id
  if (gate === undefined) return { type: 'message', text } as const
  const { gateReply } = await import('../approvals/gate-reply.ts')
  const reply = gateReply(typed)
  if (reply.type === 'approve') return { ...reply, gate }
  return reply.type === 'reject' ? ({ ...reply, feedback: text, gate } as const) : ({ ...reply, text } as const)
}

/** Continues a stopped or paused run in this answer. Text is a message to it. */
async function continueFrom(
  parts: ParticipantParts,
  client: Client,
  turn: Turn,
  session: string,
): Promise<vscode.ChatResult> {
  const { continueInEditor: continueRun } = await import('./continue-run.ts')
  const since = parts.parked.since(session)
  const continued = await continueRun(client, session, since !== undefined)
  if (!continued.ok && continued.refusal.code === 'illegal_command') {
    turn.stream.markdown(continued.refusal.message)
    return {}
  }
  const { view, asked } = given(continued)
  const { id, seq } = view.session
  const text = turn.request.prompt.trim()
  if (text !== '') given(await client.command({ id, type: 'message', text }))
  return follow(parts, client, turn, {
    session: id,
    after: since ?? seq,
    before: view,
    asked,
    model: memoryOf(turn.context)?.model,
  })
}

type Watching = {
  readonly session: string
  readonly after: number
  readonly before?: SessionView
  /** What it was waiting for before. */
  readonly asked?: readonly Event[]
  readonly model: string | undefined
}

async function follow(
  parts: ParticipantParts,
  client: Client,
  turn: Turn,
  { before, asked = [], model, ...at }: Watching,
): Promise<vscode.ChatResult> {
  const { request, stream, token, notes } = turn
  const leave = parts.attend(at.session, request.toolInvocationToken)
  const seen = await watchRun(
    { client, stream, token, verbosity: parts.verbosity(), asked, ...(before && { before }) },
    at,
  ).finally(leave)
  if (seen === undefined) return {}
  const { view, repeat } = seen
  if (view.session.phase === 'failed') await answerDirectly(turn)
  const isNoted = notes.show()
  if (view.pending.length === 0) offer(stream, view)
  else {
    parts.parked.park(at.session, view.session.seq)
    if (isNoted) repeat()
    offerToOpen(stream, view)
  }
  return chatResult(view, model)
}

/** A team keeps the models that it began with: they are what its conversations were paid and cached with. */
const keepsModel = (model: string): string =>
  `This session continues with ${model}, its original model. A command such as \`/agent\` or \`/panel\` starts a run with the model selected now.`

/** What a user may want to say next. */
export const followUps: vscode.ChatFollowupProvider = {
  provideFollowups: (result) => [...followUpsFor((result.metadata as { convene?: ChatMemory } | undefined)?.convene)],
}
