import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newPlace, type TestFolders } from './launch.ts'
import { write } from './workspace.ts'

let place: TestFolders

beforeEach(() => {
  place = newPlace()
})

afterEach(() => place.remove())

test('an agent is exported, changed, saved, used and deleted', async () => {
  const exported = await place.convene('agents', 'export', 'reviewer')
  const draft = join(place.workspace, 'auditor.md')
  write(draft, exported.stdout.replace('slug: reviewer', 'slug: auditor').replace('name: Reviewer', 'name: Auditor'))
  expect(await place.convene('agents', 'validate', draft)).toMatchObject({ code: 0 })
  expect(await place.convene('agents', 'save', draft)).toMatchObject({ code: 0 })
  expect((await place.convene('agents')).stdout).toContain('auditor')
  const json = JSON.parse((await place.convene('agents', 'export', 'auditor', '--format', 'json')).stdout)
  expect(json).toMatchObject({ slug: 'auditor', name: 'Auditor' })
  expect(await place.convene('agents', 'delete', 'auditor')).toMatchObject({ code: 0 })
  expect(existsSync(join(place.home, 'agents', 'auditor.md'))).toBe(false)
  expect(await place.convene('agents', 'delete', 'reviewer')).toMatchObject({ code: 2 })
})

test('a bad file is refused with file, line, field and what was expected, and not saved', async () => {
  const draft = join(place.workspace, 'bad.md')
  write(draft, '---\nname: Bad\nslug: bad\nmaxIterations: 0\n---\nGo.\n')
  for (const command of ['validate', 'save']) {
    const { code, stdout, stderr } = await place.convene('agents', command, draft)
    expect(code).toBe(2)
    expect(stdout + stderr).toMatch(/bad\.md:4:1: maxIterations: found 0, expected/u)
  }
  expect(existsSync(join(place.home, 'agents'))).toBe(false)
})

test('agents of another tool are imported from a folder; existing ones stay', async () => {
  const folder = join(place.workspace, '.claude', 'agents')
  write(join(folder, 'scout.md'), '---\nname: scout\ndescription: Looks around\ntools: Read, Grep\n---\nLook.\n')
  write(join(folder, 'smith.md'), '---\nname: smith\ndescription: Makes things\n---\nMake.\n')
  expect(await place.convene('agents', 'import', folder)).toMatchObject({ code: 0 })
  const scout = join(place.home, 'agents', 'scout.md')
  expect(readFileSync(scout, 'utf8')).toContain('tools: { only: [read, grep] }')
  write(scout, '---\nname: Mine\nslug: scout\n---\nMine.\n')
  expect(await place.convene('agents', 'import', folder)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--replace'),
  })
  expect(readFileSync(scout, 'utf8')).toContain('Mine')
})

test('validate names missing tools, subagents, delegates and variables', async () => {
  const draft = join(place.workspace, 'odd.md')
  const fields = 'name: Odd\ntools: { only: [read, raed] }\nspawns: [explorer]\ndelegates: [nobody]'
  write(draft, `---\n${fields}\n---\nYou help {{whom}}.\n`)
  const { code, stdout } = await place.convene('agents', 'validate', draft)
  expect(code).toBe(0)
  for (const said of [
    'unknown tool "raed". Did you mean "read"?',
    'unknown subagent "explorer"',
    'unknown agent "nobody"',
    '{{whom}}',
  ])
    expect(stdout).toContain(said)
  const json = JSON.parse((await place.convene('agents', 'validate', draft, '--json')).stdout)
  expect(json).toHaveLength(4)
})
