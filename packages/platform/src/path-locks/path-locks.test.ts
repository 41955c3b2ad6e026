import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Processes } from '@convene/engine'
import { folderOf } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { holdsNothing, lockPaths, releaseDeadLocks } from './path-locks.ts'

/** A machine whose processes can be killed. */
function machine() {
  const dead = new Set<number>()
  const at = (pid: number): Processes => ({
    self: { pid, startedAt: 1 },
    alive: (mark) => !dead.has(mark.pid) && mark.startedAt === 1,
  })
  return { at, kill: (pid: number) => dead.add(pid) }
}

function place() {
  const workspace = folderOf()
  const wanted = ['.vscode', '.github'].map((name) => ({ path: join(workspace, name), as: 'folder' as const }))
  return { workspace, home: folderOf(), wanted, left: () => readdirSync(workspace).sort() }
}

describe('paths locked for a command', () => {
  test('exist while it runs and are gone afterwards, unless they existed before', () => {
    const { workspace, home, wanted, left } = place()
    mkdirSync(join(workspace, '.github'))
    const release = lockPaths(home, wanted)
    expect(left()).toEqual(['.github', '.vscode'])
    release()
    expect(left()).toEqual(['.github'])
  })

  test('stay until the last of several processes releases them, in any order', () => {
    const { home, wanted, left } = place()
    const { at } = machine()
    const first = lockPaths(home, wanted, at(1))
    const second = lockPaths(home, wanted, at(2))
    first()
    expect(left()).toEqual(['.github', '.vscode'])
    second()
    expect(left()).toEqual([])
  })

  test('of a killed process are removed at the next start', () => {
    const { home, wanted, left } = place()
    const { at, kill } = machine()
    lockPaths(home, wanted, at(1))
    kill(1)
    releaseDeadLocks(home, at(2))
    expect(left()).toEqual([])
  })

  test('of a killed process stay while another process needs them', () => {
    const { home, wanted, left } = place()
    const { at, kill } = machine()
    lockPaths(home, wanted, at(1))
    const second = lockPaths(home, wanted, at(2))
    kill(1)
    releaseDeadLocks(home, at(3))
    expect(left()).toEqual(['.github', '.vscode'])
    second()
    expect(left()).toEqual([])
  })

  test('stay if someone has put files in them', () => {
    const { workspace, home, wanted, left } = place()
    const release = lockPaths(home, wanted)
    writeFileSync(join(workspace, '.vscode/settings.json'), '{}')
    release()
    expect(left()).toEqual(['.vscode'])
    expect(existsSync(join(workspace, '.vscode/settings.json'))).toBe(true)
  })
})

test('a path with a placeholder, or one that just disappeared, holds nothing, and any other content counts', () => {
  const folder = folderOf({ empty: '', here: '.\n', text: 'x', 'full/config': '' })
  mkdirSync(join(folder, 'placeholder'))
  const held = ['placeholder', 'empty', 'here', 'gone', 'text', 'full'].filter(
    (name) => !holdsNothing(join(folder, name)),
  )
  expect(held).toEqual(['text', 'full'])
})
