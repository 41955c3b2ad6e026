import { spawnSync } from 'node:child_process'
import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { callTool as call, workspaceWith } from '@convene/testkit'
import ts from 'typescript'
import { afterAll, describe, expect, test } from 'vitest'
import { codeTools } from './code-tools.ts'

const code = codeTools()
const edgeCases = code.tools.find(({ name }) => name === 'edge_cases')
const testSkeleton = code.tools.find(({ name }) => name === 'test_skeleton')

afterAll(() => code.close())

const source = `export function mean(list: number[]): number {
  return list.reduce((sum, one) => sum + one, 0) / list.length
}

export class Shelf {
  readonly books: string[]
  constructor(books: string[]) {
    this.books = books
  }
  first(): string {
    return this.books[0].trim()
  }
  titled(title: string): string {
    return this.books.find((book) => book === title)!.toUpperCase()
  }
}

function inside(text: string) {
  return JSON.parse(text)
}

export default function half(part: number, whole: number): number {
  return part / whole
}
`

describe('edge_cases', () => {
  test('reports line, function and kind, with an explanation', async () => {
    const { context } = workspaceWith({ 'a.ts': source })
    const { output } = await call(edgeCases, { path: 'a.ts' }, context)
    expect(output.split('\n').map((line) => line.replace(/: .*/, ''))).toEqual([
      '5 in a.ts:',
      'a.ts:2:10 mean division-by-zero',
      'a.ts:11:12 Shelf.first empty-array',
      'a.ts:14:12 Shelf.titled unchecked-find',
      'a.ts:19:10 inside json-parse',
      'a.ts:23:10 half division-by-zero',
    ])
  })

  test('can be limited to one function, and lists the functions if it finds none with that name', async () => {
    const { context } = workspaceWith({ 'a.ts': source })
    const one = await call(edgeCases, { path: 'a.ts', function: 'Shelf.first' }, context)
    expect(one.output).toMatch(/^1 in Shelf.first in a.ts:\n.*empty-array/)
    expect((await call(edgeCases, { path: 'a.ts', function: 'titled' }, context)).output).toContain('unchecked-find')
    const none = await call(edgeCases, { path: 'a.ts', function: 'median' }, context)
    expect(none).toMatchObject({ ok: false, output: expect.stringContaining('Functions: mean, Shelf.constructor') })
  })

  test('answers for hostile files, and refuses paths outside the workspace', async () => {
    const outside = workspaceWith({ 'far.ts': 'export const far = 1' })
    const { root, context } = workspaceWith({
      'deep.ts': `export const a = ${'['.repeat(50_000)}`,
      'broken.ts': 'export function f( {{{ list[0] <',
      'binary.ts': Uint8Array.from({ length: 500 }, (_, at) => at % 256),
      'notes.md': '# no code',
      'far.ts': "import { far } from '/etc/passwd'\nexport const near = far\n",
    })
    symlinkSync(join(outside.root, 'far.ts'), join(root, 'linked.ts'))
    expect((await call(edgeCases, { path: 'deep.ts' }, context)).output).toMatch(/nested too deeply|No unhandled/)
    for (const path of ['broken.ts', 'binary.ts', 'far.ts'])
      expect((await call(edgeCases, { path }, context)).ok).toBe(true)
    for (const path of ['notes.md', 'linked.ts', '../x.ts', 'none.ts', '.'])
      expect((await call(edgeCases, { path }, context)).ok).toBe(false)
  })
})

/** The file's text, without the line about it. */
const textIn = (output: string): string => output.slice(output.indexOf('\n\n') + 2)

const syntaxErrors = (text: string): number =>
  ts.transpileModule(text, { reportDiagnostics: true, compilerOptions: { target: ts.ScriptTarget.ES2024 } }).diagnostics
    ?.length ?? 0

describe('test_skeleton', () => {
  test('imports functions, methods and the default export, and names what it cannot reach', async () => {
    const { context } = workspaceWith({ 'src/a.ts': source })
    const { output } = await call(testSkeleton, { path: 'src/a.ts' }, context)
    expect(output.split('\n')[0]).toBe(
      'src/a.test.ts (node:test, 4 cases). Not covered, for they cannot be imported: inside.',
    )
    expect(output).toContain("import subject, { Shelf, mean } from './a.ts'")
    expect(output).toContain('mean([])')
    expect(output).toContain("new Shelf(['text']).titled('something else')")
    expect(output).toContain('subject(1, 0)')
    expect(syntaxErrors(textIn(output))).toBe(0)
  })

  test.each([
    ['vitest', "import { expect, test } from 'vitest'"],
    ['jest', "import { expect, test } from '@jest/globals'"],
  ])('is written for %s if the package uses it', async (runner, first) => {
    const manifest = JSON.stringify({ devDependencies: { [runner]: '*' } })
    const { context } = workspaceWith({ 'package.json': manifest, 'src/a.ts': source })
    const { output } = await call(testSkeleton, { path: 'src/a.ts', function: 'mean' }, context)
    expect(textIn(output).split('\n')[0]).toBe(first)
    expect(output).toContain('toMatchSnapshot()')
    expect(syntaxErrors(textIn(output))).toBe(0)
  })

  test('imports the way the project does', async () => {
    const config = JSON.stringify({ compilerOptions: { module: 'nodenext' } })
    const { context } = workspaceWith({ 'tsconfig.json': config, 'a.ts': source })
    expect((await call(testSkeleton, { path: 'a.ts', function: 'mean' }, context)).output).toContain("from './a.js'")
  })

  test('for JavaScript is JavaScript, and runs', async () => {
    const { root, context } = workspaceWith({
      'package.json': '{ "type": "module" }',
      'a.js': [
        'export function first(items) { return items[0].name }',
        'export function read(text) { return JSON.parse(text) }',
        'export function depth(value) { return typeof value === "object" ? 1 + depth(value.inner) : 0 }',
      ].join('\n'),
    })
    const { output } = await call(testSkeleton, { path: 'a.js' }, context)
    writeFileSync(join(root, 'a.test.js'), textIn(output))
    const env = { ...process.env, NODE_TEST_CONTEXT: undefined, NODE_OPTIONS: '' }
    const ran = spawnSync(process.execPath, ['--test', '--test-reporter=tap', 'a.test.js'], {
      cwd: root,
      encoding: 'utf8',
      env,
    })
    expect(ran.status, ran.stdout).toBe(0)
    expect(ran.stdout).toMatch(/^# todo [23]$/m)
  })

  test('is refused if nothing can be tested, or the file already exists', async () => {
    const { context } = workspaceWith({ 'a.ts': 'export const one = () => 1\n', 'b.ts': source, 'b.test.ts': '' })
    expect((await call(testSkeleton, { path: 'a.ts' }, context)).output).toContain('No case')
    expect((await call(testSkeleton, { path: 'b.ts' }, context)).output).toContain('That file is there already')
  })
})
