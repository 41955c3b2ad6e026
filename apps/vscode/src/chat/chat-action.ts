import { traitsOf } from '@convene/domain'

/** A chat request. */
export type ChatInput = {
  readonly command: string | undefined
  readonly prompt: string
  /** The chat's session, from the previous turn. */
  readonly session: string | undefined
  /** Whether the settings define agents. */
  readonly hasAgents: boolean
}

/** What to do about it. */
export type ChatAction =
  | {
      readonly kind: 'start'
      readonly mode: string | undefined
      readonly team: 'settings' | 'coordinator' | undefined
      readonly agents?: readonly string[]
    }
  | { readonly kind: 'status' | 'stop'; readonly session: string }
  | { readonly kind: 'continue'; readonly session: string }
  | { readonly kind: 'follow-up'; readonly session: string }
  | { readonly kind: 'again'; readonly session: string }
  | { readonly kind: 'nothing'; readonly why: string }

/**
 * A command starts a run in its mode. Text without a command continues the chat's session, or starts one with the
 * agents from the settings or the built-in coordinator.
 */
export function actionOf({ command, prompt, session, hasAgents }: ChatInput): ChatAction {
  if (command === 'status' || command === 'stop' || command === 'continue')
    return session === undefined
      ? { kind: 'nothing', why: 'No run was started in this chat yet. Ask something first.' }
      : { kind: command, session }
  if (prompt.trim() === '') return { kind: 'nothing', why: 'Say what the team should do.' }
  if (command !== undefined && command !== 'run')
    return { kind: 'start', mode: command, ...workersFor(command, hasAgents) }
  if (session !== undefined) return { kind: command === 'run' ? 'again' : 'follow-up', session }
  return { kind: 'start', mode: undefined, team: team(hasAgents) }
}

/** The members if neither the mode nor the user names any: three different views. */
export const usualMembers = ['architect', 'security', 'performance'] as const

function workersFor(mode: string, hasAgents: boolean): Pick<Extract<ChatAction, { kind: 'start' }>, 'team' | 'agents'> {
  const { entry, picks, chain } = traitsOf(mode)
  if (entry) return { team: team(hasAgents) }
  // In the others, not every member answers the user.
  if (!picks && !chain) return { team: undefined }
  return hasAgents ? { team: 'settings' } : { team: undefined, agents: usualMembers }
}

const team = (hasAgents: boolean): 'settings' | 'coordinator' => (hasAgents ? 'settings' : 'coordinator')
