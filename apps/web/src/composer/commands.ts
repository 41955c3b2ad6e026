import { isActive, isFinal, isPaused, type Session, seatsOf } from '@convene/domain'
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
  {
    name: 'pause',
    takes: '@agent, or nothing for the whole run',
    text: 'Stop at the next safe point',
    isAllowed: isActive,
    build: (rest) => steering('pause', rest),
  },
  {
    name: 'resume',
    takes: '@agent, or nothing for everybody',
    text: 'Go on',
    isAllowed: isHeld,
    build: (rest) => steering('resume', rest),
  },
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

function isHeld(session: Session): boolean {
  return isPaused(session) || (session.run?.pausedAgents.length ?? 0) > 0
}

/** Of the whole run, or of the agent that is named: `/pause @ada`. */
function steering(type: 'pause' | 'resume', rest: string): SessionCommand | null {
  const [, agent] = /^@?([a-z0-9-]+)$/u.exec(rest) ?? []
  if (rest === '') return { type }
  return agent === undefined ? null : { type, agent }
}

function proposal(rest: string): SessionCommand | null {
  const [topic, ...options] = rest.split('|').map((part) => part.trim())
  return topic && options.length >= 2 && options.every(Boolean) ? { type: 'propose', topic, options } : null
}

/** What a written line means in this session right now, with the files that go along; a text says why it cannot be sent. */
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
  // Whoever names somebody else does not answer the question: it stays.
  const isAnswer = question !== undefined && read.type === 'message' && read.to === undefined
  if (hashes.length > 0 && (isAnswer || read.type !== 'message'))
    return `Files go with a message, not with ${isAnswer ? 'an answer' : 'a command'}. Remove them, or send them afterwards.`
  return isAnswer ? { type: 'answer', text: read.text, question: question.id } : read
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
