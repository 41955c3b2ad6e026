import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '@convene/testkit'
import { expect, test } from 'vitest'

test('a store in memory leaves nothing behind, even in a program that exits without closing it', () => {
  using folder = temporaryFolder()
  mkdirSync(folder.file('temporary'))
  const program = `
    import { convene } from '${fileURLToPath(new URL('index.ts', import.meta.url))}'
    const team = convene({ workspace: ${JSON.stringify(folder.path)}, store: 'memory', models: { mine: () => 'Yes.' } })
    const run = await team.run({ goal: 'Shall we?', agents: ['architect'], model: 'mine/x' })
    console.log((await run.result).answer)
    process.exit(0)`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    env: { PATH: process.env.PATH, TMPDIR: folder.file('temporary') },
    encoding: 'utf8',
  })
  expect(stdout, stderr).toBe('Yes.\n')
  expect(readdirSync(folder.file('temporary'))).toEqual([])
})
