import { readFile } from 'node:fs/promises'
import { dirname, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const MOST_FILES = 500
const imported =
  /(?:\b(?:import|export)\b[^'"`;()]{0,2000}?\bfrom\s*|\bimport\s*(?:\(\s*)?|\brequire\s*\(\s*)['"`]((?:\.{1,2}\/|\/|file:)[^'"`$\n]*)['"`]/gu

/**
 * Why a tool cannot be used: it, or a file that it imports, imports a path outside the folder. The user did not see
 * that file when trusting the folder, and it may change without anyone being asked. Undefined if there is no such
 * import.
 */
export async function strayImport(tool: string, within: string): Promise<string | undefined> {
  const files = [tool]
  for (const file of files) {
    for (const specifier of pathsIn(await readFile(file, 'utf8').catch(() => ''))) {
      const target = placeOf(specifier, file)
      if (target === undefined || !target.startsWith(within + sep)) return strayText(relative(within, file), specifier)
      if (!files.includes(target) && files.length < MOST_FILES) files.push(target)
    }
  }
  return undefined
}

/** The paths that a source imports, if written out literally. Packages and Node modules have none. */
const pathsIn = (source: string): readonly string[] =>
  Array.from(source.matchAll(imported), ([, specifier = '']) => specifier)

function placeOf(specifier: string, from: string): string | undefined {
  try {
    const [bare = ''] = specifier.split(/[?#]/u)
    return bare.startsWith('file:') ? fileURLToPath(bare) : resolve(dirname(from), decodeURIComponent(bare))
  } catch {
    return undefined
  }
}

const strayText = (file: string, specifier: string): string =>
  `${file} imports "${specifier}", which is outside .convene/tools, where changes do not ask for trust again. Move it into .convene/tools.`
