import type { Result } from '@convene/domain'
import type { Environment } from '@convene/platform'

/** Where a repository is hosted: `github.com` and `acme/shop`. */
export type Forge = { readonly kind: 'github' | 'gitlab'; readonly host: string; readonly path: string }

/** A pull request, or a merge request. */
export type ForgeProposal = {
  readonly title: string
  readonly text: string
  /** Where the changes are, and where they should go. */
  readonly branch: string
  readonly into: string
  readonly draft: boolean
}

/** One way to reach a forge: its program, or its API with a token. */
export type Way = {
  readonly name: string
  /** The address of the open pull request of a branch. Undefined: there is none. */
  find(branch: string): Promise<Result<string | undefined>>
  /** Opens one and returns its address. Undefined: it may have been opened, look for it. */
  open(proposal: ForgeProposal): Promise<Result<string | undefined>>
}

const ADDRESS =
  /^(?:(?:https?|ssh):\/\/(?:[^@/]*@)?([^/:]+)(?::\d+)?\/|(?:[^@/:]+@)?([^/:]+):(?!\/\/))(.+?)(?:\.git)?\/?$/u

/** The forge behind a remote's address. Undefined: it is none that we know. */
export function forgeAt(url: string, environment: Environment): Forge | undefined {
  const [, first, second, path = ''] = ADDRESS.exec(url.trim()) ?? []
  const host = (first ?? second ?? '').toLowerCase()
  const kind = kindOf(host, environment)
  const isPath = /^[\w.-]+(?:\/[\w.-]+)+$/u.test(path) && !path.split('/').includes('..')
  return kind && isPath && /^[a-z\d.-]+$/u.test(host) ? { kind, host, path } : undefined
}

function kindOf(host: string, { GH_HOST, GITLAB_HOST, GL_HOST }: Environment): Forge['kind'] | undefined {
  if (host === 'github.com' || host === GH_HOST?.toLowerCase()) return 'github'
  if (host === 'gitlab.com' || [GITLAB_HOST, GL_HOST].some((own) => own?.toLowerCase() === host)) return 'gitlab'
  return undefined
}

/**
 * Whether an address is a pull request of this repository. What a program or an API answers is shown, opened and stored,
 * so it must not lead anywhere else.
 */
export function isOwnAddress({ kind, host, path }: Forge, address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, host: named, pathname, username, search, hash } = new URL(address)
  const middle = kind === 'github' ? '/pull/' : '/-/merge_requests/'
  const [, before, number] = new RegExp(`^/(.+)${middle}(\\d+)$`, 'u').exec(pathname) ?? []
  const isPlain = protocol === 'https:' && username === '' && search === '' && hash === ''
  return isPlain && named === host && before?.toLowerCase() === path.toLowerCase() && number !== undefined
}
