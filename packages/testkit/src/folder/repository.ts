import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { folderOf } from './folder-of.ts'

type Files = { readonly [path: string]: string }

const environment = {
  PATH: process.env.PATH ?? '',
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  ...Object.fromEntries(
    ['AUTHOR', 'COMMITTER'].flatMap((who) => [
      [`GIT_${who}_NAME`, 'Ada'],
      [`GIT_${who}_EMAIL`, 'ada@example.com'],
    ]),
  ),
}

/** The user's own git, unrestricted. */
export const git = (folder: string, ...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: folder, env: environment, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })

/** A repository with one commit of these files, on the branch main. */
export function repositoryWith(files: Files, folder = realpathSync(folderOf())): string {
  mkdirSync(folder, { recursive: true })
  git(folder, 'init', '--quiet', '--initial-branch=main')
  put(folder, files)
  git(folder, 'add', '--all')
  git(folder, 'commit', '--quiet', '--message=first')
  return folder
}

export function put(folder: string, files: Files): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

/** A program that leaves a mark when started, and a check whether it was. */
export function canary() {
  const folder = realpathSync(folderOf())
  const sung = join(folder, 'sung')
  mkdirSync(sung)
  const program = join(folder, 'canary')
  writeFileSync(program, `#!/bin/sh\ntouch '${sung}'/"$(basename "$0")-$$"\ncat 2>/dev/null\nexit 0\n`)
  chmodSync(program, 0o755)
  return { program, sung: () => readdirSync(sung) }
}

/** Everything a user would miss or wonder about: branches, the index, the configuration, and the contents of `.git`. */
export function stateOf(repository: string) {
  return {
    refs: git(repository, 'for-each-ref'),
    head: git(repository, 'symbolic-ref', 'HEAD'),
    status: git(repository, 'status', '--porcelain'),
    config: git(repository, 'config', '--local', '--list'),
    inside: readdirSync(join(repository, '.git')).sort(),
    worktrees: existsSync(join(repository, '.git/worktrees')),
    objects: git(repository, 'count-objects', '--verbose'),
  }
}
