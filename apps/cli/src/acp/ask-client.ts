import type {
  AgentContext,
  ClientCapabilities,
  PermissionOption,
  RequestPermissionResponse,
} from '@agentclientprotocol/sdk'
import { type Ask, type Command, cleanLine } from '@convene/domain'
import { chainText, type PendingAnswer, permitFor, proposedAlways } from '@convene/host'
import { kindOf } from './updates.ts'

export type Asking = {
  readonly client: AgentContext
  readonly sessionId: string
  readonly capabilities: ClientCapabilities
  /** It was answered, here or elsewhere. */
  readonly settled: AbortSignal
}

/** Puts something that an agent waits for to the user. Undefined if the editor cannot, or the user gave no answer. */
export async function askClient(pending: PendingAnswer, asking: Asking): Promise<Command | undefined> {
  if (pending.kind === 'ask') return permission(pending.ask, asking)
  return asking.capabilities.elicitation?.form ? elicited(pending.question, asking) : undefined
}

/** The user's own word, by the option that they chose. If they close the prompt, the ask stays open. */
async function permission(ask: Ask, { client, sessionId, settled }: Asking): Promise<Command | undefined> {
  const always = proposedAlways(ask)
  const options: PermissionOption[] = [
    { optionId: 'once', name: 'Allow once', kind: 'allow_once' },
    { optionId: 'session', name: `Allow in this session: ${cleanLine(ask.proposed)}`, kind: 'allow_always' },
    { optionId: 'always', name: `Always allow: ${cleanLine(always)}`, kind: 'allow_always' },
    { optionId: 'deny', name: 'Deny', kind: 'reject_once' },
  ]
  const title = cleanLine(`${chainText(ask.chain)}: ${ask.tool} ${ask.resource}`)
  const shown = ask.preview ? [{ type: 'content' as const, content: { type: 'text' as const, text: ask.preview } }] : []
  const toolCall = {
    toolCallId: `call ${ask.task} ${ask.call}`,
    title,
    kind: kindOf(ask.proposed.split(':')[0] ?? ''),
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

type Question = Extract<PendingAnswer, { kind: 'question' }>['question']

/** A question or a gate as a form. */
async function elicited(question: Question, { client, sessionId, settled }: Asking): Promise<Command | undefined> {
  const { id, gate } = question
  const message = [question.question, question.text].filter((text) => text !== '').join('\n\n')
  const properties =
    gate === null
      ? {
          answer: {
            type: 'string' as const,
            title: 'Answer',
            ...(question.options.length > 0 && choices(question.options)),
          },
        }
      : {
          decision: { type: 'string' as const, title: 'Decision', enum: ['approve', 'reject'] },
          feedback: { type: 'string' as const, title: 'What should change' },
        }
  const required = gate === null ? ['answer'] : ['decision']
  const requestedSchema = { type: 'object' as const, properties, required }
  const asked = { mode: 'form' as const, sessionId, message, requestedSchema }
  const response = await client.request('elicitation/create', asked as never, { cancellationSignal: settled })
  const content = (response.action === 'accept' ? (response as { content?: unknown }).content : undefined) ?? {}
  const { answer, decision, feedback } = content as { readonly [name: string]: unknown }
  if (settled.aborted) return undefined
  if (gate === null)
    return typeof answer === 'string' ? { type: 'answer', text: answer, question: id, by: 'user' } : undefined
  if (decision === 'approve') return { type: 'approve', gate: id, by: 'user' }
  return decision === 'reject'
    ? { type: 'reject', feedback: String(feedback || 'Change it.'), gate: id, by: 'user' }
    : undefined
}

const choices = (options: readonly string[]) => ({ description: `Suggestions: ${options.join(' · ')}` })
