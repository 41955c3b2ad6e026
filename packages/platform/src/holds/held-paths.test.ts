import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Processes } from '@convene/engine'
import { folderOf } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { holdPaths, releaseDeadHolds } from './held-paths.ts'

/** A machine on which processes can die. */
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

describe('paths that are held for a command', () => {
  test('are there while it runs and gone afterwards; what was there stays', () => {
    const { workspace, home, wanted, left } = place()
    mkdirSync(join(workspace, '.github'))
    const release = holdPaths(home, wanted)
    expect(left()).toEqual(['.github', '.vscode'])
    release()
    expect(left()).toEqual(['.github'])
  })

  test('stay until the last of several processes lets go, in whatever order they do', () => {
    const { home, wanted, left } = place()
    const { at } = machine()
    const first = holdPaths(home, wanted, at(1))
    const second = holdPaths(home, wanted, at(2))
    first()
    expect(left()).toEqual(['.github', '.vscode'])
    second()
    expect(left()).toEqual([])
  })

  test('of a killed process are taken away at the next start', () => {
    const { home, wanted, left } = place()
    const { at, kill } = machine()
    holdPaths(home, wanted, at(1))
    kill(1)
    releaseDeadHolds(home, at(2))
    expect(left()).toEqual([])
  })

  test('of a killed process that another one still needs go with that one', () => {
    const { home, wanted, left } = place()
    const { at, kill } = machine()
    holdPaths(home, wanted, at(1))
    const second = holdPaths(home, wanted, at(2))
    kill(1)
    releaseDeadHolds(home, at(3))
    expect(left()).toEqual(['.github', '.vscode'])
    second()
    expect(left()).toEqual([])
  })

  test('that somebody has filled meanwhile are theirs', () => {
    const { workspace, home, wanted, left } = place()
    const release = holdPaths(home, wanted)
    writeFileSync(join(workspace, '.vscode/settings.json'), '{}')
    release()
    expect(left()).toEqual(['.vscode'])
    expect(existsSync(join(workspace, '.vscode/settings.json'))).toBe(true)
  })
})
