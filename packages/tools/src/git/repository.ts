import { lstat, readdir, readFile, realpath } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { ok, type Result, refuse } from '@convene/domain'
import { askGit, type GitCall, overridesFor, runGit } from '@convene/platform'

/** `root` is the top folder, `common` is shared by all worktrees, `inside` leads from the root to the workspace. */
export type GitRepository = { readonly root: string; readonly common: string; readonly inside: string }

export type FoundRepository = GitRepository & { readonly head: string }

/** The workspace's repository, if it is its own and has a commit. Otherwise the reason. */
export async function findRepository(workspace: string): Promise<Result<FoundRepository>> {
  const old = await refuseOldGit(workspace)
  if (old) return old
  const parts = await partsOf(workspace)
  if (!parts.ok) return parts
  const { head, ...folders } = parts.value
  try {
    const [root, common, gitDir] = await Promise.all(
      [folders.root, folders.common, folders.gitDir].map((path) => realpath(path)),
    )
    const found = { root: root as string, common: common as string }
    const strange = await whyForeign({ ...found, gitDir: gitDir as string })
    if (strange) return refuse('foreign_repository', strange)
    const inside = relative(found.root, await realpath(workspace))
    return ok({ ...found, inside: inside.split(sep).join('/'), head })
  } catch (error) {
    return refuse('no_repository', `its repository cannot be read: ${(error as Error).message}`)
  }
}

/** Runs git on a repository with every program disabled that its configuration names. */
export async function gitIn({ common }: Pick<GitRepository, 'common'>, call: GitCall): Promise<Result<Buffer>> {
  const variables = { GIT_DIR: common, ...call.variables }
  const names = await askGit({ args: ['config', '--list', '--name-only', '-z'], folder: common, variables })
  if (!names.ok) return names
  return runGit({ ...call, variables, overrides: overridesFor(names.value.split('\0')) })
}

let isGitNewEnough = false

/** Before 2.31, git ignored configuration from the environment, so a repository would keep its programs. */
async function refuseOldGit(folder: string): Promise<Result<never> | undefined> {
  if (isGitNewEnough) return undefined
  const said = await askGit({ args: ['version'], folder })
  if (!said.ok) return refuse('no_git', `git cannot be used here: ${said.refusal.message}`)
  const [, major = 0, minor = 0] = /(\d+)\.(\d+)/.exec(said.value)?.map(Number) ?? []
  isGitNewEnough = major > 2 || (major === 2 && minor >= 31)
  if (isGitNewEnough) return undefined
  return refuse('old_git', `worktrees need git 2.31 or later; this is ${said.value}`)
}

type Parts = Found & { readonly head: string }

const PARTS = [
  ['--show-toplevel'],
  ['--git-common-dir'],
  ['--absolute-git-dir'],
  ['--verify', '--end-of-options', 'HEAD^{commit}'],
]

/** In a single call: worktrees need them often, and each call starts a process. */
async function partsOf(folder: string): Promise<Result<Parts>> {
  const ask = (args: readonly string[]) => askGit({ args: ['rev-parse', '--path-format=absolute', ...args], folder })
  const said = await ask(PARTS.flat())
  if (!said.ok) return unfound(said.refusal.message)
  let lines = said.value.split(/\r?\n/)
  if (lines.length !== PARTS.length) {
    // A path contains a line break.
    const each = await Promise.all(PARTS.map(ask))
    const failed = each.find((part) => !part.ok)
    if (failed && !failed.ok) return unfound(failed.refusal.message)
    lines = each.map((part) => (part.ok ? part.value : ''))
  }
  const [root = '', common = '', gitDir = '', head = ''] = lines
  return ok({ root, common, gitDir, head })
}

function unfound(said: string): Result<never> {
  if (said.includes('must be run in a work tree'))
    return refuse('bare_repository', 'its repository has no folder with files (it is bare)')
  if (said.includes('Needed a single revision')) return refuse('no_commit', 'its repository has no commit yet')
  return refuse('no_repository', said.includes('not a git repository') ? 'it is not in a git repository' : said)
}

type Found = { readonly root: string; readonly common: string; readonly gitDir: string }

/**
 * A workspace can claim another repository as its own, with a `.git` or objects that point there. An agent would then
 * get files it may not read.
 */
async function whyForeign(found: Found): Promise<string | undefined> {
  if (!(await isOwn(found))) return 'its .git leads to a repository that does not know of it'
  const objects = join(found.common, 'objects')
  for (const folder of [objects, join(objects, 'pack'), join(objects, 'info')]) {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
    const leadsOut = (await isLink(folder)) || entries.some((entry) => entry.isSymbolicLink())
    if (leadsOut || entries.some(({ name }) => folder.endsWith('info') && name === 'alternates'))
      return 'its repository takes objects from another place'
  }
  return undefined
}

const isLink = async (path: string): Promise<boolean> =>
  (await lstat(path).catch(() => undefined))?.isSymbolicLink() ?? false

/** An ordinary repository, or a worktree or submodule that its repository lists in turn. */
async function isOwn({ root, common, gitDir }: Found): Promise<boolean> {
  if (gitDir === join(root, '.git')) return common === gitDir
  if (dirname(gitDir) === join(common, 'worktrees'))
    return (await realpath(await lineOf(join(gitDir, 'gitdir')))) === join(root, '.git')
  const variables = { GIT_DIR: gitDir }
  const named = await askGit({ args: ['config', '--get', 'core.worktree'], folder: gitDir, variables })
  return gitDir === common && named.ok && (await realpath(resolve(gitDir, named.value))) === root
}

const lineOf = async (file: string): Promise<string> => (await readFile(file, 'utf8')).replace(/\r?\n$/, '')
