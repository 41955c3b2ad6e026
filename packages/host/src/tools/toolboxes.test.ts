import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { extensionsOf } from '../extension/extensions.ts'
import { openProgram } from '../open-program.ts'
import { MOST_OPEN, toolboxes } from './toolboxes.ts'

function newProgram() {
  const root = mkdtempSync(join(tmpdir(), 'convene-toolboxes-'))
  const [home, workspace] = [join(root, 'home'), join(root, 'workspace')]
  for (const folder of [home, workspace]) mkdirSync(folder)
  const { program, close } = openProgram({ home, workspace, environment: {}, version: 'test' })
  onTestFinished(async () => {
    await close()
    rmSync(root, { recursive: true, force: true })
  })
  return { program, home }
}

test('tools stay the same as long as their sources do', async () => {
  const { program } = newProgram()
  expect(await program.tools()).toBe(await program.tools())
})

test('tools are reopened when the settings have changed, and the old ones are closed', async () => {
  const { program, home } = newProgram()
  const before = await program.tools()
  writeFileSync(join(home, 'config.json'), JSON.stringify({ web: { allowHosts: ['localhost:1'] } }))
  const after = await program.tools()
  expect(after).not.toBe(before)
  expect(await program.tools()).toBe(after)
})

test('an entry point that distrusts workspaces starts no server, and offers only the tools it chooses', async () => {
  const root = mkdtempSync(join(tmpdir(), 'convene-toolboxes-'))
  const [home, workspace] = [join(root, 'home'), join(root, 'workspace')]
  for (const folder of [home, workspace]) mkdirSync(folder)
  writeFileSync(join(home, 'config.json'), JSON.stringify({ mcpServers: { x: { command: 'no-such-program' } } }))
  const isThere = ({ readOnly }: { readonly readOnly: boolean }) => readOnly
  const { program, close } = openProgram({
    home,
    workspace,
    environment: {},
    version: 'test',
    distrusts: true,
    isThere,
  })
  onTestFinished(async () => {
    await close()
    rmSync(root, { recursive: true, force: true })
  })
  const tools = await program.tools()
  await tools.ready()
  expect(tools.problems()).toEqual([])
  const names = tools.list().map(({ name }) => name)
  expect(names).toContain('read')
  expect(names).not.toContain('write')
})

const noFolders = async () => ({ folders: [], hidden: [] })

test('a shared server closes the tools of the folders that were idle longest', async () => {
  const { program, home } = newProgram()
  const { environment, version, telemetry, store, workspace } = program
  const kept = toolboxes({
    home,
    workspace,
    environment,
    version,
    own: [],
    extensions: extensionsOf(),
    telemetry,
    store,
    bounds: noFolders,
  })
  const folders = Array.from({ length: MOST_OPEN }, (_, index) => join(home, '..', `folder-${index}`))
  for (const folder of folders) mkdirSync(folder)
  const [first, second] = [await kept.of(folders[0]), await kept.of(folders[1])]
  for (const folder of folders) await kept.of(folder)
  expect(await kept.of(folders[0])).toBe(first)
  await kept.of(workspace)
  expect(await kept.of(folders[0])).toBe(first)
  expect(await kept.of(folders[1])).not.toBe(second)
  await kept.close()
})
