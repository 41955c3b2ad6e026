import { existsSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { callTool as call, workspaceWith } from '@convene/testkit'
import { afterAll, describe, expect, test } from 'vitest'
import { codeTools } from './code-tools.ts'

const code = codeTools()
const diagnostics = code.tools.find(({ name }) => name === 'diagnostics')

afterAll(() => code.close())

const config = (options: object, rest: object = {}): string => JSON.stringify({ compilerOptions: options, ...rest })

describe('diagnostics', () => {
  test('of a file are its compiler errors, by line and column', async () => {
    const { context } = workspaceWith({
      'tsconfig.json': config({ strict: true, module: 'nodenext' }),
      'src/a.ts': 'export const a: number = 1\n\nconst b: string = a\nexport { b }\n',
      'src/c.ts': 'export const c: number = "c"\n',
    })
    const { output } = await call(diagnostics, { path: 'src/a.ts' }, context)
    expect(output).toBe(
      '1 error in 1 file; 1 file checked with tsconfig.json.\n' +
        "src/a.ts:3:7 error TS2322: Type 'number' is not assignable to type 'string'.",
    )
  })

  test('of a folder are those of its project', async () => {
    const { context } = workspaceWith({
      'tsconfig.json': config({ strict: true }),
      'a.ts': 'export const a: number = "a"\n',
      'b.ts': 'import { a } from "./a"\nexport const b = a.nothing\n',
    })
    const { output } = await call(diagnostics, {}, context)
    expect(output).toContain('2 errors in 2 files')
    expect(output).toContain('a.ts:1:14 error TS2322')
    expect(output).toContain('b.ts:2:20 error TS2339')
  })

  test('are found without a configuration, in JavaScript too', async () => {
    const { context } = workspaceWith({ 'a.js': 'const a = 1\na = 2\n', 'b.ts': 'export const b: string = null\n' })
    expect((await call(diagnostics, { path: 'a.js' }, context)).output).toContain('a.js:2:1 error TS2588')
    expect((await call(diagnostics, { path: 'b.ts' }, context)).output).toContain('b.ts:1:14 error TS2322')
    expect((await call(diagnostics, {}, context)).output).toContain('2 errors in 2 files')
  })

  test('of a solution cover the projects it references', async () => {
    const { context } = workspaceWith({
      'tsconfig.json': JSON.stringify({ files: [], references: [{ path: 'one' }, { path: 'two' }] }),
      'one/tsconfig.json': config({ composite: true, strict: true }),
      'one/a.ts': 'export const a: string = 1\n',
      'two/tsconfig.json': config({ composite: true, strict: true }),
      'two/b.ts': 'export const b: string = 2\n',
    })
    const { output } = await call(diagnostics, {}, context)
    expect(output).toContain('one/a.ts:1:14')
    expect(output).toContain('two/b.ts:1:14')
  })

  test('report a project without errors, and notice a file that has changed since', async () => {
    const { root, context } = workspaceWith({ 'a.ts': 'export const a: number = 1\n' })
    expect((await call(diagnostics, { path: 'a.ts' }, context)).output).toMatch(/^No errors; 1 file checked/)
    const { writeFileSync } = await import('node:fs')
    writeFileSync(join(root, 'a.ts'), 'export const a: number = "changed"\n')
    expect((await call(diagnostics, { path: 'a.ts' }, context)).output).toContain('TS2322')
  })

  test('are limited to the requested number', async () => {
    const { context } = workspaceWith({
      'a.ts': Array.from({ length: 20 }, (_, at) => `const v${at}: string = ${at}`).join('\n'),
    })
    const { output } = await call(diagnostics, { path: 'a.ts', limit: 5 }, context)
    expect(output.split('\n')).toHaveLength(7)
    expect(output).toContain('(15 more are not shown)')
  })
})

describe('a hostile project', () => {
  test('runs nothing and writes nothing', async () => {
    const { root, context } = workspaceWith({
      'tsconfig.json': config(
        {
          plugins: [{ name: './evil.cjs' }],
          outDir: 'out',
          incremental: true,
          tsBuildInfoFile: 'info',
          declaration: true,
        },
        { 'ts-node': { require: ['./evil.cjs'] } },
      ),
      'evil.cjs': 'require("node:fs").writeFileSync(__dirname + "/ran", "")',
      'a.ts': 'export const a = 1\n',
    })
    expect((await call(diagnostics, {}, context)).ok).toBe(true)
    for (const made of ['ran', 'out', 'info']) expect(existsSync(join(root, made))).toBe(false)
  })

  test('cannot make the compiler read secrets, or anything outside the workspace', async () => {
    const outside = workspaceWith({
      'base.json': config({ strict: true }),
      'secret.ts': 'export const secret = "s3cret" as const',
    })
    const { root, context } = workspaceWith({
      'tsconfig.json': config({ resolveJsonModule: true }, { extends: `${outside.root}/base.json` }),
      'credentials.json': '{"token": "hunter2"}',
      'a.ts': [
        `import { secret } from '${outside.root}/secret'`,
        "import { secret as linked } from './linked'",
        "import keys from './credentials.json'",
        'export const all: never = [secret, linked, keys.token]',
      ].join('\n'),
    })
    symlinkSync(join(outside.root, 'secret.ts'), join(root, 'linked.ts'))
    const { output } = await call(diagnostics, {}, context)
    expect(output.match(/TS2307/g)).toHaveLength(3)
    expect(output).not.toMatch(/s3cret|hunter2/)
  })

  test('gets an answer for code that is broken, deeply nested or binary', async () => {
    const { context } = workspaceWith({
      'broken.ts': 'export function ( {{{ ;;; <<<',
      'deep.ts': `const a = ${'('.repeat(100_000)}`,
      'binary.ts': Uint8Array.from({ length: 1_000 }, (_, at) => at % 256),
    })
    expect((await call(diagnostics, { path: 'broken.ts' }, context)).output).toContain('error TS1003')
    expect((await call(diagnostics, { path: 'deep.ts' }, context)).output).not.toBe('')
    expect((await call(diagnostics, { path: 'binary.ts' }, context)).output).not.toBe('')
    expect((await call(diagnostics, { path: '../x.ts' }, context)).ok).toBe(false)
  })

  test('is abandoned at once when the call is stopped', async () => {
    const { context } = workspaceWith({
      'a.ts': `type T = ${Array.from({ length: 200_000 }, (_, at) => `'${at}'`).join(' | ')}`,
    })
    const stop = new AbortController()
    const waiting = call(diagnostics, { path: 'a.ts' }, context, stop.signal)
    setImmediate(() => stop.abort())
    expect(await waiting).toEqual({ ok: false, output: 'The call was stopped.' })
  })
})
