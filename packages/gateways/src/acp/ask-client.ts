import type {
  AgentContext,
  ClientCapabilities,
  PermissionOption,
  RequestPermissionResponse,
} from '@agentclientprotocol/sdk'
import { type Ask, askLine, type Command, grantsOf, spelled, spelledLine } from '@convene/domain'
import { answerForm, askerChainText, formAnswer, type PendingAnswer, permitFor, proposedAlways } from '@convene/host'
import { toolKindOf } from './updates.ts'

export type AskingClient = {
  readonly client: AgentContext
  readonly sessionId: string
  readonly capabilities: ClientCapabilities
  /** Aborted once it was answered, here or elsewhere. */
  readonly settled: AbortSignal
}

/** Shows the user something that an agent waits for. Undefined if the editor cannot ask, or the user gave no answer. */
export async function askClient(pending: PendingAnswer, asking: AskingClient): Promise<Command | undefined> {
  if (pending.kind === 'ask') return permission(pending.ask, asking)
  return asking.capabilities.elicitation?.form ? elicited(pending.question, asking) : undefined
}

/** The user's own choice of an option. If they close the prompt, the ask stays open. */
async function permission(ask: Ask, { client, sessionId, settled }: AskingClient): Promise<Command | undefined> {
  const options: PermissionOption[] = [
    { optionId: 'once', name: 'Allow once', kind: 'allow_once' },
    { optionId: 'session', name: `Allow in this session: ${granted(ask)}`, kind: 'allow_always' },
    { optionId: 'always', name: `Always allow: ${granted(ask, proposedAlways(ask))}`, kind: 'allow_always' },
    { optionId: 'deny', name: 'Deny', kind: 'reject_once' },
  ]
  const title = `${spelledLine(askerChainText(ask.chain))}: ${askLine(ask)}`
  const text = ask.preview && spelled(ask.preview)
  const shown = text ? [{ type: 'content' as const, content: { type: 'text' as const, text } }] : []
  const toolCall = {
    toolCallId: `call ${ask.task} ${ask.call}`,
    title,
    kind: toolKindOf(ask.proposed.split(':')[0] ?? ''),
    status: 'pending' as const,
    content: shown,
  }
  const request = { sessionId, toolCall, options }
  const { outcome } = await client.request<RequestPermissionResponse>('session/request_permission', request, {
    cancellationSignal: settled,
  })
  if (outcome.outcome !== 'selected' || settled.aborted) return undefined
  const answer = (['once', 'session', 'always', 'deny'] as const).find((each) => each === outcome.optionId)
  const permit = answer && permitFor(ask, { answer })
  return permit?.ok ? permit.value : undefined
}

const granted = (ask: Ask, pattern?: string): string => grantsOf(ask, pattern).map(spelledLine).join(', ')

type Question = Extract<PendingAnswer, { kind: 'question' }>['question']

/** A question or a gate as a form. */
async function elicited(
  question: Question,
  { client, sessionId, settled }: AskingClient,
): Promise<Command | undefined> {
  const asked = { mode: 'form' as const, sessionId, ...answerForm(question) }
  const response = await client.request('elicitation/create', asked as never, { cancellationSignal: settled })
  const { content } = response as { readonly content?: { readonly [name: string]: unknown } }
  return settled.aborted || response.action !== 'accept' ? undefined : formAnswer(question, content ?? {})
}
