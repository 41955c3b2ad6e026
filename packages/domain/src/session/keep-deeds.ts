import { addDeed, type Deed } from '../claim/deed.ts'
import { isSameFile } from '../claim/file-path.ts'
import { fakesIn, isElsewhere, readCommandLine } from '../claim/read-command-line.ts'
import { reportedDeed } from '../claim/reported-deed.ts'
import { replacesTests } from '../claim/script-change.ts'
import type { Event, EventOf } from '../event/event.ts'
import { resourcesOf } from '../state/edit-task.ts'
import type { Session } from '../state/session.ts'
import type { Task, TaskCall } from '../state/task.ts'
import { AGENT_STEP } from '../tool/agent-step.ts'
import type { Resource } from '../tool/tool.ts'

/** Keeps what each tool call did, to compare it with what agents say later. `before` still has the call. */
export function keepDeeds(before: Session, session: Session, event: Event): Session {
  if (event.type === 'check.finished') return checked(before, session, event)
  if (event.type === 'model.replied') return withSteps(before, session, event)
  if (event.type === 'artifact.reverted' || event.type === 'build.marked') return undone(session, event)
  if (event.type !== 'tool.finished') return session
  const task = event.task === undefined ? undefined : before.tasks[event.task]
  const call = task?.calls.find(({ id }) => id === event.data.call)
  if (!task || !call || HARMLESS.has(call.tool) || isRefusedLine(call, event)) return session
  return keeping(session, deedOf(before, { task, call, event }))
}

/** A command that was denied ran nothing. */
const isRefusedLine = (call: TaskCall, { data }: EventOf<'tool.finished'>): boolean =>
  call.tool === 'bash' && data.effect === undefined

const keeping = (session: Session, deed: Deed): Session => ({
  ...session,
  deeds: addDeed(session.deeds, unfaked(deed, session.deeds?.list)),
})

/** How much of its output a check keeps. */
const MOST_KEPT = 4_000

/** A check that Convene ran itself. It is nobody's own call. */
function checked(before: Session, session: Session, event: EventOf<'check.finished'>): Session {
  const { check, moment, outcome, exit, output = '' } = event.data
  if (moment === 'resolution' || check.kind !== 'command' || outcome === 'not_run' || exit === undefined) return session
  const effect = before.started[event.data.effect]
  const tree = (effect?.kind === 'check' && effect.worktree) || ''
  const base = { seq: event.seq, at: event.at, agent: '', chain: [], tree, ok: exit === 0 }
  const line = check.run.slice(0, LONGEST_LINE)
  // What it wrote was thrown away.
  const { runs = [] } = readCommandLine(check.run, { ok: exit === 0, exit, output })
  // Of a long output only the end is kept: other runs may have counted before it.
  const isCut = output.length >= MOST_KEPT
  return keeping(session, {
    ...base,
    line,
    exit,
    runs: isCut ? runs.map((one) => ({ ...one, isSeveral: true })) : runs,
  })
}

/** The user took back what somebody had done, or put it back. */
const undone = (session: Session, { seq, at }: Event): Session =>
  keeping(session, { seq, at, agent: '', chain: [], tree: '', ok: true, changes: true })

/** What a coding agent says that it did itself. */
function withSteps(before: Session, session: Session, event: EventOf<'model.replied'>): Session {
  const task = event.task === undefined ? undefined : before.tasks[event.task]
  const { steps = [] } = event.data
  if (!task || steps.length === 0) return session
  const { agent, chain } = task
  const base = { seq: event.seq, at: event.at, agent, chain, tree: treeOf(before, task) }
  return steps.reduce((kept, step) => keeping(kept, { ...base, ...reportedDeed(step) }), session)
}

/** Their effects are nothing that an agent would claim. */
const HARMLESS: ReadonlySet<string> = new Set([
  ...['todo', 'question', 'skill', 'task', 'delegateWork', 'reportOut', 'decide', 'vote', 'handoff'],
  ...['glob', 'list', 'outline', 'edge_cases', 'test_skeleton', 'websearch'],
])
/** Tools whose resources say everything that they do. */
const PLAIN: ReadonlySet<string> = new Set([
  'read',
  'grep',
  'search',
  'edit',
  'multiedit',
  'write',
  'patch',
  'webfetch',
  'crawl',
])

type Finished = { readonly task: Task; readonly call: TaskCall; readonly event: EventOf<'tool.finished'> }

