import {
  type Command,
  emptySession,
  type ForkChange,
  type Result,
  refuse,
  type Session,
  type SessionId,
} from '@convene/domain'
import {
  attachFile,
  forkSession,
  forkWithChange,
  type Program,
  resolveDecision,
  revertChange,
  sendCommand,
} from '@convene/host'
import type { Output, SessionCommand } from '@convene/protocol'
import type { Handlers } from '../context.ts'
import { sessionBy } from './find.ts'
import { filesFrom, prepared } from './start.ts'

type Done = Output<'command'>
type Told<Type extends SessionCommand['type']> = Extract<SessionCommand, { type: Type }>

/** Sends commands to a session. */
export const commandHandlers: Handlers<'command'> = {
  command: async (context, { id, ...command }) => {
    const found = await sessionBy(context.program, id)
    if (!found.ok) return found
    const place = await placeFor(context.program, found.value.workspace, command as SessionCommand)
    if (!place.ok) return place
    const told = command as SessionCommand
    if (told.type === 'run')
      return newRun(place.value, found.value, { ...told, directory: filesFrom(context, place.value) })
    return tell(place.value, found.value, told)
  },
}

/** Commands that read or change the session's folder directly, not through the engine. */
const touchesFiles = (type: string): boolean => ['run', 'revert', 'fork', 'resolve'].includes(type)

/**
 * A run in a repository is prepared with a copy of it. A plain fork needs no files, because it starts from the commit.
 */
async function placeFor(program: Program, workspace: string, command: SessionCommand): Promise<Result<Program>> {
  const { folders } = program
  const isFork = command.type === 'fork'
  const isClone = folders?.isRepository(workspace) ?? false
  if (folders && isClone && (command.type === 'run' || (isFork && command.change)))
    return folders.at({ repository: workspace })
  const refusal = touchesFiles(command.type) && !(isClone && isFork) ? folders?.refuse(workspace) : undefined
  return refusal ? { ok: false, refusal } : { ok: true, value: program.at(workspace) }
}

type Other = Exclude<SessionCommand, { type: 'run' }>

async function tell(place: Program, session: Session, command: Other): Promise<Result<Done>> {
  switch (command.type) {
    case 'message':
      return message(place, session, command)
    case 'revert': {
      const reverted = await revertChange(place, session.id, command.artifact)
      return reverted.ok ? done(place, session.id, { notes: [reverted.value.what] }) : reverted
    }
    case 'fork':
      return command.change ? changedFork(place, session, command, command.change) : plainFork(place, session, command)
    case 'resolve': {
      const { type: _type, ...request } = command
      const resolved = await resolveDecision(place, { session: session.id, ...request })
      return resolved.ok ? done(place, session.id, { notes: [resolved.value] }) : resolved
    }
    default:
      return give(place, session, commandOf(command))
  }
}

async function plainFork(
  place: Program,
  { id, workspace }: Session,
  { at, keepFiles }: Told<'fork'>,
): Promise<Result<Done>> {
  const isClone = place.folders?.isRepository(workspace) ?? false
  const fork = await forkSession(place, id, {
    ...(at !== undefined && { at: String(at) }),
    keepFiles: keepFiles || isClone,
  })
  if (!fork.ok) return fork
  const notes = isClone && at !== undefined ? [...fork.value.notes, FRESH_CLONE] : fork.value.notes
  return done(place, id, { id: fork.value.id, notes })
}

const FRESH_CLONE = "The fork starts from the repository's commit, without the changes that agents have made."

/** Runs the session's newest run again in a fork, with one thing changed. */
async function changedFork(
  place: Program,
  session: Session,
  { at }: Told<'fork'>,
  change: ForkChange,
): Promise<Result<Done>> {
  if (at !== undefined) return refuse('bad_change', 'A change repeats the whole run. Leave out `at`.')
  const fork = await forkWithChange(place, session, change, { interactive: true })
  if (!fork.ok) return fork
  const { id, before, command, run } = fork.value
  const sent = await sendCommand(place, before ?? emptySession(id), command)
  if (!sent.ok) return sent
  const told = await done(place, session.id, { id, notes: [...run.warnings, ...sent.value] })
  return told.ok ? { ok: true, value: { ...told.value, rehearsal: run.rehearsal } } : told
}

type NewRun = Told<'run'> & { readonly directory: string | undefined }

async function newRun(place: Program, session: Session, command: NewRun): Promise<Result<Done>> {
  const ready = await prepared(place, session.id, { ...command, after: session.run }, 'run')
  if (!ready.ok) return ready
  const { warnings, rehearsal } = ready.value.run
  const given = await give(place, session, ready.value.command, warnings)
  return given.ok ? { ok: true, value: { ...given.value, rehearsal } } : given
}

async function message(place: Program, session: Session, command: Told<'message'>): Promise<Result<Done>> {
  const { to } = command
  const refusal = await (await place.engine()).refuses(session.id, { type: 'message', text: command.text })
  if (refusal) return { ok: false, refusal }
  const attached = await attachFile(place, session.id, command.text, command.attachments)
  if (!attached.ok) return attached
  return give(place, session, { type: 'message', ...attached.value, ...(to !== undefined && { to }) })
}

type Simple = Exclude<SessionCommand, { type: 'run' | 'message' | 'revert' | 'fork' | 'resolve' }>

function commandOf(command: Simple): Command {
  const by = 'user'
  switch (command.type) {
    case 'approve': {
      const { type, text, ask, gate } = command
      return { type, by, ...(text !== undefined && { text }), ...(ask && { ask }), ...(gate && { gate }) }
    }
    case 'reject':
      return { type: 'reject', feedback: command.feedback, by, ...(command.gate && { gate: command.gate }) }
    case 'answer':
      return { type: 'answer', text: command.text, by, ...(command.question && { question: command.question }) }
    case 'pick':
      return { type: 'pick', message: command.message as Extract<Command, { type: 'pick' }>['message'] }
    case 'pause':
    case 'resume':
      return { type: command.type, ...(command.agent !== undefined && { agent: command.agent }) }
    case 'stop':
    case 'reset':
      return { type: command.type }
    case 'propose':
      return {
        ...{ type: 'propose', topic: command.topic, options: command.options },
        ...(command.evidence && { evidence: command.evidence }),
      }
    case 'vote': {
      const { decision, option, reason } = command
      return { type: 'vote', decision, option, ...(reason !== undefined && { reason }) }
    }
  }
}

async function give(
  place: Program,
  session: Session,
  command: Command,
  notes: readonly string[] = [],
): Promise<Result<Done>> {
  const told = await sendCommand(place, session, command)
  return told.ok ? done(place, session.id, { notes: [...notes, ...told.value] }) : told
}

async function done(
  place: Program,
  id: SessionId,
  more: { readonly id?: string; readonly notes?: readonly string[] },
): Promise<Result<Done>> {
  const { log } = await place.store()
  const { notes = [], ...rest } = more
  return { ok: true, value: { done: true, seq: await log.head(id), notes: [...notes], ...rest } }
}
