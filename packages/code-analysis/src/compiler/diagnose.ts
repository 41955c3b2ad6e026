import { relative, sep } from 'node:path'
import ts from 'typescript'
import { type GuardedSystem, guardedSystem } from './guarded-system.ts'
import { compilerProgram } from './program.ts'
import { type Project, projectsOf } from './project.ts'

/** Paths are real and absolute. `path` is a file, a folder or a compiler configuration. */
export type DiagnoseRequest = { readonly root: string; readonly path: string }

/** Lines are ready to display, errors first. */
export type CompilerDiagnosis = {
  readonly lines: readonly string[]
  readonly errors: number
  readonly files: number
  readonly checked: number
  readonly configs: readonly string[]
}

const MAX_LINES = 5_000
const MAX_MESSAGE = 1_000

/** The compiler's diagnostics for a file, a folder or a project. */
export function compilerDiagnosis({ root, path }: DiagnoseRequest): CompilerDiagnosis {
  const system = guardedSystem(root)
  const isOne = system.fileExists(path) && !path.endsWith('.json')
  const reports = projectsOf(system, path).map((project) => diagnoseProject(system, project, isOne ? path : undefined))
  const all = unique(reports.flatMap(({ diagnostics }) => diagnostics))
  const errors = all.filter(({ category }) => category === ts.DiagnosticCategory.Error)
  return {
    lines: all.slice(0, MAX_LINES).map((diagnostic) => lineOf(diagnostic, root)),
    errors: errors.length,
    files: new Set(errors.map(({ file }) => file?.fileName)).size,
    checked: reports.reduce((sum, { checked }) => sum + checked, 0),
    configs: reports.flatMap(({ config }) => (config ? [relative(root, config).split(sep).join('/')] : [])),
  }
}

type ProjectReport = {
  readonly config: string | undefined
  readonly diagnostics: readonly ts.Diagnostic[]
  readonly checked: number
}

function diagnoseProject(system: GuardedSystem, project: Project, only: string | undefined): ProjectReport {
  const program = compilerProgram(system, project)
  const own = program.getSourceFiles().filter((file) => isOwn(program, file) && (!only || file.fileName === only))
  const diagnostics = [
    ...project.errors,
    ...program.getOptionsDiagnostics(),
    ...(only ? [] : program.getGlobalDiagnostics()),
    ...own.flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]),
  ]
  return { config: project.config, diagnostics, checked: own.length }
}

const isOwn = (program: ts.Program, file: ts.SourceFile): boolean =>
  !program.isSourceFileDefaultLibrary(file) &&
  !program.isSourceFileFromExternalLibrary(file) &&
  !file.fileName.includes('/node_modules/')

const unique = (diagnostics: readonly ts.Diagnostic[]): readonly ts.Diagnostic[] => [
  ...new Map(
    ts.sortAndDeduplicateDiagnostics(diagnostics).map((one) => [`${one.file?.fileName} ${one.start} ${one.code}`, one]),
  ).values(),
]

function lineOf(diagnostic: ts.Diagnostic, root: string): string {
  const message = ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n').slice(0, MAX_MESSAGE)
  const category = ts.DiagnosticCategory[diagnostic.category].toLowerCase()
  const said = `${category} TS${diagnostic.code}: ${message.replaceAll(root + sep, '')}`
  const { file, start } = diagnostic
  if (!file || start === undefined) return said
  const { line, character } = file.getLineAndCharacterOfPosition(start)
  return `${relative(root, file.fileName).split(sep).join('/')}:${line + 1}:${character + 1} ${said}`
}
