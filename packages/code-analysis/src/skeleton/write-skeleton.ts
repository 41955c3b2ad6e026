import { basename, dirname, join } from 'node:path'
import ts from 'typescript'
import { guardedSystem, nearest } from '../compiler/guarded-system.ts'
import type { Edge } from '../edges/edge.ts'
import { examineFile, findEdges } from '../edges/rules/find-edges.ts'
import { dialectOf, type Runner } from './runners.ts'
import { subjectsOf, type TestSubject } from './subjects.ts'
import { type TestCase, testCase } from './test-case.ts'

export type SkeletonRequest = {
  readonly root: string
  readonly path: string
  readonly unit?: string
  readonly runner?: Runner
}

/** The text of a test file, where it belongs, and what it does not cover. */
export type Skeleton = {
  readonly testPath: string
  readonly text: string
  readonly runner: Runner
  readonly cases: number
  readonly uncovered: readonly string[]
}

/** A test file that compiles and runs, with one case for each edge in the functions it can import. */
export function writeSkeleton({ root, path, unit, runner }: SkeletonRequest): Skeleton {
  const examined = examineFile(root, path)
  const checker = examined.program.getTypeChecker()
  const subjects = subjectsOf(examined.file, checker)
  const edges = findEdges(examined, unit)
  const covered = edges.flatMap((edge) => {
    const subject = subjects.get(edge.unit)
    return subject ? [{ subject, test: testCase(edge, subject, checker) }] : []
  })
  const chosen = runner ?? runnerOf(root, path)
  const isTyped = /\.[mc]?tsx?$/.test(path)
  const head = [
    ...dialectOf(chosen).imports(isTyped),
    importOf(
      path,
      covered.map(({ subject }) => subject),
      examined.options,
    ),
  ]
  return {
    testPath: testPathOf(path),
    text: compose(
      head,
      covered.map(({ test }) => test),
      chosen,
      isTyped,
    ),
    runner: chosen,
    cases: covered.length,
    uncovered: uncoveredOf(edges, subjects),
  }
}

function compose(head: readonly string[], cases: readonly TestCase[], runner: Runner, isTyped: boolean): string {
  const dialect = dialectOf(runner)
  const tests = withoutTypes(cases.map(dialect.write), isTyped)
  return `${[head.join('\n'), ...tests, ...dialect.helpers(isTyped, cases)].join('\n\n')}\n`
}

const withoutTypes = (tests: readonly string[], isTyped: boolean): readonly string[] =>
  isTyped
    ? tests
    : tests.map((test) => test.replaceAll(' as never', '').replace(/: \{ \[key: string\]: unknown \}/g, ''))

/** Uses the same file extension as the project's own imports. */
function importOf(path: string, subjects: readonly TestSubject[], options: ts.CompilerOptions): string {
  const names = [...new Set(subjects.filter(({ isDefault }) => !isDefault).map(({ imported }) => imported))].sort()
  const parts = [
    ...(subjects.some(({ isDefault }) => isDefault) ? ['subject'] : []),
    ...(names.length > 0 ? [`{ ${names.join(', ')} }`] : []),
  ]
  return `import ${parts.join(', ')} from './${importedName(basename(path), options)}'`
}

function importedName(name: string, options: ts.CompilerOptions): string {
  if (!/\.[mc]?tsx?$/.test(name) || options.allowImportingTsExtensions || options.rewriteRelativeImportExtensions)
    return name
  const isNode =
    options.module !== undefined && options.module >= ts.ModuleKind.Node16 && options.module <= ts.ModuleKind.NodeNext
  return isNode ? name.replace(/\.([mc]?)tsx?$/, '.$1js') : name.replace(/\.[mc]?tsx?$/, '')
}

const testPathOf = (path: string): string => path.replace(/(\.[mc]?[jt]sx?)$/, '.test$1')

function uncoveredOf(edges: readonly Edge[], subjects: ReadonlyMap<string, TestSubject>): readonly string[] {
  return [...new Set(edges.filter(({ unit }) => !subjects.has(unit)).map(({ unit }) => unit))]
}

/** The runner in the nearest package.json, or Node's own. */
function runnerOf(root: string, path: string): Runner {
  const system = guardedSystem(root)
  const manifest = nearest(system, dirname(path), ['package.json']) ?? join(root, 'package.json')
  const text = system.readFile(manifest) ?? ''
  if (/"vitest"\s*:/.test(text)) return 'vitest'
  return /"(jest|@jest\/globals|ts-jest)"\s*:/.test(text) ? 'jest' : 'node:test'
}
