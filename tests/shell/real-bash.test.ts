import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { judgeAll, type RuleLayer, randomFrom } from '@convene/domain'
import { readShell } from '@convene/tools'
import { afterAll, expect, test } from 'vitest'
import { PATIENCE_MS } from '../process/patience.ts'
import { generateLine, pick, type Random, single } from './generate-line.ts'
import { stubFolder } from './stub-folder.ts'

const count = process.env.CONVENE_LONG ? 20_004 : 240
const folder = mkdtempSync(join(tmpdir(), 'convene-shell-'))
const stubs = stubFolder(folder)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const severity = { allow: 0, ask: 1, deny: 2 } as const

const patterns = [
  '*',
  'zap *',
  'fine *',
  'query *',
  'tool *',
  'tool push *',
  'tool test',
  'zap push *',
  'query * push *',
  'bash *',
  'env *',
]

/** Typical rules: something for everything, then exceptions. */
function drawRules(random: Random): RuleLayer {
  const chosen = patterns.filter(() => random() < 0.6)
  const actions = ['allow', 'allow', 'ask', 'deny', 'deny'] as const
  return {
    layer: 'user',
    rules: {
      bash: Object.fromEntries(chosen.map((pattern) => [pattern, pick(random, actions)])),
      edit: 'allow',
      read: 'allow',
    },
  }
}

const spell = (words: readonly string[]) =>
  words.map((word) => (/^[^\s']+$/.test(word) ? word : single(word))).join(' ')

/** Runs the line with only stubs to start. Nothing it started may write into the next line's log. */
async function runInBash(line: string): Promise<readonly (readonly string[])[]> {
  stubs.started()
  const options = { cwd: folder, env: { PATH: stubs.bin, HOME: folder }, stdio: 'ignore', detached: true } as const
  const child = spawn('/bin/bash', ['-c', '--', line], options)
  const timer = setTimeout(() => endGroup(child.pid), PATIENCE_MS)
  await once(child, 'exit')
  clearTimeout(timer)
  endGroup(child.pid)
  return stubs.started()
}

function endGroup(pid = 0): void {
  try {
    if (pid > 0) process.kill(-pid, 'SIGKILL')
  } catch {
    // It has already exited.
  }
}

type Escape = { readonly line: string; readonly started: string; readonly rule: string; readonly verdict: string }

/** Programs that bash started although the rules are stricter about them than our verdict on the line. */
async function escapes(seed: number): Promise<{ readonly escaped: readonly Escape[]; readonly started: number }> {
  const random = randomFrom(seed)
  const { text, unknowable } = generateLine(random)
  const { resources } = await readShell(text, { folder, home: folder })
  const started = await runInBash(text)
  const escaped = started.flatMap((words) => {
    const isUnknowable = words.some((word) => unknowable.has(word))
    return [drawRules(random), denying(words)].flatMap((layer) => {
      const rule = judgeAll([{ permission: 'bash', target: spell(words) }], [layer])
      const verdict = judgeAll(resources, [layer])
      const needed = rule.action === 'deny' && isUnknowable ? 'ask' : rule.action
      if (severity[verdict.action] >= severity[needed]) return []
      return [{ line: text, started: spell(words), rule: `${rule.action} by ${rule.rule}`, verdict: verdict.action }]
    })
  })
  return { escaped, started: started.length }
}

/** Everything is allowed except this program. */
const denying = ([name]: readonly string[]): RuleLayer => ({
  layer: 'user',
  rules: { bash: { '*': 'allow', [`${name} *`]: 'deny' }, edit: 'allow', read: 'allow' },
})

const parts = Array.from({ length: 6 }, (_, part) => ({
  first: 1 + part * (count / 6),
  last: (part + 1) * (count / 6),
}))

test.each(parts)(
  'of generated lines $first to $last bash starts no program that the rules are stricter about than our verdict',
  async ({ first, last }) => {
    const found: Escape[] = []
    let started = 0
    for (let seed = first; seed <= last; seed++) {
      const outcome = await escapes(seed)
      found.push(...outcome.escaped)
      started += outcome.started
    }
    expect(found).toEqual([])
    expect(started).toBeGreaterThan(last - first)
  },
)
