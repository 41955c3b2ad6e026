import { z } from 'zod'
import { lazyTool } from '../lazy-tool.ts'
import type { Tool } from '../tool.ts'

const MAX_DEPTH = 10

const Input = z.strictObject({
  path: z.string().min(1).default('.').describe('The folder, relative to the workspace or absolute.'),
  depth: z.int().min(1).max(MAX_DEPTH).default(1).describe('How many levels to show: 1 is the folder itself.'),
})
export type ListInput = z.infer<typeof Input>

/** Shows what is in a folder: one level, or a tree. What .gitignore leaves out is left out. */
export const listTool = (): Tool<ListInput> =>
  lazyTool(
    {
      name: 'list',
      description:
        'List a folder: one level, or a tree down to "depth". Folders end in "/". What .gitignore excludes is not shown. ' +
        'To find files by name use "glob".',
      input: Input,
      permission: 'list',
      readOnly: true,
      reaches: ['files'],
    },
    async () => (await import('./list-work.ts')).listWork,
  )
