import { ok, type Result, refuse } from '@convene/domain'

/** A repository at one commit, as sessions name it instead of a folder: `git:https://host/team/shop.git@<commit>`. */
export type RepositoryName = { readonly url: string; readonly commit: string }

const PREFIX = 'git:'
const COMMIT = /^[0-9a-f]{40}$/u

/** Whether a workspace is meant to be a repository, valid or not. Cannot be confused with paths, which are absolute. */
export const isRepositoryName = (workspace: string): boolean => workspace.startsWith(PREFIX)

export const repositoryName = ({ url, commit }: RepositoryName): string => `${PREFIX}${url}@${commit}`

/** The repository that a session works in, or undefined if it works in a folder. */
export function readRepositoryName(workspace: string): RepositoryName | undefined {
  const read = isRepositoryName(workspace) ? readRepository(workspace) : undefined
  return read?.ok && COMMIT.test(read.value.ref) ? { url: read.value.url, commit: read.value.ref } : undefined
}

/** What someone asks for: a commit, a branch, a tag, or the repository's own default (`HEAD`). */
export type WantedRepository = { readonly url: string; readonly ref: string }

/** A repository as people write it. Addresses with names or passwords are refused: they would end up in logs. */
export function readRepository(text: string): Result<WantedRepository> {
  const [, address = '', ref = 'HEAD'] = /^git:(https?:\/\/[^\s@]+?)(?:@([^\s@]+))?$/u.exec(text) ?? []
  const url = URL.canParse(address) ? new URL(address) : undefined
  const isPlain = url && url.search === '' && url.hash === '' && /^\/(?:[\w.~-]+\/)*[\w.~-]+$/u.test(url.pathname)
  if (!isPlain || url.pathname.split('/').some((part) => part.startsWith('-')))
    return refuse('bad_workspace', 'Write a repository as git:https://HOST/PATH@COMMIT, without a name or password.')
  return isRef(ref)
    ? ok({ url: url.href, ref })
    : refuse('bad_workspace', `"${ref.slice(0, 100)}" is not a commit, a branch or a tag.`)
}

export const isCommit = (ref: string): boolean => COMMIT.test(ref)

/** Names that git accepts and does not take for an option or a range. */
const isRef = (ref: string): boolean =>
  ref.length <= 200 &&
  /^[\w][\w./+-]*$/u.test(ref) &&
  !ref.includes('..') &&
  !ref.includes('//') &&
  !ref.endsWith('.lock')
