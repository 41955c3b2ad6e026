import { type Command, cleanLine, type Session } from '@convene/domain'
import { answersIn, chainText, type PendingAnswer, permitFor } from '@convene/host'
import type { ElicitRequestFormParams, InputResponses } from '@modelcontextprotocol/server'
import type { Call, Round } from './caller.ts'

/** Clients give up on calls that come back too often: what waits after this many forms is left to Convene's own screens. */
const MOST_ROUNDS = 6
const KEY = 'user'

type Form = Pick<ElicitRequestFormParams, 'message' | 'requestedSchema'>

/** Whether the client shows forms to its user. A client that does not say so gets none. */
function canElicit({ caller, context }: Call): boolean {
  const envelope = (context.mcpReq.envelope ?? {}) as { readonly [key: string]: unknown }
  const said = envelope[caller.sdk.CLIENT_CAPABILITIES_META_KEY] ?? caller.server.server.getClientCapabilities()
  const { elicitation } = (said ?? {}) as { readonly elicitation?: { readonly form?: object; readonly url?: object } }
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined)
}

/** Puts it to the client's user as a form. Undefined if the client has none, or has been asked too often in this call. */
export async function elicited(call: Call, session: Session, pending: PendingAnswer) {
  const { caller, context } = call
  const number = (roundOf(call)?.number ?? 0) + 1
  if (number > MOST_ROUNDS || !caller.forms || !canElicit(call)) return undefined
  const { inputRequired } = caller.sdk
  const round: Round = { session: session.id, pending: pending.id, number }
  return inputRequired({
    inputRequests: { [KEY]: inputRequired.elicit(formFor(pending)) },
    requestState: await caller.rounds.mint(round, context),
  })
}

/** What this call was asked before, if its state carries our signature. */
export const roundOf = ({ context }: Call): Round | undefined => context.mcpReq.requestState<Round>()

/**
 * The user's answer to what they were shown in this very round: nothing else in the session is answered by it, and nothing
 * that a caller sends without having been asked. Undefined if they closed the form.
 */
export function answerIn(call: Call, round: Round, session: Session): Command | undefined {
  const pending = answersIn(session).find(({ id }) => id === round.pending)
  const responses = call.context.mcpReq.inputResponses as InputResponses | undefined
  const content = call.caller.sdk.acceptedContent(responses, KEY)
  return pending && content ? commandFor(pending, content) : undefined
}

function formFor(pending: PendingAnswer): Form {
  if (pending.kind === 'ask') {
    const { chain, tool, resource, preview } = pending.ask
    const title = cleanLine(`${chainText(chain)} wants to use ${tool}: ${resource}`)
    return form([title, preview ?? ''], { decision: choice('Allow this action?', ['allow once', 'deny']) }, [
      'decision',
    ])
  }
  const { question, text, gate, options } = pending.question
  if (gate === null) {
    const hint = options.length > 0 ? { description: `Suggestions: ${options.join(' · ')}` } : {}
    return form([question, text], { answer: { type: 'string', title: 'Answer', ...hint } }, ['answer'])
  }
  const properties = {
    decision: choice(`Approve this ${gate}?`, ['approve', 'reject']),
    feedback: { type: 'string', title: 'What should change' },
  } as const
  return form([question, text], properties, ['decision'])
}

type Properties = Form['requestedSchema']['properties']

const form = (message: readonly string[], properties: Properties, required: string[]): Form => ({
  message: message.filter((part) => part !== '').join('\n\n'),
  requestedSchema: { type: 'object', properties, required },
})

const choice = (title: string, values: string[]) => ({ type: 'string' as const, title, enum: values })

function commandFor(pending: PendingAnswer, content: { readonly [name: string]: unknown }): Command | undefined {
  const { decision, answer, feedback } = content
  if (pending.kind === 'ask') {
    const given = decision === 'allow once' ? 'once' : decision === 'deny' ? 'deny' : undefined
    const permit = given && permitFor(pending.ask, { answer: given })
    return permit?.ok ? permit.value : undefined
  }
  const { id, gate } = pending.question
  if (gate === null)
    return typeof answer === 'string' ? { type: 'answer', text: answer, question: id, by: 'user' } : undefined
  if (decision === 'approve') return { type: 'approve', gate: id, by: 'user' }
  return decision === 'reject'
    ? { type: 'reject', feedback: String(feedback || 'Change it.'), gate: id, by: 'user' }
    : undefined
}
