import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Json, judgeAll, type SessionId } from '@convene/domain'
import { folderOf } from '@convene/testkit'
import { describe, expect, onTestFinished, test } from 'vitest'
import { hasBubblewrap, setUp } from '../bash/bash-tool.fixture.ts'
import { benchAt } from '../file-tools.fixture.ts'

const everything = [{ layer: 'user', rules: { '*': 'allow' } }] as const

/** A home folder with our data in it, and agents that are allowed everything. */
function machine() {
  const root = realpathSync(folderOf({ 'ada/.convene/config.json': '{"key":"sk-secret"}', 'ada/project/a.txt': 'a' }))
  const home = join(root, 'ada/.convene')
  const bench = benchAt(join(root, 'ada/project'), home)
  const outcomeOf = async (tool: string, input: Json) => {
    const { action } = judgeAll(await bench.inspect(tool, input), everything)
    return [action, (await bench.call(tool, input)).output] as const
  }
  return { root, home, bench, outcomeOf }
}

describe('the data folder', () => {
  test.each<readonly [string, (root: string) => Json]>([
    ['read', (root) => ({ path: `${root}/ada/.convene/config.json` })],
    ['read', () => ({ path: '../.convene/config.json' })],
    ['grep', (root) => ({ path: `${root}/ada/.convene`, pattern: 'key' })],
    ['grep', (root) => ({ path: `${root}/ada`, pattern: 'key' })],
    ['grep', () => ({ path: '/', pattern: 'sk-secret' })],
    ['glob', (root) => ({ path: root, pattern: '**/config.json' })],
    ['list', (root) => ({ path: `${root}/ada` })],
    ['write', (root) => ({ path: `${root}/ada/.convene/new.json`, content: 'sk-' })],
    ['edit', (root) => ({ path: `${root}/ada/.convene/config.json`, oldText: 'sk-', newText: 'x' })],
  ])('is out of reach for %s %j, even if every rule allows it', async (tool, input) => {
    const { root, outcomeOf } = machine()
    const [action, output] = await outcomeOf(tool, input(root))
    expect(action).toBe('deny')
    expect(output).not.toContain('sk-secret')
  })

  test('is out of reach through a workspace link to it, or to a file in it', async () => {
    const { root, outcomeOf } = machine()
    symlinkSync(join(root, 'ada/.convene'), join(root, 'ada/project/notes'))
    symlinkSync(join(root, 'ada/.convene/config.json'), join(root, 'ada/project/b.txt'))
    for (const path of ['notes/config.json', 'b.txt']) expect((await outcomeOf('read', { path }))[0]).toBe('deny')
  })

  test('is not read by a call that was not inspected first', async () => {
    const { root, bench } = machine()
    const request = bench.request('read', { path: `${root}/ada/.convene/config.json` })
    expect((await bench.host.run(request, new AbortController().signal)).output).toContain('no tool may touch')
  })

  test('still gives an agent its own worktree, which is stored there, but no other', async () => {
    const { home } = machine()
    for (const name of ['coder', 'other']) {
      mkdirSync(join(home, 'worktrees/S1', name), { recursive: true })
      writeFileSync(join(home, 'worktrees/S1', name, 'a.txt'), name)
    }
    const bench = benchAt(join(home, 'worktrees/S1/coder'), home)
    expect((await bench.call('read', { path: 'a.txt' })).output).toContain('coder')
    expect(judgeAll(await bench.inspect('read', { path: '../other/a.txt' }), everything).action).toBe('deny')
  })

  test('still lets a session read its own long outputs', async () => {
    const { home, bench } = machine()
    mkdirSync(join(home, 'outputs/S1'), { recursive: true })
    writeFileSync(join(home, 'outputs/S1/x.txt'), 'long')
    const path = join(home, 'outputs/S1/x.txt')
    expect((await bench.call('read', { path })).output).toContain('long')
    const other = bench.request('read', { path }, { session: 'S2' as SessionId })
    expect(judgeAll(await bench.host.inspect(other), everything).action).toBe('deny')
  })
})

const canBind = process.getuid?.() === 0 && (await hasBubblewrap())

test.runIf(canBind)(
  'the data folder looks empty in the sandbox, even through a second mount of its disk (needs bubblewrap and root)',
  async () => {
    const { run, home } = setUp({ kind: 'bubblewrap' })
    writeFileSync(join(home, 'config.json'), 'sk-secret')
    // Not in /tmp, because the sandbox has its own.
    const second = mkdtempSync('/var/tmp/convene-')
    onTestFinished(() => rmdirSync(second))
    try {
      execFileSync('mount', ['--bind', home, second], { stdio: 'ignore' })
    } catch {
      return // This machine does not allow mounting, so there is no second path.
    }
    onTestFinished(() => void execFileSync('umount', [second]))
    expect(readFileSync(join(second, 'config.json'), 'utf8')).toBe('sk-secret')
    expect((await run(`ls -A ${second}; cat ${second}/config.json`)).output).not.toContain('sk-secret')
  },
)
