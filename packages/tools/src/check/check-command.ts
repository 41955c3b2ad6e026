import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { type CallId, type Check, compilePattern, matchesPattern, type SessionId, type TaskId } from '@convene/domain'
import type { AbortSignal, Checked } from '@convene/engine'
import { type CapturedOutput, capturedOutput } from '../bash/captured-output.ts'
import { commandEnvironment } from '../bash/command-environment.ts'
import type { Confinement, Mount } from '../bash/confinement.ts'
import { prepareCommand } from '../bash/prepare.ts'
import { marker } from '../bash/process-tree.ts'
import { resourceLimitText, usualResourceLimits } from '../bash/resource-limits.ts'
import { type CommandEnd, runCommand } from '../bash/run-command.ts'
import { confine, findSandbox, type Sandbox } from '../bash/sandbox.ts'
import type { FolderBounds } from '../host/folder-guard.ts'
import { copyIgnored } from '../ignored/ignored-files.ts'
import { checksFolder, type TreeCopy } from './copy-tree.ts'
import { passesAnyway } from './passes-anyway.ts'

export type CommandCheck = Extract<Check, { kind: 'command' }>

export type CheckContext = {
  readonly home: string
  readonly environment: { readonly [name: string]: string | undefined }
  readonly session: SessionId
  readonly workspace: string
  readonly bounds?: FolderBounds | undefined
  readonly ignored: readonly string[]
  /** Nothing has to pass: it is only looked at. */
  readonly mayBeIdle: boolean
}

const LONGEST_MS = 3_600_000
const LIMITS = { lines: 2_000, bytes: 50_000, spillBytes: 1_000_000 }
const MOST_KEPT = 4_000
/** Copying more ignored files takes longer than most tests. */
const FEW = 3_000
const NOT_FOUND = 127

/** Runs a command in the sandbox, in a copy of the workspace. Without a sandbox nothing runs. */
export async function checkCommand(
  check: CommandCheck,
  copy: TreeCopy,
  context: CheckContext,
  signal: AbortSignal,
): Promise<Checked> {
  const sandbox = await findSandbox()
  if (sandbox.kind === 'none')
    return { outcome: 'not_run', reason: `commands are checked in a sandbox only: ${sandbox.why}` }
  const { folder } = copy
  const shown = await bringIgnored(sandbox, folder, context)
  const { to, release } = await prepareCommand(preparing(check, folder, context, signal))
  const inside = { ...to, mounts: [...(to.mounts ?? []), ...shown], folder }
  const seen = async (line: string, timeoutMs: number): Promise<Checked> => {
    const output = capturedOutput(join(checksFolder(context.home, context.session), 'output.log'), LIMITS)
    const end = await runConfined({ check, line, sandbox, inside, timeoutMs, output }, context, signal)
    return judged(check, end, output.finish().text)
  }
  try {
    const found = await seen(lineOf(check), LONGEST_MS)
    if (found.outcome !== 'passed' || context.mayBeIdle) return found
    const isIdle = await passesAnyway(check.run, async (line) => (await seen(line, DRY_MS)).outcome === 'passed')
    return isIdle ? { outcome: 'not_run', reason: 'it passes whatever its programs do, so it checks nothing' } : found
  } finally {
    await release()
  }
}

/** Without programs, a line takes no time, unless it never ends. */
const DRY_MS = 5_000

type Confining = {
  readonly check: CommandCheck
  readonly line: string
  readonly sandbox: Sandbox
  readonly inside: Omit<Confinement, 'network' | 'environment' | 'limits'>
  readonly timeoutMs: number
  readonly output: CapturedOutput
}

async function runConfined(
  { check, line, sandbox, inside, timeoutMs, output }: Confining,
  context: CheckContext,
  signal: AbortSignal,
): Promise<CommandEnd> {
  const limits = usualResourceLimits()
  const mark = randomUUID()
  const environment = { ...commandEnvironment(context.environment), ...ownCaches(mark), CI: '1', [marker]: mark }
  const network = check.network === true
  const confined = confine(sandbox, line, { ...inside, network, environment, limits })
  const around = { PATH: commandEnvironment(context.environment).PATH ?? '' }
  const { folder } = inside
  return runCommand(
    { ...confined, folder, environment: around, mark, isConfined: true, timeoutMs, limits, output },
    signal,
  )
}

/** The exit code of a line is that of its first failing part: nothing after it may hide it. */
const lineOf = ({ run }: CommandCheck): string => `set -eo pipefail\n${run}`

/** Python runs compiled files without looking at their source, if they say so. Elsewhere, it finds none. */
const ownCaches = (mark: string) => ({ PYTHONPYCACHEPREFIX: `/tmp/pycache-${mark}` })

/** Ignored files belong to no tree, but most commands need them. Those too many to copy are shown read-only. */
async function bringIgnored({ kind }: Sandbox, folder: string, context: CheckContext): Promise<readonly Mount[]> {
  const { workspace, ignored } = context
  const few = kind === 'bubblewrap' ? FEW : Number.POSITIVE_INFINITY
  const large = await copyIgnored({ workspace, copy: folder, few }, ignored)
  return large.map((path) => ({ path: join(folder, path), source: join(workspace, path), access: 'read' }))
}

function preparing({ run }: CommandCheck, folder: string, context: CheckContext, signal: AbortSignal) {
  const { home, environment, session, bounds } = context
  const nobody = { session, task: 'check' as TaskId, call: 'check' as CallId, agent: 'convene' }
  const inside = { ...nobody, workspace: folder, ...(bounds && { bounds }) }
  return { command: run, isConfined: true, options: { home, environment }, context: inside, signal }
}

function judged(check: CommandCheck, end: CommandEnd, text: string): Checked {
  const output = text.trimEnd().slice(-MOST_KEPT)
  const shown = output === '' ? {} : { output }
  switch (end.reason) {
    case 'exit':
      return { ...exited(check, end.code ?? 0, text), exit: end.code ?? 0, ...shown }
    case 'signal':
      return { outcome: 'failed', reason: `it was ended by ${end.signal}`, ...shown }
    case 'limit':
      return {
        outcome: 'not_run',
        reason: `it used more than ${resourceLimitText(end.limit ?? 'processes', usualResourceLimits())}`,
        ...shown,
      }
    case 'not started':
      return { outcome: 'not_run', reason: `it could not be started: ${end.error}` }
    default:
      return { outcome: 'not_run', reason: 'it was stopped', ...shown }
  }
}

function exited({ exit = 0, output }: CommandCheck, code: number, text: string): Pick<Checked, 'outcome' | 'reason'> {
  if (code === NOT_FOUND && exit !== NOT_FOUND)
    return { outcome: 'not_run', reason: 'a program that it needs is missing (exit code 127)' }
  if (code !== exit) return { outcome: 'failed', reason: `exit code ${code}${exit === 0 ? '' : ` instead of ${exit}`}` }
  if (output === undefined) return { outcome: 'passed' }
  const pattern = compilePattern(output)
  if (!pattern.ok) return { outcome: 'not_run', reason: pattern.refusal.message }
  return matchesPattern(pattern.value, text)
    ? { outcome: 'passed' }
    : { outcome: 'failed', reason: `its output does not contain /${output}/` }
}
