import type { ToolOutput } from '@convene/engine'
import { z } from 'zod'
import { failed } from '../failed-output.ts'
import type { OpenedFile } from '../path/open-checked.ts'
import type { ResolvedPath } from '../path/resolve-path.ts'
import { holdsSecrets } from '../path/sensitive.ts'
import { targetOf } from '../path/touch.ts'
import { nameFilter } from '../ripgrep/name-filter.ts'
import { runRipgrep } from '../ripgrep/run-ripgrep.ts'
import { inspectSearch, openSearch, pathBelow } from '../ripgrep/search-place.ts'
import { splitter } from '../ripgrep/splitter.ts'
import type { Tool } from '../tool.ts'
import { type FoundLine, parseFound, presentFiles, presentMatches } from './found-lines.ts'

/** The maximum number of lines shown to an agent. */
const MAX_LINES = 1_000

const Input = z.strictObject({
  pattern: z.string().min(1).max(2_000).describe('A regular expression, unless literal is set.'),
  path: z.string().min(1).default('.').describe('The folder or file to search. Default: the workspace.'),
  include: z.string().min(1).max(500).optional().describe('Only matching files: "*.ts" or "src/**/*.{js,jsx}".'),
  literal: z.boolean().default(false).describe('Treat the pattern as plain text.'),
  ignoreCase: z.boolean().default(false).describe('Ignore case.'),
  multiline: z.boolean().default(false).describe('Allow matches across lines.'),
  context: z.int().min(0).max(20).default(0).describe('Number of context lines around each match.'),
  filesOnly: z.boolean().default(false).describe('List only the matching files.'),
})
type GrepInput = z.infer<typeof Input>

const MAX_COLUMNS = 500
/** A pattern such as `(a{1000}){1000}` would be matched for minutes. One that compiles to more than this is refused. */
const MAX_PATTERN_SIZE = '10M'
/** Even a small pattern can be slow on large files. */
const LONGEST_MS = 20_000
/** Below the tool host's limit: a broad search should be narrowed, not continued in an output file. */
const MAX_BYTES = 40_000

const TOO_SLOW =
  'The search took too long and was stopped. Use a simpler pattern, without a repetition inside a repetition, or a narrower path.'

/** Finds lines by their content. A search that takes too long ends. */
export function grepTool(home: string, limit = () => AbortSignal.timeout(LONGEST_MS)): Tool<GrepInput> {
  const searching = { permission: 'grep', home }
  return {
    name: 'grep',
    description:
      'Search file contents with a regular expression (ripgrep). Matches are grouped by file, with line numbers. ' +
      `Files excluded by .gitignore, binary files, keys and credentials are not searched. At most ${MAX_LINES} lines.`,
    input: Input,
    permission: 'grep',
    readOnly: true,
    reaches: ['files'],
    inspect: ({ path }, context) => inspectSearch(searching, path, context),
    run: async (input, context, signal) => {
      const opened = await openSearch(searching, input.path, context)
      if (!opened.ok) return failed(opened.refusal.message)
      const late = limit()
      try {
        const output = await search(input, opened.value, AbortSignal.any([signal as globalThis.AbortSignal, late]))
        return late.aborted && !signal.aborted ? failed(TOO_SLOW) : output
      } finally {
        await opened.value.handle.close()
      }
    },
  }
}

async function search(
  input: GrepInput,
  opened: OpenedFile & { place: ResolvedPath },
  signal: AbortSignal,
): Promise<ToolOutput> {
  const isFile = opened.place.kind === 'file'
  const filter = input.include !== undefined && !isFile ? nameFilter(input.include) : undefined
  const found: FoundLine[] = []
  let bytes = 0
  const take = (line: FoundLine | undefined) => {
    if (!line || !isWanted(line.path, isFile, filter?.fits)) return 'more'
    const path = isFile ? targetOf(opened.place) : pathBelow(opened.place, line.path)
    found.push({ ...line, path })
    bytes += path.length + line.text.length + 10
    return found.length >= MAX_LINES || bytes > MAX_BYTES ? 'enough' : 'more'
  }
  const pieces = input.filesOnly
    ? splitter('\0', (path) => take({ path, line: 0, text: '', isMatch: true }))
    : splitter('\n', (line) => take(parseFound(line)))
  const words = [...argumentsFor(input), ...(filter?.arguments ?? []), ...(isFile ? ['-'] : [])]
  const target = isFile ? { folder: '/', file: opened.handle.fd } : { folder: opened.pinned }
  const end = await runRipgrep({ arguments: words, ...target }, signal, pieces)
  if (end.end === 'failed') return failed(`The search failed: ${end.why}`)
  if (signal.aborted) return failed('The search was stopped.')
  const isCut = end.end === 'stopped'
  const output = input.filesOnly
    ? presentFiles(
        found.map(({ path }) => path),
        isCut,
      )
    : presentMatches(found, isCut)
  return { ok: true, output }
}

/**
 * A named file was judged by its name. Among the others, files with keys and credentials were not judged and are
 * skipped.
 */
function isWanted(path: string, isNamed: boolean, fits: ((path: string) => boolean) | undefined): boolean {
  return isNamed || (!holdsSecrets(path) && fits?.(path) !== false)
}

const argumentsFor = ({
  pattern,
  literal,
  ignoreCase,
  multiline,
  context,
  filesOnly,
}: GrepInput): readonly string[] => [
  '--null',
  '--with-filename',
  ...(filesOnly ? ['--files-with-matches'] : ['--line-number', '--no-heading', '--no-context-separator']),
  ...(filesOnly ? [] : [`--max-columns=${MAX_COLUMNS}`, '--max-columns-preview']),
  ...(literal ? ['--fixed-strings'] : []),
  ...(ignoreCase ? ['--ignore-case'] : []),
  ...(multiline ? ['--multiline', '--multiline-dotall'] : []),
  ...(context > 0 && !filesOnly ? [`--context=${context}`] : []),
  `--regex-size-limit=${MAX_PATTERN_SIZE}`,
  '-e',
  pattern,
]
