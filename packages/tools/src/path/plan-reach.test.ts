import { mkdirSync, symlinkSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { isGranted, type Json, planGrants, type Resource } from '@convene/domain'
import { folderOf } from '@convene/testkit'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { setUp } from '../bash/bash-tool.fixture.ts'
import { workspaceWith } from '../file-tools.fixture.ts'

/** What would still ask after the plan was approved, if the rules ask about everything. */
const stillOpen = (resources: readonly Resource[]) =>
  resources.filter(({ permission, target }) => !isGranted(planGrants(resources), permission, target))

const name = fc.stringMatching(/^[a-z]{1,6}$/)
const detour = fc.constantFrom('', './', 'sub/../', './/', 'sub/./../')
const spelling = fc.constantFrom('absolute', 'above', 'linked', 'slashes')

/** Ways to write the path of a file in `outside`, from a workspace with the folder `sub` and the link `linked`. */
function spelled(how: string, { workspace, outside, file }: { workspace: string; outside: string; file: string }) {
  if (how === 'above') return join(relative(workspace, outside), file)
  if (how === 'linked') return `linked/${file}`
  return how === 'slashes' ? `/${outside}//${file}` : `${outside}/${file}`
}

function withLink(workspace: string): string {
  const outside = folderOf()
  mkdirSync(join(workspace, 'sub'), { recursive: true })
  symlinkSync(outside, join(workspace, 'linked'))
  return outside
}

test('an approved plan never lets a file tool reach outside the workspace, however the path is written', async () => {
  const bench = workspaceWith()
  const outside = withLink(bench.root)
  const tool = fc.constantFrom('write', 'edit', 'patch', 'read')
  await fc.assert(
    fc.asyncProperty(tool, spelling, detour, name, async (call, how, by, file) => {
      const place = spelled(how, { workspace: bench.root, outside, file })
      const path = place.startsWith('/') ? place : `${by}${place}`
      const patch = `--- /dev/null\n+++ ${path}\n@@ -0,0 +1 @@\n+x\n`
      const input: Json = call === 'patch' ? { patch } : { path, content: 'x', oldText: 'a', newText: 'b' }
      const resources = await bench.inspect(call, input)
      const isRefused = resources.some(({ verdict }) => verdict === 'deny')
      expect(isRefused || stillOpen(resources).some(({ permission }) => permission === 'external_directory')).toBe(true)
    }),
    { numRuns: 150 },
  )
})

const lines = [
  (path: string) => `echo hi > ${path}`,
  (path: string) => `echo hi >> "${path}"`,
  (path: string) => `true && { id; } 2> ${path}`,
  (path: string) => `tee ${path} < sub/x`,
  (path: string) => `cp sub/x ${path}`,
  (path: string) => `cd ${dirname(path)} && touch ${basename(path)}`,
  (path: string) => `P=${path}; echo hi > $P`,
  (path: string) => `bash -c 'echo hi > ${path}'`,
]

test('an approved plan never lets a command write outside the workspace, however the path is written', async () => {
  const { tool, context, workspace } = setUp()
  const outside = withLink(workspace)
  const spellings = fc.oneof(spelling, fc.constantFrom('home', 'variable'))
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...lines), spellings, detour, name, async (line, how, by, file) => {
      const place =
        how === 'home' ? `~/${file}` : how === 'variable' ? `$HOME/${file}` : spelled(how, { workspace, outside, file })
      const path = /^[/~$]/.test(place) ? place : `${by}${place}`
      const resources = await tool.inspect({ command: line(path) }, context)
      expect(stillOpen(resources), line(path)).not.toEqual([])
    }),
    { numRuns: 200 },
  )
})

test('an approved plan still covers changes and commands inside the workspace', async () => {
  const bench = workspaceWith({ 'src/a.txt': 'a' })
  expect(stillOpen(await bench.inspect('write', { path: 'src/../new.txt', content: 'x' }))).toEqual([])
  const { tool, context } = setUp()
  expect(stillOpen(await tool.inspect({ command: 'mkdir -p out && cp a.txt out' }, context))).toEqual([])
})
