/** What a chat request asks for. */
export type ChatInput = {
  readonly command: string | undefined
  readonly prompt: string
  /** The session that this chat is about, from the turn before. */
  readonly session: string | undefined
  /** Whether the settings define agents. */
  readonly hasAgents: boolean
}

/** What is done about it. */
export type ChatDeed =
  | {
      readonly kind: 'start'
      readonly mode: string | undefined
      readonly team: 'settings' | 'coordinator' | undefined
      readonly agents?: readonly string[]
    }
  | { readonly kind: 'status' | 'stop'; readonly session: string }
  | { readonly kind: 'follow-up'; readonly session: string }
  | { readonly kind: 'again'; readonly session: string }
  | { readonly kind: 'nothing'; readonly why: string }

/**
 * A command starts a run of its mode; plain words continue the session of this chat, or start with the agents of the
 * settings, or the built-in coordinator.
 */
export function deedOf({ command, prompt, session, hasAgents }: ChatInput): ChatDeed {
  if (command === 'status' || command === 'stop')
    return session === undefined
      ? { kind: 'nothing', why: 'No run was started in this chat yet. Ask something first.' }
      : { kind: command, session }
  if (prompt.trim() === '') return { kind: 'nothing', why: 'Say what the team should do.' }
  if (command !== undefined && command !== 'run')
    return { kind: 'start', mode: command, ...workersFor(command, hasAgents) }
  if (session !== undefined) return { kind: command === 'run' ? 'again' : 'follow-up', session }
  return { kind: 'start', mode: undefined, team: team(hasAgents) }
}

/** Who works if the mode brings nobody and nobody is named: three different views. */
export const usualMembers = ['architect', 'security', 'performance'] as const

/** Modes in which every member answers. */
const answering = ['broadcast', 'sequential']

function workersFor(mode: string, hasAgents: boolean): Pick<Extract<ChatDeed, { kind: 'start' }>, 'team' | 'agents'> {
  if (mode === 'delegate') return { team: team(hasAgents) }
  if (!answering.includes(mode)) return { team: undefined }
  return hasAgents ? { team: 'settings' } : { team: undefined, agents: usualMembers }
}

const team = (hasAgents: boolean): 'settings' | 'coordinator' => (hasAgents ? 'settings' : 'coordinator')
