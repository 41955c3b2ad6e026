import { statSync } from 'node:fs'
import ts from 'typescript'
import type { GuardedSystem } from './guarded-system.ts'
import type { Project } from './project.ts'

/**
 * A program for the project, read through the guard. Files that have not changed since the last one are not parsed
 * again.
 */
export function compilerProgram(system: GuardedSystem, project: Project): ts.Program {
  const base = ts.createCompilerHost(project.options, true)
  const sources = sourcesFor(project.options)
  const host: ts.CompilerHost = {
    ...base,
    ...system,
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
    getCurrentDirectory: () => system.root,
    writeFile: () => {},
    getEnvironmentVariable: () => '',
    getSourceFile: (path, how) => {
      const mark = markOf(path)
      const known = sources.get(path)
      if (known && known.mark === mark) return known.file
      const text = system.readFile(path)
      if (text === undefined) return undefined
      const file = ts.createSourceFile(path, text, how, true)
      sources.set(path, { mark, file })
      return file
    },
  }
  return ts.createProgram({ rootNames: project.files, options: project.options, host })
}

type Source = { readonly mark: string; readonly file: ts.SourceFile }

const MAX_SOURCES = 3_000
let kept: { readonly key: string; readonly sources: Map<string, Source> } = { key: '', sources: new Map() }

/** Parsed files can only be reused with the same options. */
function sourcesFor(options: ts.CompilerOptions): Map<string, Source> {
  const key = JSON.stringify(options)
  if (kept.key !== key || kept.sources.size > MAX_SOURCES) kept = { key, sources: new Map() }
  return kept.sources
}

function markOf(path: string): string {
  try {
    const { mtimeMs, size, ino } = statSync(path)
    return `${mtimeMs} ${size} ${ino}`
  } catch {
    return 'none'
  }
}
