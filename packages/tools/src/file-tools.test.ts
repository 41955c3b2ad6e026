import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { workspaceWith } from './file-tools.fixture.ts'

test('an agent lists, reads and edits a file, and gets the diff', async () => {
  const bench = workspaceWith({ 'src/a.ts': 'one\ntwo\nthree\n', '.gitignore': 'dist/\n', 'dist/x.js': '' })
  expect((await bench.call('list', { depth: 2 })).output).toBe(
    "./\n  src/\n    a.ts\n  .gitignore\n[1 left out by .gitignore or as a repository's own files.]",
  )
  expect(await bench.call('read', { path: 'src/a.ts' })).toEqual({
    ok: true,
    output: '    1\tone\n    2\ttwo\n    3\tthree',
  })
  const edited = await bench.call('edit', { path: 'src/a.ts', oldString: 'two', newString: '2' })
  expect(edited).toMatchObject({ ok: true, artifacts: [{ kind: 'diff', path: 'src/a.ts' }] })
  expect(edited.output).toContain('-two\n+2\n')
  expect(readFileSync(join(bench.root, 'src/a.ts'), 'utf8')).toBe('one\n2\nthree\n')
})
