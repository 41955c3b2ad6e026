import { z } from 'zod'
import { lazyTool } from '../lazy-tool.ts'
import type { Tool } from '../tool.ts'

/** How many paths an agent is shown. */
export const SHOWN = 500

const Input = z.strictObject({
  pattern: z.string().min(1).max(500).describe('Such as "*.ts", "src/**/*.{ts,tsx}" or "**/package.json".'),
  path: z.string().min(1).default('.').describe('The folder to search in; the workspace when left out.'),
})
export type GlobInput = z.infer<typeof Input>

/** Finds files by their names. */
export const globTool = (home: string): Tool<GlobInput> =>
  lazyTool(
    {
      name: 'glob',
      description:
        'Find files by name. A pattern without "/" fits at any depth; "**" stands for any number of folders. ' +
        `What .gitignore excludes is not found. At most ${SHOWN} paths are shown, sorted.`,
      input: Input,
      permission: 'glob',
      readOnly: true,
      reaches: ['files'],
    },
    async () => (await import('./glob-work.ts')).globWork(home),
  )
