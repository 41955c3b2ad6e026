import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { folderOf } from '@convene/testkit'
import { expect, test } from 'vitest'
import { readAgentsMd } from './read-agents-md.ts'

const folders = () => {
  const root = folderOf()
  mkdirSync(join(root, 'repo', 'app', 'deep'), { recursive: true })
  return { root, repo: join(root, 'repo'), deep: join(root, 'repo', 'app', 'deep') }
}

test('the nearest one wins, up to the root of the repository and no further', () => {
  const { root, repo, deep } = folders()
  mkdirSync(join(repo, '.git'))
  writeFileSync(join(root, 'AGENTS.md'), 'not ours')
  expect(readAgentsMd(deep)).toBeUndefined()
  writeFileSync(join(repo, 'AGENTS.md'), 'of the repo\n')
  expect(readAgentsMd(deep)).toBe('of the repo')
  writeFileSync(join(deep, 'AGENTS.md'), 'nearest')
  expect(readAgentsMd(deep)).toBe('nearest')
})

test('above the workspace, only folders that are open to the caller count', () => {
  const { repo, deep } = folders()
  mkdirSync(join(repo, '.git'))
  writeFileSync(join(repo, 'AGENTS.md'), 'of another space')
  expect(readAgentsMd(deep, (folder) => folder !== repo)).toBeUndefined()
  expect(readAgentsMd(repo, () => false)).toBe('of another space')
})

test('without a repository, only the workspace itself counts', () => {
  const { repo, deep } = folders()
  writeFileSync(join(repo, 'AGENTS.md'), 'of somebody else')
  expect(readAgentsMd(deep)).toBeUndefined()
})

test('a link out of its folder and a file that is too large are not read', () => {
  const { root, repo } = folders()
  writeFileSync(join(root, 'secret'), 'secret')
  symlinkSync(join(root, 'secret'), join(repo, 'AGENTS.md'))
  expect(readAgentsMd(repo)).toBeUndefined()
  writeFileSync(join(root, 'repo', 'app', 'AGENTS.md'), 'x'.repeat(70_000))
  expect(readAgentsMd(join(repo, 'app'))).toBeUndefined()
})
