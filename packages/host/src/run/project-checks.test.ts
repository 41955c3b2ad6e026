import { execFileSync } from 'node:child_process'
import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { folderOf } from '@convene/testkit'
import { expect, test } from 'vitest'
import type { Program } from '../program.ts'
import { projectChecks } from './project-checks.ts'

const checksIn = (workspace: string) =>
  projectChecks({ workspace, settings: async () => ({ settings: { checks: { project: [] } } }) } as unknown as Program)

const script = (name: string) => JSON.stringify({ scripts: { [name]: 'true' } })

test('a project is checked with what its own files say, however large its lock file is', async () => {
  const workspace = folderOf({ 'package.json': script('test'), 'pnpm-lock.yaml': 'x'.repeat(300_000) })
  expect(await checksIn(workspace)).toEqual({ checks: { project: [], found: ['pnpm test'] } })
})

test('a link to files elsewhere tells nothing about them', async () => {
  const [theirs, workspace] = [folderOf({ 'package.json': script('test') }), folderOf()]
  symlinkSync(join(theirs, 'package.json'), join(workspace, 'package.json'))
  expect(await checksIn(workspace)).toEqual({})
})

test.skipIf(process.platform === 'win32')('a pipe in place of a file holds nothing up', async () => {
  const workspace = folderOf()
  execFileSync('sh', ['-c', 'mkfifo Makefile'], { cwd: workspace })
  writeFileSync(join(workspace, 'package.json'), script('test'))
  expect(await checksIn(workspace)).toMatchObject({ checks: { found: ['npm test'] } })
})
