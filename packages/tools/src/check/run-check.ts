import { mkdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { type Check, changedMeans, ok, onlyLooks, type Result } from '@convene/domain'
import type { AbortSignal, Checked, CheckRequest } from '@convene/engine'
import { globMatcher, parseGlob, whyNoWorkspace } from '@convene/platform'
import { ignoredIn } from '../ignored/ignored-files.ts'
import { objectsFolder, worktreeFolder } from '../worktrees/worktree-record.ts'
import { worktrees } from '../worktrees/worktrees.ts'
import { checkAddress } from './check-address.ts'
import { checkCommand } from './check-command.ts'
import { checkFile, type FileCheck, ignoredState } from './check-file.ts'
import type { CheckRunnerOptions } from './check-runner.ts'
import { type CopiedTree, checksFolder, copyTree, type TreeCopy } from './copy-tree.ts'
import { changedSince, foldersIn } from './ignored-changes.ts'
import { type KnownState, knownState, rememberState } from './known-state.ts'
import { changedDuring, changesBetween, groundsOf } from './manifest.ts'
import { touchedBy } from './touched-by.ts'

/** Runs one check on a copy of the workspace. What it writes is thrown away. */
export async function runCheckOnCopy(
  options: CheckRunnerOptions,
  request: CheckRequest,
  signal: AbortSignal,
): Promise<Checked> {
  const place = await placeOf(options, request)
  if (!place.ok) return notRun(place.refusal.message)
  const workspace = place.value
  const forbidden = await whyForbiddenIn(options, { ...request, workspace })
  if (forbidden !== undefined) return notRun(`it is not allowed: ${forbidden}`)
  await rememberBeginning(options.home, { ...request, workspace })
  const copied = await copyTree(options.home, {
    ...request,
    ...whereOf(request),
    workspace,
    other: treeOf(options, request),
  })
  if (!copied.ok) return notRun(`the files could not be copied: ${copied.refusal.message}`)
  const copy = copied.value
  try {
    return { ...(await seen({ ...request, workspace }, copy, allowing(options, request), signal)), tree: copy.tree }
  } finally {
    await copy.remove()
  }
}

/** What the rules say to what it really touches: the paths that links lead to, and each command of a line. */
async function whyForbiddenIn(options: CheckRunnerOptions, request: CheckRequest): Promise<string | undefined> {
  return request.forbids?.(await touchedBy(options, request))
}

/**
 * The workspace, or the worktree that the run builds in. An experiment needs no files: without a workspace, such as in
 * the home folder, it runs in an empty folder.
 */
async function placeOf({ home, environment }: CheckRunnerOptions, request: CheckRequest): Promise<Result<string>> {
  const { session, workspace, build, moment } = request
  if (onlyLooks(moment) && (workspace === '' || whyNoWorkspace({ workspace, home, environment }) !== undefined)) {
    const empty = join(checksFolder(home, session), 'empty')
    await mkdir(empty, { recursive: true, mode: 0o700 })
    return ok(await realpath(empty))
  }
  if (build === undefined) return ok(await realpath(workspace))
  return worktrees(home).enter({ session, agent: build, build }, workspace)
}

/** What a worktree began with was noted with it, so nobody has to look before the work. */
async function rememberBeginning(home: string, request: CheckRequest): Promise<void> {
  const { session, since, worktree, workspace } = request
  if (worktree === undefined || (await knownState(home, session, since))) return
  const copied = await copyTree(home, { session, workspace, worktree, asBegun: true })
  if (!copied.ok) return
  await rememberState(home, session, since, () => stateOf(copied.value, workspace))
  await copied.value.remove()
}

/** The file system's times are coarser than the clock: what is changed from now on must not look older than this. */
async function stateOf({ files }: TreeCopy, workspace: string): Promise<KnownState> {
  const at = Date.now()
  return { at, files, folders: await foldersIn(workspace, await ignoredIn(workspace)) }
}

/** The files of a worktree are those that were noted when it was made. */
const whereOf = ({ worktree, build, moment }: CheckRequest) => ({
  worktree: worktree ?? build,
  asBegun: worktree !== undefined && moment === 'before',
})

/** A tree that the build has merged, and where its objects are. */
function treeOf({ home }: CheckRunnerOptions, { session, build, tree }: CheckRequest): CopiedTree | undefined {
  const folder = build === undefined ? undefined : worktreeFolder(home, { session, agent: build })
  return tree === undefined || folder === undefined ? undefined : { tree, objects: objectsFolder(folder) }
}

/** The user allows hosts for the workspace, not for a worktree of it. */
const allowing = (options: CheckRunnerOptions, { workspace }: CheckRequest): CheckRunnerOptions => ({
  ...options,
  allowHosts: () => options.allowHosts(workspace),
})

const notRun = (reason: string): Checked => ({ outcome: 'not_run', reason })

async function seen(
  request: CheckRequest,
  copy: TreeCopy,
  options: CheckRunnerOptions,
  signal: AbortSignal,
): Promise<Checked> {
  const { home } = options
  const { session, since, moment, check, workspace } = request
  if (moment === 'before') await rememberState(home, session, since, () => stateOf(copy, workspace))
  const before = await knownState(home, session, since)
  switch (check.kind) {
    case 'command':
      return seenCommand({ ...request, check }, { copy, before }, options, signal)
    case 'file':
      return checkFile(
        check,
        copy,
        await withoutCopy(request, check),
        await withIgnored({ request, check, copy, before, home }),
      )
    case 'change':
      return checkChange(check, request, copy, before)
    case 'address':
      return checkAddress(check, await options.allowHosts(workspace), signal)
    case 'you':
      return notRun('only you can answer it')
  }
}

/** Where a file is looked up that the copy does not have. In a worktree, nothing is missing but what git ignores. */
async function withoutCopy({ workspace, worktree }: CheckRequest, { path }: FileCheck): Promise<string | undefined> {
  if (worktree === undefined) return workspace
  const isIgnored = (await ignoredIn(workspace)).some((place) => path === place || path.startsWith(`${place}/`))
  return isIgnored ? workspace : undefined
}

type FileChecking = {
  readonly request: CheckRequest
  readonly check: FileCheck
  readonly copy: TreeCopy
  readonly before: KnownState | undefined
  readonly home: string
}

/** The state before, also of an ignored file that must not change. */
async function withIgnored({ request, check, copy, before, home }: FileChecking): Promise<KnownState | undefined> {
  const { session, since, moment, workspace } = request
  const { path, is } = check
  if (is !== 'unchanged' || !before || before.files.has(path)) return before
  const name = `${since} ${path}`
  const state = moment === 'before' && !copy.files.has(path) ? await ignoredState(workspace, path) : undefined
  if (state)
    await rememberState(home, session, name, async () => ({
      ...before,
      files: new Map([[path, state]]),
      folders: new Map(),
    }))
  const known = (await knownState(home, session, name))?.files.get(path)
  return known ? { ...before, files: new Map([...before.files, [path, known]]) } : before
}

type States = { readonly copy: TreeCopy; readonly before: KnownState | undefined }

async function seenCommand(
  { check, session, workspace, moment }: CheckRequest & { readonly check: Extract<Check, { kind: 'command' }> },
  { copy, before }: States,
  options: CheckRunnerOptions,
  signal: AbortSignal,
): Promise<Checked> {
  const { home, environment } = options
  const ignored = await ignoredIn(workspace)
  const bounds = await options.bounds?.(session)
  const from = Date.now() - CLOCK_STEP_MS
  const place = { home, environment, session, workspace, bounds, ignored, mayBeIdle: onlyLooks(moment) }
  const result = await checkCommand(check, copy, place, signal)
  if (moment === 'before' || onlyLooks(moment) || result.outcome !== 'passed') return result
  if (!before) return notRun('nobody knows what the files were before')
  const tampered = [
    ...changedMeans(check, changesBetween(before.files, copy.files), groundsOf(before.files)),
    ...(await changedSince(workspace, ignored, { ...before, line: check.run })),
    ...(await changedDuring(copy.folder, copy.files, from)),
  ]
  return tampered.length === 0 ? result : { ...result, tampered: fewOf(tampered) }
}

/** The system's clock for files has larger steps. */
const CLOCK_STEP_MS = 20

const MOST_TOLD = 20

/** The log keeps them, however many an agent makes. */
const fewOf = (changes: readonly string[]): string[] =>
  changes.length <= MOST_TOLD ? [...changes] : [`${changes.length} changes in all`, ...changes.slice(0, MOST_TOLD - 1)]

/** Something changed, and nothing outside these paths did. */
function checkChange(
  { within }: Extract<Check, { kind: 'change' }>,
  { moment, shared }: CheckRequest,
  copy: TreeCopy,
  before: KnownState | undefined,
): Checked {
  if (moment === 'before') return { outcome: 'failed', reason: 'nothing was changed yet' }
  if (!before) return notRun('nobody knows what the files were before')
  const globs = within.map((glob) => globMatcher(parseGlob(glob)))
  const changes = changesBetween(before.files, copy.files).map(({ path }) => path)
  const outside = changes.filter((path) => !globs.some((matches) => matches(path)))
  if (outside.length > 0)
    return shared
      ? notRun('other steps changed files at the same time')
      : { outcome: 'failed', reason: `it also changed ${outside.slice(0, 5).join(', ')}` }
  return changes.length > 0 ? { outcome: 'passed' } : { outcome: 'failed', reason: 'nothing was changed' }
}
