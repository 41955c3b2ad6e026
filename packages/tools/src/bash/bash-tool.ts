import { z } from 'zod'
import { lazyTool } from '../lazy-tool.ts'
import type { Tool } from '../tool.ts'
import type { OutputLimits } from './captured-output.ts'
import type { ResourceLimits } from './resource-limits.ts'
import type { Sandbox } from './sandbox.ts'

const longestMs = 600_000
/** How long a command may take that says nothing of it. */
export const usualMs = 180_000

const BashInput = z.object({
  command: z.string().describe('The command line, for bash.'),
  description: z.string().max(200).optional().describe('What it does, in a few words, for the person who is asked.'),
  timeoutMs: z
    .number()
    .int()
    .min(1)
    .max(longestMs)
    .optional()
    .describe(`Stop it after so long; ${usualMs} by default.`),
  workdir: z.string().optional().describe('The folder to run it in; the workspace by default.'),
  network: z.boolean().optional().describe('Whether it needs the network; asked for apart.'),
  secrets: z
    .boolean()
    .optional()
    .describe('Whether it needs files with keys or credentials, such as .env, which it sees empty; asked for apart.'),
})
export type BashInput = z.infer<typeof BashInput>

export type BashToolOptions = {
  /** Our own folder: outputs that are too long are kept under `outputs/` in it. */
  readonly home: string
  readonly environment?: { readonly [name: string]: string | undefined }
  readonly sandbox?: Sandbox
  readonly limits?: OutputLimits
  /** What a command in a sandbox may use. */
  readonly resources?: ResourceLimits
}

/** The tool `bash`: a command in the workspace, confined where the system can, ended with all its children. */
export const bashTool = (options: BashToolOptions): Tool<BashInput> =>
  lazyTool(
    {
      name: 'bash',
      description:
        'Runs a command line with bash in the workspace and gives back its output and exit code. ' +
        'Output over 2,000 lines or 50 KB is cut in the middle and kept in a file. Nothing it starts outlives it.',
      input: BashInput,
      permission: 'bash',
      readOnly: false,
      reaches: ['commands'],
      timeoutMs: longestMs,
    },
    async () => (await import('./bash-work.ts')).bashWork(options),
  )
