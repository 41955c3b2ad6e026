import { canary, git, lazyRepository, repositoryWith } from '@convene/testkit'
import { expect, test } from 'vitest'
import { gitEnvironment, overridesFor } from './git-environment.ts'
import { askGit, runGit } from './run-git.ts'

const ways = { askGit, runGit }

test.each(Object.entries(ways))(
  '%s does not fetch what a repository lacks with the program it names',
  async (_, run) => {
    const { folder, sung } = lazyRepository()
    for (const args of [
      ['ls-files'],
      ['ls-files', '--', '.claude/node_modules'],
      ['ls-tree', '-r', 'HEAD'],
      ['status'],
    ])
      await run({ args, folder })
    expect(sung()).toEqual([])
    git(folder, 'ls-files', '--', '.claude/node_modules')
    expect(sung(), 'a git without these guards would have started it').not.toEqual([])
  },
)

test.each(Object.entries(ways))('%s starts no program that a repository names', async (_, run) => {
  const { program, sung } = canary()
  const folder = repositoryWith({ 'a.txt': 'a' })
  git(folder, 'config', 'core.fsmonitor', program)
  git(folder, 'config', 'diff.external', program)
  for (const args of [['status'], ['diff', 'HEAD'], ['ls-files']]) await run({ args, folder })
  expect(sung()).toEqual([])
})

test('hooks in settings, which newer versions of git know, are turned off by name', () => {
  const overrides = overridesFor(['hook.linter.command', 'hook.a.b.event', 'hook.jobs'])
  expect(overrides).toContainEqual(['hook.linter.enabled', 'false'])
  expect(overrides).toContainEqual(['hook.linter.command', 'true'])
  expect(overrides).toContainEqual(['hook.a.b.enabled', 'false'])
})

test('git inherits no variable of ours, and finds no program in the folder it runs in', () => {
  const names = Object.keys(gitEnvironment([], 'bin:/usr/bin:.'))
  expect(names.filter((name) => !/^(PATH|HOME|LC_ALL|GIT_[A-Z0-9_]+)$/u.test(name))).toEqual([])
  expect(gitEnvironment([], 'bin:/usr/bin:.').PATH).toBe('/usr/bin')
})
