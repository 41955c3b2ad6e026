import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { callTool as call, workspaceWith } from '@convene/testkit'
import { afterAll, describe, expect, test } from 'vitest'
import { codeTools } from './code-tools.ts'

const code = codeTools()
const outline = code.tools.find(({ name }) => name === 'outline')

afterAll(() => code.close())

const samples: readonly [string, string, readonly string[]][] = [
  ['a.ts', 'export class Cart {\n  total(): number { return 1 }\n}\nconst add = (a: number) => a\n', ['1-3  class Cart: export class Cart', '2-2    method total: total(): number', '4-4  function add: const add = (a: number)']],
  ['a.tsx', 'export function App() { return <p>hi</p> }\ninterface Props { name: string }\n', ['function App', 'interface Props', 'property name']],
  ['a.js', 'function one() {}\nclass Two { three() {} }\n', ['function one', 'class Two', 'method three']],
  ['a.py', 'LIMIT = 3\nclass A(B):\n  async def f(self) -> int:\n    pass\n', ['constant LIMIT', 'class A: class A(B)', 'method f: async def f(self) -> int']],
  ['a.go', 'package a\ntype S struct { x int }\nfunc (s *S) Run(n int) error { return nil }\n', ['struct S', 'method S.Run: func (s *S) Run(n int) error']],
  ['a.rs', 'pub struct S;\ntrait T { fn f(&self); }\nimpl T for S { fn f(&self) {} }\n', ['struct S', 'trait T', 'impl T for S', 'method f']],
  ['a.java', 'class A extends B {\n  int x = 1;\n  A() {}\n  void m(int y) {}\n}\n', ['class A: class A extends B', 'field x', 'constructor A', 'method m: void m(int y)']],
  ['a.cs', 'namespace N { record R(int X); class C { public int P { get; set; } void M() {} } }', ['namespace N', 'record R', 'class C', 'property P', 'method M']],
  ['a.cpp', 'namespace n { class A { int f(int) const; int x; }; }\nint n::A::f(int a) const { return a; }\n', ['namespace n', 'class A', 'method f: int f(int) const', 'function n::A::f']],
  ['a.c', 'struct point { int x; };\nstatic int *grow(int *items, int count) { return items; }\n', ['struct point', 'function grow: static int *grow(int *items, int count)']],
  ['a.php', '<?php class C { public $p; function m($a) {} } function f() {}', ['class C', 'property $p', 'method m', 'function f']],
  ['a.rb', 'module A\n  class B < C\n    def m(a)\n    end\n  end\nend\n', ['module A', 'class B: class B < C', 'method m: def m(a)']],
  ['a.sh', 'deploy() { echo 1; }\nfunction undo { echo 2; }\nTARGET=here\n', ['function deploy', 'function undo', 'variable TARGET']],
  ['a.ps1', 'function Get-It { 1 }\n', ['function Get-It']],
  ['a.css', '.card:hover { color: red }\n@media (print) { .card { color: black } }\n', ['rule .card:hover', 'media @media (print)', 'rule .card']],
] // biome-ignore format: a table

describe('the outline of a file', () => {
  test.each(samples)('lists the declarations in %s', async (path, text, expected) => {
    const { context } = workspaceWith({ [path]: text })
    const { ok, output } = await call(outline, { path }, context)
    expect(ok, output).toBe(true)
    for (const line of expected) expect(output).toContain(line)
  })

  test('lists what it recognizes in broken code, and says where it broke', async () => {
    const { context } = workspaceWith({ 'a.ts': 'export function whole() {}\n\nfunction half( {\n' })
    const { output } = await call(outline, { path: 'a.ts' }, context)
    expect(output).toContain('function whole')
    expect(output).toContain('syntax error near line 3')
  })

  test('is bounded, however deep or long the code is', async () => {
    const { context } = workspaceWith({
      'deep.ts': 'function f() {'.repeat(50_000),
      'brackets.js': '('.repeat(200_000),
      'long.ts': 'var a;'.repeat(20_000),
    })
    expect((await call(outline, { path: 'deep.ts' }, context)).output).toContain('syntax error')
    expect((await call(outline, { path: 'brackets.js' }, context)).output).toContain('syntax error')
    const long = await call(outline, { path: 'long.ts' }, context)
    expect(long.output.split('\n').length).toBeLessThan(2_010)
    expect(long.output).toContain('more symbols are not shown')
  })

  test('is refused for anything but source code', async () => {
    const { context } = workspaceWith({ 'a.ts': Uint8Array.of(0, 1, 2), 'b.xyz': 'x', 'big.ts': ' '.repeat(2_000_001) })
    for (const path of ['a.ts', 'b.xyz', 'big.ts', 'none.ts'])
      expect((await call(outline, { path }, context)).ok).toBe(false)
  })
})

describe('the outline of a folder', () => {
  test('covers the files that match the pattern, without those that git ignores', async () => {
    const { context } = workspaceWith({
      '.gitignore': 'made/\n',
      'src/a.ts': 'export const a = 1',
      'src/deep/b.ts': 'export const b = 1',
      'src/c.py': 'C = 1',
      'made/d.ts': 'export const d = 1',
    })
    const { output } = await call(outline, { path: '.', pattern: '**/*.ts' }, context)
    expect(output.match(/^\S+ \(/gm)).toEqual(['src/a.ts (', 'src/deep/b.ts ('])
    expect((await call(outline, { path: 'src', pattern: '*.go' }, context)).ok).toBe(false)
  })

  test('never leaves the workspace', async () => {
    const outside = workspaceWith({ 'secret.ts': 'export const secret = 1' })
    const { root, context } = workspaceWith({ 'a.ts': '' })
    symlinkSync(join(outside.root, 'secret.ts'), join(root, 'linked.ts'))
    symlinkSync(outside.root, join(root, 'folder'))
    for (const path of ['linked.ts', 'folder', 'folder/secret.ts', '../x.ts', '/etc/passwd'])
      expect((await call(outline, { path }, context)).ok).toBe(false)
  })
})

test('a stopped call says so', async () => {
  const { context } = workspaceWith({ 'a.ts': 'const a = 1' })
  const { ok, output } = await call(outline, { path: 'a.ts' }, context, AbortSignal.abort())
  expect(ok).toBe(false)
  expect(output).toContain('stopped')
})

test('it touches the path it was given, and asks about files that may hold keys', async () => {
  const { context } = workspaceWith({ 'a.ts': '', 'secrets.yaml': '' })
  expect(await outline?.inspect({ path: 'a.ts' }, context)).toMatchObject([{ permission: 'outline', target: 'a.ts' }])
  expect(await outline?.inspect({ path: 'secrets.yaml' }, context)).toMatchObject([{ verdict: 'ask' }])
  expect(await outline?.inspect({ path: '/etc/hosts' }, context)).toMatchObject([
    {},
    { permission: 'external_directory' },
  ])
})
