import { isActive, isFinal, isPaused, type Session, seatOf, seatsOf } from '@convene/domain'
import type { SessionCommand } from '@convene/protocol'

/** A session command by name: `/pause`. */
export type SlashCommand = {
  readonly name: string
  readonly takes?: string
  readonly text: string
  isAllowed(session: Session): boolean
  /** Builds the command from the text after the name, or null if something is missing. */
  build(rest: string): SessionCommand | null
}

const always = () => true

/** Session commands, named as on the command line. */
export const slashCommands: readonly SlashCommand[] = [
  {
    name: 'pause',
    takes: '@agent, or nothing for the whole run',
    text: 'Pause at the next safe point',
    isAllowed: isActive,
    build: (rest) => steering('pause', rest),
  },
  {
    name: 'resume',
    takes: '@agent, or nothing for the whole run',
    text: 'Resume',
    isAllowed: isHeld,
    build: (rest) => steering('resume', rest),
  },
  {
    name: 'stop',
    text: 'End the run now',
    isAllowed: (session) => isActive(session) || isPaused(session),
    build: () => ({ type: 'stop' }),
  },
  { name: 'reset', text: 'Clear the conversations', isAllowed: isOver, build: () => ({ type: 'reset' }) },
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
    text: 'Put a question to a vote',
    isAllowed: isActive,
    build: proposal,
  },
  {
    name: 'summary',
    text: 'Let an agent sum up the session, for one call',
    isAllowed: ({ run }) => run !== null && isFinal(run.phase) && seatOf(run, 'summary') !== undefined,
    build: () => ({ type: 'message', text: 'Sum up this session.', to: 'summary' }),
  },
  { name: 'fork', text: 'Start a new session from here', isAllowed: always, build: () => ({ type: 'fork' }) },
]

function isOver({ run }: Session): boolean {
  return run === null || run.phase === 'idle' || isFinal(run.phase)
}

function isHeld(session: Session): boolean {
  return isPaused(session) || (session.run?.pausedAgents.length ?? 0) > 0
}

/** For the whole run, or for one agent: `/pause @ada`. */
function steering(type: 'pause' | 'resume', rest: string): SessionCommand | null {
  const [, agent] = /^@?([a-z0-9-]+)$/u.exec(rest) ?? []
  if (rest === '') return { type }
  return agent === undefined ? null : { type, agent }
}

function proposal(rest: string): SessionCommand | null {
  const [topic, ...options] = rest.split('|').map((part) => part.trim())
  return topic && options.length >= 2 && options.every(Boolean) ? { type: 'propose', topic, options } : null
}

/** Parses a line and its files for the session's current state. Returns a text if it cannot be sent. */
export function readFor(
  session: Session,
  text: string,
  files: readonly { readonly hash: string }[],
): SessionCommand | string {
  const agents = session.run ? seatsOf(session.run.team).map(({ slug }) => slug) : []
  const hashes = files.map(({ hash }) => hash)
  const read = readLine(text, agents, hashes)
  if (typeof read === 'string') return read
  const question = Object.values(session.questions).find(({ gate }) => gate === null)
  // A message to a named agent does not answer the open question.
  const isAnswer = question !== undefined && read.type === 'message' && read.to === undefined
  if (hashes.length > 0 && (isAnswer || read.type !== 'message'))
    return `You can attach files to a message, but not to ${isAnswer ? 'an answer' : 'a command'}. Remove them, or send them afterwards.`
  return isAnswer ? { type: 'answer', text: read.text, question: question.id } : read
}

/** Parses a line: a command, or a message to the team or to one agent. */
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
    return `Unknown command /${name}. Available: ${slashCommands.map((each) => `/${each.name}`).join(', ')}.`
  return command.build(rest.trim()) ?? `Write /${command.name} ${command.takes ?? ''}.`
}
