import type { Message } from '@a2a-js/sdk'
import { isFinal, modes, programFields, type Session } from '@convene/domain'
import { askTeam, type CallingProgram, RefusedRequest, startTeam, type TeamStart, waitsForAnswers } from '@convene/host'
import { z } from 'zod'
import { TEAM_SKILL } from './agent-card.ts'
import { turnOf } from './turns.ts'

export type Errors = typeof import('@a2a-js/sdk/errors')

/** A message's optional metadata. */
const Choice = z.object({
  ...programFields,
  /** A skill of the agent card: a mode or a team. */
  skillId: z.string().max(200).optional(),
})

const MOST_TEXT = 200_000

const ONLY_USER = 'This task is waiting for the user, who has to answer in Convene (`convene approvals`, or the app).'
const ENDED = 'This task has ended. To ask its team more, send the message with its context id and without a task id.'

type Find = (id: string) => Promise<Session>

/** A message starts a team, asks a team that has finished, or joins one that is working. */
export async function startTask(
  caller: CallingProgram,
  errors: Errors,
  message: Message | undefined,
  found: Find,
): Promise<TeamStart> {
  const text = textOf(errors, message)
  if (message?.taskId || message?.contextId) return continued(caller, errors, { ...message, text }, found)
  const choice = Choice.safeParse(message?.metadata ?? {})
  if (!choice.success) {
    const [issue] = choice.error.issues
    throw new errors.RequestMalformedError(`metadata.${issue?.path.join('.')}: ${issue?.message}`)
  }
  const { skillId, ...chosen } = choice.data
  return startTeam(caller, { goal: text, options: { ...skillNamed(skillId), ...chosen } }).catch(refusedBy(errors))
}

/** A skill that is not on the card is ignored, because callers also send other agents' skills. */
function skillNamed(skill = ''): { readonly mode?: string; readonly team?: string } {
  if (Object.hasOwn(modes, skill)) return { mode: skill }
  return skill.startsWith(TEAM_SKILL) ? { team: skill.slice(TEAM_SKILL.length) } : {}
}

type Words = { readonly taskId: string; readonly contextId: string; readonly text: string }

/** Refuses while the team waits for the user: a caller's message must not count as the user's answer. */
async function continued(caller: CallingProgram, errors: Errors, words: Words, found: Find): Promise<TeamStart> {
  const { taskId, contextId, text } = words
  const state = await found(taskId ? turnOf(taskId).session : contextId)
  if (taskId && contextId && contextId !== state.id)
    throw new errors.TaskNotFoundError(`No task "${taskId}" in this context.`)
  if (waitsForAnswers(state)) throw new errors.UnsupportedOperationError(ONLY_USER)
  if (taskId && isFinal(state.run?.phase ?? 'completed')) throw new errors.UnsupportedOperationError(ENDED)
  return askTeam(caller, state, { text }).catch(refusedBy(errors))
}

/** Passes refusals on to the caller. Anything else is a bug, whose details stay here. */
export const refusedBy =
  (errors: Errors) =>
  (error: unknown): never => {
    throw error instanceof RefusedRequest ? new errors.UnsupportedOperationError(error.message) : error
  }

function textOf(errors: Errors, message: Message | undefined): string {
  const parts = message?.parts ?? []
  if (parts.some(({ content }) => content?.$case !== 'text'))
    throw new errors.ContentTypeNotSupportedError('Only text is passed on to teams.')
  const text = parts
    .map(({ content }) => (content?.$case === 'text' ? content.value : ''))
    .join('\n\n')
    .trim()
  if (text === '' || text.length > MOST_TEXT)
    throw new errors.RequestMalformedError(`Write a goal of 1 to ${MOST_TEXT} characters.`)
  return text
}
