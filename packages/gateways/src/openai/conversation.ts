import { type Result, refuse } from '@convene/domain'
import { quoteFile } from '@convene/host'
import { z } from 'zod'

const MOST_QUOTED = 200_000

const Part = z.object({ type: z.string(), text: z.string().optional() })

/** A message, as programs send it. */
export const ApiMessage = z.object({
  role: z.string(),
  content: z.union([z.string(), z.array(Part), z.null()]).optional(),
})
type Message = z.infer<typeof ApiMessage>

/** The session to continue, for programs that keep its id. */
export const Metadata = z.object({ session: z.string().max(100).optional() }).nullish()

const textTypes: readonly string[] = ['text', 'input_text', 'output_text']

/**
 * The goal for the team: the user's last message, with everything before it quoted below. A continued session already
 * knows what was said.
 */
export function goalOfMessages(messages: readonly Message[], isContinued: boolean): Result<string> {
  const strange = messages.flatMap(partsOf).find(({ type }) => !textTypes.includes(type))
  if (strange) return refuse('bad_request', `Content of type "${strange.type}" is not supported. Send text.`)
  const last = messages.findLastIndex(({ role }) => role === 'user')
  const goal = last < 0 ? '' : textOf(messages[last])
  if (goal === '') return refuse('bad_request', 'The last user message is empty.')
  const before = messages
    .filter((_, index) => index !== last)
    .map((message) => `${message.role}: ${textOf(message)}`)
    .filter((line) => !line.endsWith(': '))
  if (isContinued || before.length === 0) return { ok: true, value: goal }
  const quoted = quoteFile('conversation.md', before.join('\n\n').slice(-MOST_QUOTED))
  return { ok: true, value: `${goal}\n\nWhat was said before:\n\n${quoted}` }
}

const partsOf = ({ content }: Message): readonly z.infer<typeof Part>[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? [])

const textOf = (message: Message | undefined): string =>
  (message ? partsOf(message) : [])
    .map(({ text = '' }) => text)
    .join('\n')
    .trim()

/** A team cannot call the requesting program's tools. */
export function refuseTools(choice: unknown): Result<undefined> {
  const isForced = choice === 'required' || (typeof choice === 'object' && choice !== null)
  if (isForced) return refuse('tools_unsupported', 'A team does not call your tools. Leave tool_choice out.')
  return { ok: true, value: undefined }
}

/** Parses a request, or says what is wrong with it. */
export function readAs<T>(shape: z.ZodType<T>, body: unknown): Result<T> {
  const parsed = shape.safeParse(body)
  if (parsed.success) return { ok: true, value: parsed.data }
  const [issue] = parsed.error.issues
  return refuse('bad_request', `${issue?.path.join('.') || 'body'}: ${issue?.message}`)
}
