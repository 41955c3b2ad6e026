import { type Command, type Session, spelled, spelledLine, wantedText } from '@convene/domain'
import {
  type AskedForm,
  answerForm,
  askerChainText,
  formAnswer,
  type PendingAnswer,
  pendingAnswers,
  permitFor,
} from '@convene/host'
import type { InputResponses } from '@modelcontextprotocol/server'
import type { McpCall, McpRound } from './caller.ts'

/** Clients give up on calls that come back too often. After this many forms, the rest is left to Convene's screens. */
const MOST_ROUNDS = 6
const KEY = 'user'

/** Whether the client says that it shows forms to its user. */
function canElicit({ caller, context }: McpCall): boolean {
  const envelope = (context.mcpReq.envelope ?? {}) as { readonly [key: string]: unknown }
  const said = envelope[caller.sdk.CLIENT_CAPABILITIES_META_KEY] ?? caller.server.server.getClientCapabilities()
  const { elicitation } = (said ?? {}) as { readonly elicitation?: { readonly form?: object; readonly url?: object } }
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined)
}

/** Asks the client's user in a form. Undefined if the client has no forms or was asked too often in this call. */
export async function elicited(call: McpCall, session: Session, pending: PendingAnswer) {
  const { caller, context } = call
  const number = (roundOf(call)?.number ?? 0) + 1
  if (number > MOST_ROUNDS || !caller.forms || !canElicit(call)) return undefined
  const { inputRequired } = caller.sdk
  const round: McpRound = { session: session.id, pending: pending.id, number }
  return inputRequired({
    inputRequests: { [KEY]: inputRequired.elicit(formFor(pending)) },
    requestState: await caller.rounds.mint(round, context),
  })
}

/** The question this call was asked before, if its state carries our signature. */
export const roundOf = ({ context }: McpCall): McpRound | undefined => context.mcpReq.requestState<McpRound>()

/**
 * The user's answer to the question they were shown in this round. It answers nothing else in the session, and an
 * answer without a question counts for nothing. Undefined if the user closed the form.
 */
export function elicitedAnswer(call: McpCall, round: McpRound, session: Session): Command | undefined {
  const pending = pendingAnswers(session).find(({ id }) => id === round.pending)
  const responses = call.context.mcpReq.inputResponses as InputResponses | undefined
  const content = call.caller.sdk.acceptedContent(responses, KEY)
  return pending && content ? commandFor(pending, content) : undefined
}

function formFor(pending: PendingAnswer): AskedForm {
  if (pending.kind !== 'ask') return answerForm(pending.question)
  const { chain, tool, preview } = pending.ask
  const title = spelledLine(`${askerChainText(chain)} wants to use ${tool}: ${wantedText(pending.ask)}`)
  const decision = { type: 'string' as const, title: 'Allow this action?', enum: ['allow once', 'deny'] }
  return {
    message: preview ? `${title}\n\n${spelled(preview)}` : title,
    requestedSchema: { type: 'object', properties: { decision }, required: ['decision'] },
  }
}

function commandFor(pending: PendingAnswer, content: { readonly [name: string]: unknown }): Command | undefined {
  if (pending.kind !== 'ask') return formAnswer(pending.question, content)
  const { decision } = content
  const given = decision === 'allow once' ? 'once' : decision === 'deny' ? 'deny' : undefined
  const permit = given && permitFor(pending.ask, { answer: given })
  return permit?.ok ? permit.value : undefined
}
