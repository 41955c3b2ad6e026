import type { ToolOutput } from '@convene/engine'
import { z } from 'zod'
import { failed, MOVED } from '../failed-output.ts'
import { openFolder } from '../path/open-checked.ts'
import { resolvePath } from '../path/resolve-path.ts'
import { refusedPath, targetOf, touching, wasJudged } from '../path/touch.ts'
import type { Tool } from '../tool.ts'
import { drawTree } from './draw-tree.ts'
import { ignoresAbove } from './ignores-above.ts'
import { readTree } from './read-tree.ts'

const MAX_DEPTH = 10

const Input = z.strictObject({
  path: z.string().min(1).default('.').describe('The folder, relative to the workspace or absolute.'),
  depth: z.int().min(1).max(MAX_DEPTH).default(1).describe('How many levels to show: 1 is the folder itself.'),
})
type ListInput = z.infer<typeof Input>

/** Lists a folder, one level or a tree, without files excluded by .gitignore. */
export const listTool = (): Tool<ListInput> => ({
  name: 'list',
  description:
    'List a folder: one level, or a tree down to "depth". Folders end in "/". Files excluded by .gitignore are not shown. ' +
    'To find files by name use "glob".',
  input: Input,
  permission: 'list',
  readOnly: true,
  reaches: ['files'],
  inspect: async ({ path }, { workspace }) => {
    const place = await resolvePath(workspace, path)
    return place.ok ? touching('list', place.value) : refusedPath('list', path, place.refusal)
  },
  run: async ({ path, depth }, context) => {
    const place = await resolvePath(context.workspace, path)
    if (!place.ok) return failed(place.refusal.message)
    if (!wasJudged(context, touching('list', place.value))) return failed(MOVED)
    if (place.value.kind === 'nothing') return failed(`"${path}" does not exist.`)
    if (place.value.kind === 'file') return failed(`"${path}" is a file. Use "read" to see what is in it.`)
    const opened = await openFolder(place.value.real)
    if (!opened.ok) return failed(opened.refusal.message)
    try {
      const ignores = await ignoresAbove(context.workspace, place.value)
      return shown(await readTree({ root: opened.value.pinned, depth, ...ignores }), targetOf(place.value))
    } finally {
      await opened.value.handle.close()
    }
  },
})

function shown(tree: Awaited<ReturnType<typeof readTree>>, folder: string): ToolOutput {
  const notes = [
    ...(tree.entries.length === 0 ? ['[The folder is empty.]'] : []),
    ...(tree.ignored > 0 ? [`[${tree.ignored} left out by .gitignore or as a repository's own files.]`] : []),
    ...(tree.isCut ? ['[More entries follow: list a folder further down, or use "glob".]'] : []),
  ]
  return { ok: true, output: [`${folder === '.' ? '.' : folder}/`, ...drawTree(tree.entries), ...notes].join('\n') }
}
