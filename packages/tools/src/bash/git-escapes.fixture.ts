import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { folderOf } from '@convene/testkit'
import { setUp } from './bash-tool.fixture.ts'
import type { Sandbox } from './sandbox.ts'

export const git = (folder: string, ...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b', '-c', 'protocol.file.allow=always', ...args], {
    cwd: folder,
    stdio: 'pipe',
    encoding: 'utf8',
  })

/** A repository with one commit, and a program that leaves a mark if it ever runs. */
export function repository(sandbox: Sandbox, files: { readonly [path: string]: string } = {}) {
  const place = setUp(sandbox, { 'a.txt': 'a', ...files })
  const workspace = realpathSync(place.workspace)
  const mark = join(realpathSync(folderOf()), 'ran')
  writeFileSync(join(workspace, 'evil.sh'), `#!/bin/sh\ntouch ${mark}\n`)
  chmodSync(join(workspace, 'evil.sh'), 0o755)
  git(workspace, 'init', '-q', '-b', 'main')
  git(workspace, 'add', '.')
  git(workspace, 'commit', '-qm', 'one')
  mkdirSync(join(workspace, 'nested'))
  git(join(workspace, 'nested'), 'init', '-q')
  /** What the user does next, in every folder that could be a repository. */
  const personLooks = (...folders: readonly string[]) => {
    for (const folder of ['.', ...folders]) {
      if (!existsSync(join(workspace, folder))) continue
      for (const args of [['status'], ['diff'], ['log', '-1'], ['branch']]) {
        try {
          git(join(workspace, folder), ...args)
        } catch {
          // Git refuses to read this repository, so it runs nothing.
        }
      }
    }
    return existsSync(mark)
  }
  const aside = () => {
    const folder = join(place.home, 'set-aside', 'session')
    return existsSync(folder)
      ? readdirSync(folder)
          .flatMap((name) => readdirSync(join(folder, name)))
          .sort()
      : []
  }
  return { ...place, workspace, mark, personLooks, aside }
}

export const settings = (program: string) =>
  `[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tfsmonitor = ${program}\n`

/** A command that creates a git folder whose settings name a program. */
export const fake = (folder: string, program: string) =>
  `mkdir -p ${folder}/objects ${folder}/refs/heads && echo 'ref: refs/heads/main' > ${folder}/HEAD && ` +
  `printf '%s' '${settings(program)}' > ${folder}/config`
