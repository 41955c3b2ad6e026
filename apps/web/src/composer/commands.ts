import { isActive, isFinal, isPaused, type Session } from '@convene/domain'
import type { SessionCommand } from '@convene/protocol'

/** Something that can be told to a session by name: `/pause`. */
export type SlashCommand = {
  readonly name: string
  readonly takes?: string
  readonly text: string
  isAllowed(session: Session): boolean
  /** The command for what was written behind the name; null where something is missing. */
  build(rest: string): SessionCommand | null
}

const always = () => true

/** What a person can tell a session, in the words of the command line. */
export const slashCommands: readonly SlashCommand[] = [
  { name: 'pause', text: 'Stop at the next safe point', isAllowed: isActive, build: () => ({ type: 'pause' }) },
  { name: 'resume', text: 'Go on', isAllowed: isPaused, build: () => ({ type: 'resume' }) },
  {
    name: 'stop',
    text: 'End the run now',
    isAllowed: (session) => isActive(session) || isPaused(session),
    build: () => ({ type: 'stop' }),
  },
  { name: 'reset', text: 'Close the conversations', isAllowed: isOver, build: () => ({ type: 'reset' }) },
  {
    name: 'run',
    takes: 'goal',
    text: 'Start a new run in this session',
    isAllowed: isOver,
    build: (goal) => (goal ? { type: 'run', goal } : null),
  },
  {
    name: 'decide',
    takes: 'topic | option | option',
    text: 'Put a question to the vote',
    isAllowed: isActive,
    build: proposal,
  },
  { name: 'fork', text: 'Begin a new session from here', isAllowed: always, build: () => ({ type: 'fork' }) },
]

function isOver({ run }: Session): boolean {
  return run === null || run.phase === 'idle' || isFinal(run.phase)
}

function proposal(rest: string): SessionCommand | null {
  const [topic, ...options] = rest.split('|').map((part) => part.trim())
  return topic && options.length >= 2 && options.every(Boolean) ? { type: 'propose', topic, options } : null
}

/** What a written line means: a command by its name, or words for the team or for one agent. */
export function readLine(
  line: string,
  agents: readonly string[],
  attachments: readonly string[] = [],
): SessionCommand | string {
  const text = line.trim()
  if (text.startsWith('/')) return readCommand(text)
  const [, to, rest] = /^@([a-z0-9-]+)\s+([\s\S]+)$/u.exec(text) ?? []
  const files = attachments.length > 0 ? { attachments: [...attachments] } : {}
  if (to && rest && agents.includes(to)) return { type: 'message', text: rest, to, ...files }
  return { type: 'message', text, ...files }
}

function readCommand(text: string): SessionCommand | string {
  const [, name = '', rest = ''] = /^\/(\w+)\s*([\s\S]*)$/u.exec(text) ?? []
  const command = slashCommands.find((each) => each.name === name)
  if (!command)
    return `There is no command /${name}. There are: ${slashCommands.map((each) => `/${each.name}`).join(', ')}.`
  return command.build(rest.trim()) ?? `Write /${command.name} ${command.takes ?? ''}.`
}
