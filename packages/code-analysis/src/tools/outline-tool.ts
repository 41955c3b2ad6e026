import { countText } from '@convene/domain'
import type { ToolOutput } from '@convene/engine'
import { matchesGlob, nodeFiles, parseGlob, type Thread, type ThreadReply, thread } from '@convene/platform'
import type { Tool } from '@convene/tools'
import { z } from 'zod'
import { languageOf, languages } from '../outline/languages.ts'
import type { Outline } from '../outline/outline.ts'
import type { OutlineRequest } from '../outline/outline-thread.ts'
import { type InsidePlace, inspectPath, placeToAnalyze, readSource } from './workspace-path.ts'

const Input = z.strictObject({
  path: z.string().min(1).default('.').describe('A file, or a folder to outline.'),
  pattern: z.string().max(200).optional().describe('In a folder, only these files, such as "**/*.ts".'),
})
type OutlineInput = z.infer<typeof Input>

/** The thread that loads grammars and parses texts. */
export const outlineThread = (): Thread<OutlineRequest, Outline> =>
  thread({
    entry: new URL('../outline/outline-thread.ts', import.meta.url),
    limitMs: 30_000,
    memoryMb: 512,
  })

const MAX_FILES = 40
const MAX_LISTED = 20_000
const MAX_SHOWN = 800

/** The symbols of one or several files: what is declared where, without bodies. */
export const outlineTool = (parsing: Thread<OutlineRequest, Outline>): Tool<OutlineInput> => ({
  name: 'outline',
  description: `Lists the symbols in a source file or in a folder's files: kind, name, lines and signature, nested as in the code. Cheaper than reading. Languages: ${languages.map(({ name }) => name).join(', ')}.`,
  input: Input,
  permission: 'outline',
  readOnly: true,
  reaches: ['files'],
  timeoutMs: 60_000,
  inspect: ({ path }, context) => inspectPath('outline', path, context),
  run: async ({ path, pattern }, context, signal) => {
    const place = await placeToAnalyze('outline', path, context)
    if (!place.ok) return { ok: false, output: place.refusal.message }
    const chosen = await filesOf(context.workspace, place.value, pattern)
    if (chosen.length === 0) return { ok: false, output: nothingToOutline(path, pattern) }
    const parse = (request: OutlineRequest): Promise<ThreadReply<Outline>> => parsing.ask(request, signal)
    if (place.value.kind === 'file') return outlineFile(context.workspace, place.value.inside, parse)
    return outlineFiles(context.workspace, chosen, parse)
  },
})

type Parse = (request: OutlineRequest) => Promise<ThreadReply<Outline>>

async function outlineFiles(workspace: string, paths: readonly string[], parse: Parse): Promise<ToolOutput> {
  const parts: string[] = []
  let shown = 0
  for (const path of paths.slice(0, MAX_FILES)) {
    if (shown > MAX_SHOWN) break
    const { output } = await outlineFile(workspace, path, parse)
    parts.push(output)
    shown += output.split('\n').length
  }
  const left = paths.length - parts.length
  const rest = left > 0 ? [`(${countText(left, 'more file')} not shown: name a folder or a pattern.)`] : []
  return { ok: true, output: [...parts, ...rest].join('\n\n') }
}

async function filesOf(workspace: string, place: InsidePlace, pattern: string | undefined): Promise<readonly string[]> {
  if (place.kind === 'file') return [place.inside]
  const folder = place.inside === '.' ? '' : `${place.inside}/`
  const glob = pattern === undefined ? undefined : parseGlob(pattern)
  const all = await nodeFiles().list(workspace, MAX_LISTED)
  return all.filter(
    (path) => path.startsWith(folder) && languageOf(path) && (!glob || matchesGlob(glob, path.slice(folder.length))),
  )
}

const nothingToOutline = (path: string, pattern: string | undefined): string =>
  pattern === undefined
    ? `"${path}" contains no source file in a supported language.`
    : `No source file in "${path}" matches "${pattern}".`

async function outlineFile(workspace: string, path: string, parse: Parse): Promise<ToolOutput> {
  const language = languageOf(path)
  if (!language) return { ok: false, output: `${path}: no grammar for such a file; read it instead.` }
  const text = await readSource(workspace, path)
  if (!text.ok) return { ok: false, output: text.refusal.message }
  const reply = await parse({ path, text: text.value })
  if (!reply.ok) return { ok: false, output: `${path}: ${reply.why}` }
  const title = `${path} (${language.name}, ${countText(text.value.split('\n').length, 'line')})`
  return { ok: true, output: [title, ...linesOf(reply.answer)].join('\n') }
}

function linesOf({ symbols, cut, brokenAt }: Outline): readonly string[] {
  const width = Math.max(...symbols.map(({ from, to }) => `${from}-${to}`.length), 0)
  const lines = symbols.map(
    ({ kind, name, from, to, depth, signature }) =>
      `${`${from}-${to}`.padStart(width + 2)}  ${'  '.repeat(depth)}${kind} ${name}${signature === name ? '' : `: ${signature}`}`,
  )
  return [
    ...lines,
    ...(symbols.length === 0 ? ['  (no symbols)'] : []),
    ...(cut ? ['  (more symbols are not shown)'] : []),
    ...(brokenAt === undefined ? [] : [`  (syntax error near line ${brokenAt}: symbols may be missing)`]),
  ]
}
