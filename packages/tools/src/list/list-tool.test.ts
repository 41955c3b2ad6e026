import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { folderOf } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { workspaceWith } from '../file-tools.fixture.ts'
import { makePipe } from '../path/pipe.fixture.ts'

describe('a list', () => {
  test('has one level, folders first, or a tree to a given depth', async () => {
    const bench = workspaceWith({ 'b.txt': '', 'a/deep/er/x.txt': '', 'a/y.txt': '' })
    expect((await bench.call('list', {})).output).toBe('./\n  a/\n  b.txt')
    expect((await bench.call('list', { depth: 2 })).output).toBe('./\n  a/\n    deep/\n    y.txt\n  b.txt')
    expect((await bench.call('list', { path: 'a', depth: 3 })).output).toBe(
      'a/\n  deep/\n    er/\n      x.txt\n  y.txt',
    )
  })

  test('honours every .gitignore from the workspace down', async () => {
    const bench = workspaceWith({
      '.gitignore': '*.log\n/build/\n',
      'a.log': '',
      'build/x': '',
      'sub/b.log': '',
      'sub/keep.txt': '',
      'sub/.gitignore': 'mine\n',
      'sub/mine': '',
      '.git/config': '',
    })
    expect((await bench.call('list', { path: 'sub' })).output).toBe(
      "sub/\n  .gitignore\n  keep.txt\n[2 left out by .gitignore or as a repository's own files.]",
    )
    expect((await bench.call('list', {})).output).toMatch(/^\.\/\n {2}sub\/\n {2}\.gitignore\n\[3 left out/)
  })

  test('names links and pipes, and follows neither', async () => {
    const outside = folderOf({ 'secret.txt': '' })
    const bench = workspaceWith()
    symlinkSync(outside, join(bench.root, 'link'))
    makePipe(join(bench.root, 'pipe'))
    expect((await bench.call('list', { depth: 3 })).output).toBe('./\n  link (link)\n  pipe (special)')
  })

  test('of a large folder is cut, and says so', async () => {
    const bench = workspaceWith(Object.fromEntries(Array.from({ length: 1_100 }, (_, index) => [`f${index}`, ''])))
    const { output } = await bench.call('list', {})
    expect(output.split('\n')).toHaveLength(1_002)
    expect(output).toMatch('[More entries follow')
  })

  test('of a missing path, a file or an empty folder says so', async () => {
    const bench = workspaceWith({ 'a.txt': '' })
    expect((await bench.call('list', { path: 'none' })).output).toBe('"none" does not exist.')
    expect((await bench.call('list', { path: 'a.txt' })).output).toMatch('is a file')
    expect((await workspaceWith().call('list', {})).output).toBe('./\n[The folder is empty.]')
  })
})
