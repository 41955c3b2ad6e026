import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { folderOf } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { hasBubblewrap } from './bash-tool.fixture.ts'
import { fake, git, repository, settings } from './git-escapes.fixture.ts'
import type { Sandbox } from './sandbox.ts'

const confined: Sandbox = { kind: 'bubblewrap' }
const works = await hasBubblewrap()

const hook = (folder: string) =>
  `mkdir -p ${folder}; cp evil.sh ${folder}/post-index-change; cp evil.sh ${folder}/pre-commit`
const plant = (workspace: string, file: string) => `printf '%s' '${settings(`${workspace}/evil.sh`)}' > ${file}`
/** The folder with the settings is its own work tree: without one, git does not look at any file. */
const inPlace = (command: string) => command.replace('bare = false', 'bare = false\n\tworktree = .')

type Escape = {
  readonly name: string
  readonly before: (workspace: string) => void
  readonly command: (workspace: string) => string
}

/** What git obeys even though it is not in a folder named `.git`, or is a link in one. */
const escapes: readonly Escape[] = [
  {
    name: 'a workspace folder that becomes a repository under its own name',
    before: () => undefined,
    command: (w) => inPlace(fake('src', `${w}/evil.sh`)),
  },
  {
    name: 'the settings of a bare repository in the workspace',
    before: (w) => git(w, 'init', '-q', '--bare', 'src'),
    command: (w) => `${inPlace(plant(w, 'src/config'))}; cp -r src old; mv src older; mv old src`,
  },
  {
    name: 'hooks in a folder that settings name',
    before: (w) => {
      mkdirSync(join(w, 'hooks'))
      git(w, 'config', 'core.hooksPath', 'hooks')
    },
    command: () => `${hook('hooks')}; mv hooks old; ${hook('hooks')}`,
  },
  {
    name: 'hooks in a folder that settings name and that does not exist yet',
    before: (w) => git(w, 'config', 'core.hooksPath', 'dev/hooks'),
    command: () => `${hook('dev/hooks')}; mv dev old; ${hook('dev/hooks')}`,
  },
  {
    name: 'included settings',
    before: (w) => {
      writeFileSync(join(w, 'shared.ini'), '')
      git(w, 'config', 'include.path', '../shared.ini')
    },
    command: (w) => `${plant(w, 'shared.ini')}; rm -f shared.ini; ${plant(w, 'shared.ini')}`,
  },
  {
    name: 'included settings that do not exist yet',
    before: (w) => git(w, 'config', 'include.path', '../dev/shared.ini'),
    command: (w) => `mkdir -p dev; ${plant(w, 'dev/shared.ini')}; mv dev old; mkdir dev; ${plant(w, 'dev/shared.ini')}`,
  },
  {
    name: 'the file-watching program of git',
    before: (w) => {
      writeFileSync(join(w, 'watch.sh'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
      git(w, 'config', 'core.fsmonitor', './watch.sh')
    },
    command: () => 'cp evil.sh watch.sh; rm -f watch.sh; cp evil.sh watch.sh',
  },
  {
    name: 'linked settings',
    before: (w) => {
      renameSync(join(w, '.git/config'), join(w, '.git/mine'))
      symlinkSync('mine', join(w, '.git/config'))
    },
    command: (w) => `${plant(w, '.git/config')}; rm -f .git/config; ${plant(w, '.git/config')}`,
  },
  {
    name: 'linked hooks',
    before: (w) => {
      rmSync(join(w, '.git/hooks'), { recursive: true, force: true })
      mkdirSync(join(w, 'tools'))
      symlinkSync('../tools', join(w, '.git/hooks'))
    },
    command: () => `${hook('tools')}; rm -f .git/hooks; ${hook('.git/hooks')}`,
  },
  {
    name: 'a link that settings name as the hooks folder',
    before: (w) => {
      mkdirSync(join(w, 'tools/hooks'), { recursive: true })
      symlinkSync('tools/hooks', join(w, 'hooks'))
      git(w, 'config', 'core.hooksPath', 'hooks')
    },
    command: () => `${hook('tools/hooks')}; rm -f hooks; ${hook('hooks')}`,
  },
  {
    name: 'a link on the way to the hooks folder',
    before: (w) => {
      mkdirSync(join(w, 'tools/real/hooks'), { recursive: true })
      mkdirSync(join(w, 'shared'))
      symlinkSync('../tools/real', join(w, 'shared/current'))
      git(w, 'config', 'core.hooksPath', 'shared/current/hooks')
    },
    command: () =>
      `rm -f shared/current; ${hook('shared/current/hooks')}; mv shared old; ${hook('shared/current/hooks')}`,
  },
  {
    name: 'a link to included settings',
    before: (w) => {
      writeFileSync(join(w, 'real.ini'), '')
      symlinkSync('real.ini', join(w, 'shared.ini'))
      git(w, 'config', 'include.path', '../shared.ini')
    },
    command: (w) => `rm -f shared.ini; ${plant(w, 'shared.ini')}`,
  },
  {
    name: 'the diff program',
    before: (w) => {
      writeFileSync(join(w, 'show.sh'), '#!/bin/sh\nexit 0\n', { mode: 0o755 })
      git(w, 'config', 'diff.external', './show.sh')
    },
    command: () => 'cp evil.sh show.sh; rm -f show.sh; cp evil.sh show.sh',
  },
]

describe.runIf(works)('in the sandbox (needs bubblewrap)', () => {
  test.each(escapes)('$name cannot make the user’s next git command run a program', async ({ before, command }) => {
    const { run, workspace, personLooks } = repository(confined)
    before(workspace)
    await run(command(workspace))
    writeFileSync(join(workspace, 'a.txt'), 'changed')
    expect(personLooks('src')).toBe(false)
    git(workspace, 'commit', '-qam', 'two')
    expect(personLooks('src')).toBe(false)
    expect(git(workspace, 'log', '--format=%s')).toBe('two\none\n')
    // Placeholders that existed only while the command ran are gone.
    expect(existsSync(join(workspace, 'dev'))).toBe(false)
  })

  test.each(escapes)('without the sandbox, $name does make it run one', ({ before, command }) => {
    const { workspace, personLooks } = repository(confined)
    before(workspace)
    execFileSync('bash', ['-c', command(workspace)], { cwd: workspace, stdio: 'ignore' })
    writeFileSync(join(workspace, 'a.txt'), 'changed')
    const looked = personLooks('src')
    if (!looked) git(workspace, 'commit', '-qam', 'two')
    expect(personLooks('src')).toBe(true)
  })

  test('a repository link out of the workspace does not expose its target to a command', async () => {
    const elsewhere = folderOf({ 'pre-commit': 'private' })
    const { run, workspace } = repository(confined)
    rmSync(join(workspace, '.git/hooks'), { recursive: true, force: true })
    symlinkSync(elsewhere, join(workspace, '.git/hooks'))
    expect((await run('cat .git/hooks/pre-commit')).output).not.toContain('private')
  })
})
