import { z } from 'zod'
import type { ReadMarks } from '../change/read-marks.ts'
import { lazyTool } from '../lazy-tool.ts'
import type { Tool } from '../tool.ts'

const LINES = 2_000

const Input = z.strictObject({
  path: z.string().min(1).describe('The file, relative to the workspace or absolute.'),
  offset: z.int().min(1).default(1).describe('The first line to read, from 1.'),
  limit: z.int().min(1).max(LINES).default(LINES).describe('How many lines to read.'),
})
export type ReadInput = z.infer<typeof Input>

/** Reads lines of a file, numbered. What was read may be edited. */
export const readTool = (home: string, marks: ReadMarks): Tool<ReadInput> =>
  lazyTool(
    {
      name: 'read',
      description:
        'Read a text file, or look at an image (PNG, JPEG, GIF, WebP). Lines come numbered, as "12\\ttext"; the number is not part of the file. ' +
        `At most ${LINES} lines at a time: go on with offset. A file must be read before it can be edited.`,
      input: Input,
      permission: 'read',
      readOnly: true,
      reaches: ['files'],
    },
    async () => (await import('./read-work.ts')).readWork(home, marks),
  )
