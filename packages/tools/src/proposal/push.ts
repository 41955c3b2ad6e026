import { cleanLine, ok, type Result, refuse } from '@convene/domain'
import type { Environment } from '@convene/platform'
import type { Trees } from '../build/trees.ts'
import { credentialHelpers, ownSettings } from './credential-helpers.ts'
import { localPrograms, plainRepository } from './plain-repository.ts'

/** A branch of a remote, reached with what the user has set up for git: keys, agents, credential helpers. */
export type PushTarget = {
  readonly url: string
  readonly branch: string
  readonly environment: Environment
}

const TIMEOUT_MS = 120_000

/** The user's own variables that git needs to reach a remote. Nothing of the workspace's. */
const PASSED = [
  'HOME',
  'USER',
  'XDG_CONFIG_HOME',
  'SSH_AUTH_SOCK',
  'SSH_AGENT_PID',
  'HTTPS_PROXY',
  'https_proxy',
  'HTTP_PROXY',
  'http_proxy',
  'NO_PROXY',
  'no_proxy',
  'GIT_SSL_CAINFO',
  'SSL_CERT_FILE',
  'APPDATA',
  'USERPROFILE',
  'SystemRoot',
]

/** The remote's commit on the branch. Null: it has no such branch. */
export async function remoteHead(trees: Trees, target: PushTarget): Promise<Result<string | null>> {
  const bad = await whyBadBranch(trees, target.branch)
  if (bad) return bad
  const said = await reach(trees, target, ['ls-remote', '--', target.url, `refs/heads/${target.branch}`])
  if (!said.ok) return said
  const [, commit = null] = /^([0-9a-f]{40,64})\t/u.exec(said.value.toString('utf8')) ?? []
  return ok(commit)
}

/** Pushes a commit to the branch, without force: if the branch has moved, it is refused. */
export async function pushCommit(trees: Trees, target: PushTarget, commit: string): Promise<Result<true>> {
  const options = ['--no-verify', '--no-follow-tags', '--no-signed', '--recurse-submodules=no', '--porcelain']
  const spec = `${commit}:refs/heads/${target.branch}`
  const pushed = await reach(trees, target, ['push', ...options, '--', target.url, spec])
  return pushed.ok ? ok(true) : pushed
}

async function whyBadBranch({ git }: Trees, branch: string): Promise<Result<never> | undefined> {
  const said = await git(['check-ref-format', `refs/heads/${branch}`])
  const isFine = said.ok && !branch.startsWith('-')
  return isFine ? undefined : refuse('bad_branch', `"${cleanLine(branch)}" is not a branch name.`)
}

/**
 * The remote is asked as the user would, but from a repository without settings: those of the workspace could send it
 * elsewhere, or start a program.
 */
async function reach(trees: Trees, { environment, url }: PushTarget, args: readonly string[]): Promise<Result<Buffer>> {
  const [command = '', ...rest] = args
  const isNetwork = /^(?!file:)[^/\\]{2,}:/iu.test(url)
  const own = PASSED.flatMap((name) => (environment[name] === undefined ? [] : [[name, environment[name]] as const]))
  const helpers = await credentialHelpers(environment)
  const called = [command, ...(isNetwork ? [] : localPrograms(command)), ...rest]
  const said = await trees.git([...helpers.flatMap((helper) => ['-c', helper]), ...called], {
    timeoutMs: TIMEOUT_MS,
    variables: {
      ...Object.fromEntries(own),
      ...ownSettings(environment),
      GIT_DIR: await plainRepository(trees),
      GIT_ALLOW_PROTOCOL: isNetwork ? 'https:ssh' : 'file',
      GIT_SSH_COMMAND: environment.GIT_SSH_COMMAND ?? 'ssh -o BatchMode=yes',
      GCM_INTERACTIVE: 'never',
    },
  })
  return said.ok ? said : refuse('not_pushed', whyNot(said.refusal.message, url))
}

/** Without the address: it may hold a password. */
function whyNot(message: string, url: string): string {
  const said = cleanLine(message.replaceAll(url, 'the remote').replaceAll(/\/\/[^@\s/]+@/gu, '//'))
  const isBehind = /non-fast-forward|fetch first|rejected/iu.test(said)
  return isBehind
    ? 'The branch has changed on the remote. Nothing was overwritten. Try again.'
    : `The remote could not be reached or refused: ${said}`
}
