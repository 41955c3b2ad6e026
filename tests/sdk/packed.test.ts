import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@convene/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root, stageCommands } from '../../scripts/package/stage.mjs'

const folder = temporaryFolder()
const project = folder.file('project')

/** A project of somebody else, with the package and nothing of this repository. */
beforeAll(async () => {
  await stageCommands(folder.file('convene'))
  mkdirSync(join(project, 'node_modules/@types'), { recursive: true })
  for (const name of ['zod', 'typescript', '@types/node', 'undici-types'])
    symlinkSync(join(root, 'node_modules', name), join(project, 'node_modules', name))
  cpSync(folder.file('convene'), join(project, 'node_modules/@convene/cli'), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(project, 'node_modules/@convene/cli/node_modules'))
  cpSync(join(root, 'examples'), project, { recursive: true })
  writeFileSync(join(project, 'package.json'), '{ "name": "somebody", "type": "module", "private": true }')
  const compilerOptions = {
    strict: true,
    noEmit: true,
    module: 'nodenext',
    target: 'es2024',
    types: ['node'],
    skipLibCheck: false,
    allowImportingTsExtensions: true,
  }
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
}, 180_000)
afterAll(() => folder[Symbol.dispose]())

const node = (...words: readonly string[]) =>
  spawnSync(process.execPath, words, {
    cwd: project,
    encoding: 'utf8',
    env: {
      PATH: process.env.PATH ?? '',
      HOME: folder.path,
      CONVENE_HOME: folder.file('home'),
      CONVENE_REHEARSAL_PACE: '0',
    },
  })

test('every example compiles against the types of the package, strictly', () => {
  const files = readdirSync(project).filter((name) => name.endsWith('.ts'))
  expect(files.length).toBeGreaterThan(2)
  const { stdout, status } = node(join(root, 'node_modules/typescript-7/bin/tsc'), '-p', '.')
  expect([status, stdout]).toEqual([0, ''])
})

test('an agent, a tool and a model in code run from the package', () => {
  const { status, stdout, stderr } = node('own-tool.ts')
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toContain('I was asked: ')
  expect(stdout).toContain('How many lamps are left?')
})

test('a panel runs from the package, and ends', () => {
  writeFileSync(
    join(project, 'rehearsed.mjs'),
    `import { convene } from '@convene/cli/sdk'
const team = convene({ store: 'memory', environment: { CONVENE_REHEARSAL_PACE: '0' } })
const run = await team.run({ goal: 'A or B?', mode: 'panel', model: 'rehearsal/offline' })
let count = 0
for await (const event of run) count += 1
const { state, rehearsal } = await run.result
console.log(JSON.stringify({ state, rehearsal, many: count > 20 }))
await team.close()
`,
  )
  const { stdout, stderr } = node('rehearsed.mjs')
  expect(stderr).toBe('')
  expect(JSON.parse(stdout)).toEqual({ state: 'completed', rehearsal: true, many: true })
})
