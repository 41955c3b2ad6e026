import { dirname, resolve } from 'node:path'
import ts from 'typescript'
import { type GuardedSystem, nearest } from './guarded-system.ts'

/** What is compiled together, and how. `config` is undefined if there is no tsconfig or jsconfig. */
export type Project = {
  readonly config: string | undefined
  readonly files: readonly string[]
  readonly options: ts.CompilerOptions
  readonly errors: readonly ts.Diagnostic[]
}

const MAX_REFERENCES = 30

/** The projects a path belongs to: one for a file; for a folder, all that a solution references. */
export function projectsOf(system: GuardedSystem, path: string): readonly Project[] {
  const isFolder = system.directoryExists(path)
  const isConfig = /(^|[\\/])[tj]sconfig[^\\/]*\.json$/.test(path)
  const config = isConfig ? path : nearest(system, isFolder ? path : dirname(path), ['tsconfig.json', 'jsconfig.json'])
  if (config === undefined) return [looseProject(system, path, isFolder)]
  const projects = withReferences(system, config)
  if (isFolder || isConfig) return projects
  const own = projects.find(({ files }) => files.includes(path)) ?? projects[0]
  return own ? [own.files.includes(path) ? own : joined(own, path)] : []
}

/** A file that belongs to no project is checked with the options of the nearest one. */
const joined = (project: Project, path: string): Project => ({
  ...project,
  files: [path],
  options: { ...project.options, ...(isScript(path) && { allowJs: true, checkJs: true }) },
})

function withReferences(system: GuardedSystem, config: string): readonly Project[] {
  const known = new Map<string, Project>()
  const waiting = [config]
  for (let path = waiting.shift(); path && known.size < MAX_REFERENCES; path = waiting.shift()) {
    if (known.has(path)) continue
    const { project, references } = readProject(system, path)
    known.set(path, project)
    waiting.push(...references)
  }
  const all = [...known.values()]
  return all.filter(({ files }) => files.length > 0).length > 0
    ? all.filter(({ files }) => files.length > 0)
    : all.slice(0, 1)
}

function readProject(
  system: GuardedSystem,
  config: string,
): { readonly project: Project; readonly references: readonly string[] } {
  const source = ts.readJsonConfigFile(config, system.readFile)
  const host: ts.ParseConfigFileHost = {
    ...system,
    getCurrentDirectory: () => system.root,
    onUnRecoverableConfigFileDiagnostic: () => {},
  }
  const parsed = ts.parseJsonSourceFileConfigFileContent(source, host, dirname(config), undefined, config)
  const references = (parsed.projectReferences ?? []).map(ts.resolveProjectReferencePath)
  const parseErrors = (source as unknown as { readonly parseDiagnostics: readonly ts.Diagnostic[] }).parseDiagnostics
  const project = {
    config,
    files: parsed.fileNames.map((name) => resolve(name)),
    options: harmless(parsed.options),
    errors: [...parseErrors, ...parsed.errors.filter(({ code }) => references.length === 0 || code !== NO_INPUTS)],
  }
  return { project, references }
}

/** "No inputs were found": normal for a solution that only references other projects. */
const NO_INPUTS = 18003

/** Nothing is written, no plugin is loaded, and declaration files are not checked. */
const harmless = (options: ts.CompilerOptions): ts.CompilerOptions => {
  const { plugins: _plugins, tsBuildInfoFile: _info, outFile: _file, ...rest } = options
  const skipLibCheck = rest.skipLibCheck ?? true
  return {
    ...rest,
    noEmit: true,
    incremental: false,
    composite: false,
    skipLibCheck,
    declaration: false,
    declarationMap: false,
    emitDeclarationOnly: false,
  }
}

const isScript = (path: string): boolean => /\.[mc]?jsx?$/.test(path)

function looseProject(system: GuardedSystem, path: string, isFolder: boolean): Project {
  const endings = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs']
  const files = isFolder
    ? system.readDirectory(path, endings, ['node_modules', 'dist', 'build', 'out'], ['**/*'])
    : [path]
  const strict = files.some((file) => !isScript(file))
  return { config: undefined, files: files.map((file) => resolve(file)), options: looseOptions(strict), errors: [] }
}

const looseOptions = (strict: boolean): ts.CompilerOptions => ({
  target: ts.ScriptTarget.ES2024,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  jsx: ts.JsxEmit.Preserve,
  strict,
  allowJs: true,
  checkJs: true,
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  resolveJsonModule: true,
})
