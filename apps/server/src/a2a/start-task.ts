import type { Message } from '@a2a-js/sdk'
import { type Command, modes, type Session, type SessionId } from '@convene/domain'
import { waitsForAnswers } from '@convene/host'
import { z } from 'zod'
import { type CallingAgent, newSession } from '../mcp/caller.ts'
import { Refused } from '../mcp/refused.ts'
import { startTeam } from '../mcp/start-team.ts'

export type Errors = typeof import('@a2a-js/sdk/errors')

/** What a message may say beside its text, in its metadata. */
const Choice = z.object({
  mode: z.enum(['auto', ...Object.keys(modes)]).optional(),
  team: z.string().max(200).optional(),
  agents: z.array(z.string().max(200)).max(20).optional(),
  maxCostUsd: z.number().positive().optional(),
})

const MOST_TEXT = 200_000

const ONLY_USER = 'This task is waiting for the user, who has to answer in Convene (`convene approvals`, or the app).'
const ONE_GOAL = 'This server takes one message per task. Start a new task, without a task or context id.'

/** A message as the start of a new team. One to a task that exists is refused: it could answer for the user. */
export async function startTask(
  caller: CallingAgent,
  errors: Errors,
  message: Message | undefined,
  found: (id: string) => Promise<Session>,
): Promise<{ readonly session: SessionId; readonly command: Command }> {
  const known = message?.taskId || message?.contextId
  if (known) throw new errors.UnsupportedOperationError(waitsForAnswers(await found(known)) ? ONLY_USER : ONE_GOAL)
  const goal = goalOf(errors, message)
  const choice = Choice.safeParse(message?.metadata ?? {})
  if (!choice.success) {
    const [issue] = choice.error.issues
    throw new errors.RequestMalformedError(`metadata.${issue?.path.join('.')}: ${issue?.message}`)
  }
  const session = await newSession(caller)
  const starting = caller.budget.start(caller.program, session, () => startTeam(caller, { goal, ...choice.data }))
  return { session, command: await starting.catch(refusedBy(errors)) }
}

/** A refusal in words that the caller may read. Anything else is a bug, and stays ours. */
export const refusedBy =
  (errors: Errors) =>
  (error: unknown): never => {
    throw error instanceof Refused ? new errors.UnsupportedOperationError(error.message) : error
  }

function goalOf(errors: Errors, message: Message | undefined): string {
  const parts = message?.parts ?? []
  if (parts.some(({ content }) => content?.$case !== 'text'))
    throw new errors.ContentTypeNotSupportedError('Only text is passed on to teams.')
  const goal = parts
    .map(({ content }) => (content?.$case === 'text' ? content.value : ''))
    .join('\n\n')
    .trim()
  if (goal === '' || goal.length > MOST_TEXT)
    throw new errors.RequestMalformedError(`Write a goal of 1 to ${MOST_TEXT} characters.`)
  return goal
}
