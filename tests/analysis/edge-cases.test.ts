import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { codeTools } from '@convene/code-analysis'
import { afterAll, beforeAll, expect, test } from 'vitest'

type Expected = { readonly file: string; readonly function: string; readonly kind: string; readonly line: number }

const repository = fileURLToPath(new URL('../..', import.meta.url))
const expected: readonly Expected[] = JSON.parse(readFileSync(new URL('expected.json', import.meta.url), 'utf8'))
const code = codeTools()
let workspace = ''
let files: readonly string[] = []

beforeAll(() => {
  workspace = realpathSync(mkdtempSync(join(tmpdir(), 'edges-')))
  cpSync(new URL('workspace', import.meta.url), workspace, { recursive: true })
  files = readdirSync(join(workspace, 'src')).map((name) => `src/${name}`)
})

afterAll(async () => {
  await code.close()
  rmSync(workspace, { recursive: true, force: true })
})

async function call(name: string, input: unknown): Promise<string> {
  const tool = code.tools.find((one) => one.name === name)
  if (!tool) throw new Error(`no tool ${name}`)
  const context = { session: 's', task: 't', call: 'c', agent: 'coder', workspace } as Parameters<typeof tool.run>[1]
  const { ok, output } = await tool.run(await tool.input.parseAsync(input), context, new AbortController().signal)
  expect(ok, output).toBe(true)
  return output
}

/** The tool prints findings as `src/a.ts:3:7 unit kind: message`. */
function readFindings(output: string): readonly Expected[] {
  return [...output.matchAll(/^(\S+?):(\d+):\d+ (\S+) (\S+): /gm)].map(([, file = '', line, unit = '', kind = '']) => ({
    file,
    function: unit,
    kind,
    line: Number(line),
  }))
}

/** Each expectation matches at most one finding. */
function compare(findings: readonly Expected[]): {
  readonly named: number
  readonly wrong: readonly Expected[]
  readonly missed: readonly Expected[]
} {
  const missed = [...expected]
  const wrong = findings.filter((finding) => {
    const at = missed.findIndex(
      (one) =>
        one.file === finding.file &&
        one.function === finding.function &&
        one.kind === finding.kind &&
        one.line === finding.line,
    )
    if (at >= 0) missed.splice(at, 1)
    return at < 0
  })
  return { named: expected.length - missed.length, wrong, missed }
}

test('the fixture has 30 functions with 40 planted edge cases, each with a clean counterpart', () => {
  expect(expected).toHaveLength(40)
  expect(new Set(expected.map(({ file, function: name }) => `${file} ${name}`)).size).toBe(30)
  const declared = files.flatMap((file) => [
    ...readFileSync(join(workspace, file), 'utf8').matchAll(/^export (async )?function/gm),
  ])
  expect(declared).toHaveLength(60)
})

test('at least 32 of 40 planted edge cases are found, and at most one finding in ten is false', async () => {
  const outputs = await Promise.all(files.map((path) => call('edge_cases', { path })))
  const findings = outputs.flatMap(readFindings)
  const { named, wrong, missed } = compare(findings)
  expect(named, JSON.stringify(missed)).toBeGreaterThanOrEqual(32)
  expect(wrong.length / findings.length, JSON.stringify(wrong)).toBeLessThanOrEqual(0.1)
})

test('every skeleton compiles and runs', async () => {
  const tests: string[] = []
  for (const path of files) {
    const output = await call('test_skeleton', { path })
    const testPath = output.split(' ', 1)[0] ?? ''
    writeFileSync(join(workspace, testPath), output.slice(output.indexOf('\n\n') + 2))
    tests.push(testPath)
  }
  const types = ['--typeRoots', join(repository, 'node_modules/@types'), '--types', 'node']
  const compiled = run(join(repository, 'node_modules/typescript-7/bin/tsc'), '-p', '.', ...types)
  expect(compiled.output).toBe('')
  const ran = run('--test', '--test-reporter=tap', ...tests)
  expect(ran.code, ran.output).toBe(0)
  expect(Number(/^# tests (\d+)/m.exec(ran.output)?.[1])).toBe(40)
  expect(/^# fail (\d+)/m.exec(ran.output)?.[1]).toBe('0')
  expect(ran.output).toContain('now it gives NaN')
})

function run(...args: readonly string[]): { readonly code: number | null; readonly output: string } {
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined, NODE_OPTIONS: '', TZ: 'UTC' }
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: workspace, encoding: 'utf8', env })
  return { code: status, output: `${stdout}${stderr}` }
}