function deedOf(session: Session, { task, call, event }: Finished): Deed {
  const { ok } = event.data
  const base = {
    seq: event.seq,
    at: event.at,
    agent: task.agent,
    chain: task.chain,
    tree: treeOf(session, task),
    ok: ok && event.data.effect !== undefined,
  }
  const resources = resourcesOf(call.at)
  if (call.tool === 'bash') return { ...base, ...ranLine(session, task, { call, event, resources }) }
  if (call.tool === AGENT_STEP) return { ...base, reported: true, ...touched(resources), ...stepDeed(call) }
  const near =
    call.tool === 'grep' || call.tool === 'search'
      ? readCommandLine('', { ok, output: event.data.output }).near
      : undefined
  const text = JSON.stringify(call.input).replaceAll('\\"', '"')
  const { wrote = [] } = touched(resources)
  const fakes = PLAIN.has(call.tool) && (fakesIn(text) || textsOf(call.input).some((one) => replacesTests(wrote, one)))
  return {
    ...base,
    ...touched(resources),
    ...(near && { near }),
    ...(fakes && { fakes }),
    ...(!PLAIN.has(call.tool) && { opaque: true }),
  }
}

/** Everything that a call writes. */
function textsOf(input: unknown): readonly string[] {
  if (typeof input === 'string') return [input]
  if (typeof input !== 'object' || input === null) return []
  return Object.entries(input).flatMap(([key, value]) => (key === 'path' ? [] : textsOf(value)))
}

/** An agent with a worktree works in the one with its name. */
const treeOf = ({ run }: Session, task: Task): string =>
  task.worktree ?? (run?.settings.worktrees?.agents.includes(task.agent) ? task.agent : '')

type Ran = {
  readonly call: TaskCall
  readonly event: EventOf<'tool.finished'>
  readonly resources: readonly Resource[]
}

const LONGEST_LINE = 300

function ranLine(session: Session, task: Task, { call, event, resources }: Ran): Partial<Deed> {
  const { ok, output } = event.data
  const line = textIn(call.input, 'command')
  const workdir = textIn(call.input, 'workdir')
  const inside = treeOf(session, task) === '' ? [session.workspace] : []
  const exit = ok ? 0 : exitIn(output)
  const read = readCommandLine(line, { ok, exit, output }, inside)
  const files = touched(resources)
  const scripts = /\b(?:pkg set|set-script)\b/u.test(line) ? ['package.json'] : []
  const wrote = [...new Set([...(read.wrote ?? []), ...scripts, ...(ok ? (files.wrote ?? []) : [])])]
  return {
    line: line.slice(0, LONGEST_LINE),
    ...(exit !== undefined && { exit }),
    ...read,
    ...(wrote.length > 0 && { wrote }),
    ...(ok && replacesTests(wrote, line) && { fakes: true }),
    ...(workdir !== '' && {
      folder: workdir,
      ...(inside.length > 0 && isElsewhere(workdir, inside) && { elsewhere: true }),
    }),
    ...(inside.length === 0 && { elsewhere: false }),
  }
}

/** The tool writes it last. What a command prints before that is its own. */
function exitIn(output: string): number | undefined {
  const found = [...output.slice(-2_000).matchAll(/^\[exit code (\d{1,3})\b/gmu)].at(-1)?.[1]
  return found === undefined ? undefined : Number(found)
}

/** Another program was allowed to do this. Only that program knows how it ended. */
function stepDeed(call: TaskCall): Partial<Deed> {
  const line = textIn(call.input, 'command')
  if (line === '') return {}
  const { runs = [], opaque } = readCommandLine(line, { ok: false, output: '' })
  return {
    line: line.slice(0, LONGEST_LINE),
    runs: runs.map(({ kind }) => ({ kind, outcome: 'unknown' as const })),
    ...(opaque && { opaque }),
  }
}

function touched(resources: readonly Resource[]): Pick<Deed, 'read' | 'wrote' | 'url'> {
  const targets = (...permissions: readonly string[]) =>
    resources
      .filter(({ permission, invalid }) => permissions.includes(permission) && !invalid)
      .map(({ target }) => target)
  const [read, wrote, [url]] = [targets('read'), targets('edit'), targets('webfetch', 'crawl')]
  return {
    ...(read.length > 0 && { read }),
    ...(wrote.length > 0 && { wrote }),
    ...(url !== undefined && { url: url.slice(0, 200) }),
  }
}

function textIn(input: unknown, key: string): string {
  const value =
    typeof input === 'object' && input !== null ? (input as { readonly [key: string]: unknown })[key] : undefined
  return typeof value === 'string' ? value : ''
}

/** A program that only prints a result proves nothing: whether its tests passed is unknown. */
function unfaked(deed: Deed, known: readonly Deed[] = []): Deed {
  const { line, runs } = deed
  if (line === undefined || !runs?.some(({ kind }) => kind === 'tests')) return deed
  const faked = known.filter(({ fakes }) => fakes).flatMap(({ wrote = [] }) => wrote)
  const words = line.split(/[\s'";&|]+/u)
  const isFaked = faked.some(
    (path) =>
      /(?:\.jsonc?|[Mm]akefile|[Jj]ustfile|\.ya?ml|Rakefile|tox\.ini|noxfile\.py)$/u.test(path) ||
      words.some((word) => word !== '' && isSameFile(word, path)),
  )
  return isFaked
    ? { ...deed, runs: runs.map((run) => (run.kind === 'tests' ? { kind: 'tests', outcome: 'unknown' } : run)) }
    : deed
}
