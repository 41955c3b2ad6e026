import { execFileSync } from 'node:child_process'
import { chmodSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { folderOf, git, put, repositoryWith } from '@convene/testkit'
import fc from 'fast-check'
import type { Trees } from '../build/trees.ts'
import { withTrees } from '../build/trees.ts'
import { findRepository } from '../git/repository.ts'

/** A file's lines, or what else it is. Undefined: it is not there. */
export type Content = string | { readonly link: string } | { readonly program: string }
export type Folder = { readonly [path: string]: Content }

const line = fc.constantFrom('a', 'b', 'c', 'd', 'a\r', '', 'long line of words', '\r')
const text = fc.array(line, { maxLength: 8 }).map((lines) => lines.map((one) => `${one}\n`).join(''))
const content: fc.Arbitrary<Content> = fc.oneof(
  { weight: 8, arbitrary: text },
  { weight: 1, arbitrary: fc.constantFrom('no newline', '\0binary\0', '\0other\0') },
  { weight: 1, arbitrary: fc.constantFrom({ link: 'a.txt' }, { link: '/etc/hosts' }) },
  { weight: 1, arbitrary: text.map((program) => ({ program })) },
)
const path = fc.constantFrom('a.txt', 'b.txt', 'dir/c.txt', 'dir/deep/d.txt', 'dir', 'é ü.txt')

/** Folders without a file that is also a folder. */
const folder = fc
  .dictionary(path, content, { maxKeys: 5 })
  .map(
    (files): Folder =>
      Object.fromEntries(
        Object.entries(files).filter(([one]) => !Object.keys(files).some((other) => other.startsWith(`${one}/`))),
      ),
  )

type Edit = (before: Folder) => Folder
const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.tuple(path, text, fc.nat(8)).map(
    ([one, more, at]): Edit =>
      (before) => {
        const was = before[one]
        if (typeof was !== 'string') return before
        const lines = was.split('\n')
        return {
          ...before,
          [one]: [...lines.slice(0, at), ...more.split('\n').slice(0, 1), ...lines.slice(at + 1)].join('\n'),
        }
      },
  ),
  folder.map(
    (files): Edit =>
      (before) =>
        whole({ ...before, ...files }),
  ),
  path.map(
    (one): Edit =>
      (before) =>
        Object.fromEntries(Object.entries(before).filter(([other]) => other !== one)),
  ),
  fc.tuple(path, fc.constantFrom('moved.txt', 'dir/moved.txt')).map(
    ([from, to]): Edit =>
      (before) => {
        const { [from]: was, ...rest } = before
        return was === undefined ? before : whole({ ...rest, [to]: was })
      },
  ),
  // The same text as a program or as a plain file, with other ends of lines, and without the last of them
  path.map((one): Edit => changing(one, (was) => (typeof was === 'string' ? { program: was } : was.program))),
  path.map((one): Edit => changing(one, (was) => mapped(was, (all) => all.replaceAll(/\r?\n/gu, '\r\n')))),
  path.map((one): Edit => changing(one, (was) => mapped(was, (all) => all.replace(/\r?\n$/u, '')))),
)

type Text = string | { readonly program: string }

const changing =
  (one: string, change: (was: Text) => Text): Edit =>
  (before) => {
    const was = before[one]
    return was === undefined || (typeof was !== 'string' && 'link' in was) ? before : { ...before, [one]: change(was) }
  }

const mapped = (was: Text, change: (all: string) => string): Text =>
  typeof was === 'string' ? change(was) : { program: change(was.program) }

const whole = (files: Folder): Folder =>
  Object.fromEntries(
    Object.entries(files).filter(([one]) => !Object.keys(files).some((other) => other.startsWith(`${one}/`))),
  )

export type History = { readonly base: Folder; readonly ours: Folder; readonly theirs: Folder }

/** Two lines of work from one beginning. */
export const histories: fc.Arbitrary<History> = fc
  .tuple(folder, fc.array(edit, { maxLength: 3 }), fc.array(edit, { maxLength: 3 }))
  .map(([base, mine, others]) => {
    const after = (edits: readonly Edit[]) => edits.reduce((files, one) => one(files), base)
    return { base, ours: after(mine), theirs: after(others) }
  })

/** Makes a folder contain exactly these files, apart from `.git`. */
export function fill(place: string, files: Folder): void {
  for (const name of readdirSync(place)) if (name !== '.git') rmSync(join(place, name), { recursive: true })
  for (const [one, what] of Object.entries(files)) {
    if (typeof what === 'string') put(place, { [one]: what })
    else if ('program' in what) {
      put(place, { [one]: what.program })
      chmodSync(join(place, one), 0o755)
    } else {
      put(place, { [one]: '' })
      rmSync(join(place, one))
      symlinkSync(what.link, join(place, one))
    }
  }
}

export const commitAll = (place: string, message: string): string => {
  git(place, 'add', '--all')
  git(place, 'commit', '--quiet', '--allow-empty', `--message=${message}`)
  return git(place, 'rev-parse', 'HEAD^{tree}').trim()
}

/** A repository with both lines of work as branches, and their trees. */
export function branched({ base, ours, theirs }: History) {
  const repository = repositoryWith({ '.gitignore': 'ignored/\n' })
  const keep = { '.gitignore': 'ignored/\n' }
  fill(repository, { ...keep, ...base })
  const trees: Record<string, string> = { base: commitAll(repository, 'base') }
  for (const [name, files] of Object.entries({ theirs, ours })) {
    git(repository, 'checkout', '--quiet', '-b', name, 'main')
    fill(repository, { ...keep, ...files })
    trees[name] = commitAll(repository, name)
  }
  return { repository, trees: trees as { base: string; ours: string; theirs: string } }
}

/** What git itself makes of it, in another clone: the merged tree, or undefined for a conflict. */
export function mergedByGit(repository: string): string | undefined {
  const clone = join(realpathSync(folderOf()), 'clone')
  execFileSync('git', ['clone', '--quiet', '--branch', 'ours', repository, clone], { stdio: 'ignore' })
  try {
    git(clone, 'merge', '--quiet', '--no-edit', 'origin/theirs')
    return git(clone, 'rev-parse', 'HEAD^{tree}').trim()
  } catch {
    return undefined
  }
}

/** Works with the trees of a repository, as a build does. */
export async function inRepository<T>(repository: string, work: (trees: Trees) => Promise<T>): Promise<T> {
  const found = await findRepository(repository)
  if (!found.ok) throw new Error(found.refusal.message)
  const { head: base, ...rest } = found.value
  const place = join(realpathSync(folderOf()), 'build')
  return withTrees(place, { workspace: repository, ...rest, base, ready: true }, work)
}
