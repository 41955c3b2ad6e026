import { z } from 'zod'
import { languages } from '../analysis/outline/languages.ts'
import type { Outline } from '../analysis/outline/outline.ts'
import type { OutlineRequest } from '../analysis/outline/outline-thread.ts'
import { type Thread, thread } from '../analysis/thread/thread.ts'
import { lazyTool } from '../lazy-tool.ts'
import type { Tool } from '../tool.ts'

const Input = z.strictObject({
  path: z.string().min(1).default('.').describe('A file, or a folder whose files are outlined.'),
  pattern: z.string().max(200).optional().describe('Of a folder only these files, such as "**/*.ts".'),
})
export type OutlineInput = z.infer<typeof Input>

/** The thread in which grammars are loaded and texts parsed. */
export const outlineThread = (): Thread<OutlineRequest, Outline> =>
  thread({
    entry: new URL('../analysis/outline/outline-thread.ts', import.meta.url),
    limitMs: 30_000,
    memoryMb: 512,
  })

/** The symbols of one file or several: what is declared where, without reading the bodies. */
export const outlineTool = (parsing: Thread<OutlineRequest, Outline>): Tool<OutlineInput> =>
  lazyTool(
    {
      name: 'outline',
      description: `Lists the symbols of a source file, or of the files of a folder: kind, name, lines and signature, nested as in the code. Cheaper than reading. Languages: ${languages.map(({ name }) => name).join(', ')}.`,
      input: Input,
      permission: 'outline',
      readOnly: true,
      reaches: ['files'],
      timeoutMs: 60_000,
    },
    async () => (await import('./outline-work.ts')).outlineWork(parsing),
  )
