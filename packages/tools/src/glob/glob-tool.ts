import type { AbortSignal, ToolOutput } from '@convene/engine'
import { z } from 'zod'
import { failed } from '../failed-output.ts'
import type { OpenedFile } from '../path/open-checked.ts'
import type { ResolvedPath } from '../path/resolve-path.ts'
import { nameFilter } from '../ripgrep/name-filter.ts'
import { runRipgrep } from '../ripgrep/run-ripgrep.ts'
import { inspectSearch, openSearch, pathBelow } from '../ripgrep/search-place.ts'
import { splitter } from '../ripgrep/splitter.ts'
import type { Tool } from '../tool.ts'

/** The maximum number of paths shown to an agent. */
const SHOWN = 500

const Input = z.strictObject({
  pattern: z.string().min(1).max(500).describe('Such as "*.ts", "src/**/*.{ts,tsx}" or "**/package.json".'),
  path: z.string().min(1).default('.').describe('The folder to search. Default: the workspace.'),
})
type GlobInput = z.infer<typeof Input>

const MAX_FOUND = 200_000

/** Finds files by their names. */
export function globTool(home: string): Tool<GlobInput> {
  const searching = { permission: 'glob', home }
  return {
    name: 'glob',
    description:
      'Find files by name. A pattern without "/" matches at any depth. "**" matches any number of folders. ' +
      `Files excluded by .gitignore are not found. At most ${SHOWN} paths are shown, sorted.`,
    input: Input,
    permission: 'glob',
    readOnly: true,
    reaches: ['files'],
    inspect: ({ path }, context) => inspectSearch(searching, path, context),
    run: async ({ pattern, path }, context, signal) => {
      const opened = await openSearch(searching, path, context)
      if (!opened.ok) return failed(opened.refusal.message)
      try {
        if (opened.value.place.kind === 'file') return failed(`"${path}" is a file, not a folder.`)
        return await find(pattern, opened.value, signal)
      } finally {
        await opened.value.handle.close()
      }
    },
  }
}

async function find(
  pattern: string,
  { pinned, place }: OpenedFile & { place: ResolvedPath },
  signal: AbortSignal,
): Promise<ToolOutput> {
  const filter = nameFilter(pattern)
  const found: string[] = []
  const lines = splitter('\0', (path) => {
    if (filter.fits === undefined || filter.fits(path)) found.push(path)
    return found.length >= MAX_FOUND ? 'enough' : 'more'
  })
  const search = { arguments: ['--files', '--null', ...filter.arguments], folder: pinned }
  const end = await runRipgrep(search, signal, lines)
  if (end.end === 'failed') return failed(`The search failed: ${end.why}`)
  if (found.length === 0) return { ok: true, output: 'No file matches the pattern.' }
  const shown = smallest(found, SHOWN).map((path) => pathBelow(place, path))
  const count = `${found.length}${end.end === 'stopped' ? ' or more' : ''}`
  const more = found.length > SHOWN ? [`[${count} files in all, ${SHOWN} shown. Narrow the pattern or the path.]`] : []
  return { ok: true, output: [...shown, ...more].join('\n') }
}

/** The first paths in order, without sorting all of a large tree. */
function smallest(paths: readonly string[], count: number): readonly string[] {
  let kept: string[] = []
  let bound: string | undefined
  for (const path of paths) {
    if (bound !== undefined && path >= bound) continue
    kept.push(path)
    if (kept.length < 4 * count) continue
    kept = kept.sort().slice(0, count)
    bound = kept.at(-1)
  }
  return kept.sort().slice(0, count)
}
