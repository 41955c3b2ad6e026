import { z } from 'zod'
import { lazyTool } from '../lazy-tool.ts'
import type { Tool } from '../tool.ts'

/** How many lines an agent is shown. */
export const MAX_LINES = 1_000

const Input = z.strictObject({
  pattern: z.string().min(1).max(2_000).describe('A regular expression, unless literal is set.'),
  path: z.string().min(1).default('.').describe('The folder or file to search; the workspace when left out.'),
  include: z.string().min(1).max(500).optional().describe('Only files that fit: "*.ts" or "src/**/*.{js,jsx}".'),
  literal: z.boolean().default(false).describe('Take the pattern as plain text.'),
  ignoreCase: z.boolean().default(false).describe('Do not tell upper from lower case.'),
  multiline: z.boolean().default(false).describe('Let a match span lines.'),
  context: z.int().min(0).max(20).default(0).describe('How many lines around each match to show.'),
  filesOnly: z.boolean().default(false).describe('Show only which files match.'),
})
export type GrepInput = z.infer<typeof Input>

/** Finds lines by what they hold. */
export const grepTool = (home: string): Tool<GrepInput> =>
  lazyTool(
    {
      name: 'grep',
      description:
        'Search file contents with a regular expression (ripgrep). Matches come by file, with line numbers. ' +
        `What .gitignore excludes, binary files, keys and credentials are not searched. At most ${MAX_LINES} lines.`,
      input: Input,
      permission: 'grep',
      readOnly: true,
      reaches: ['files'],
    },
    async () => (await import('./grep-work.ts')).grepWork(home),
  )
