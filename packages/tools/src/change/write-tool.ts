import { ok } from '@convene/domain'
import { z } from 'zod'
import type { Tool } from '../tool.ts'
import type { TextFile } from './change.ts'
import { textView } from './line-ends.ts'
import type { ReadMarks } from './read-marks.ts'
import { writingTool } from './writing-tool.ts'

const Input = z.strictObject({
  path: z.string().min(1).describe('The file, relative to the workspace or absolute.'),
  content: z.string().describe('The whole new content.'),
})
type WriteInput = z.infer<typeof Input>

/** Creates a file, or replaces its whole content. */
export const writeTool = (marks: ReadMarks): Tool<WriteInput> =>
  writingTool(marks, {
    name: 'write',
    description:
      'Write a whole file: a new one, or one that you have read. Folders are created as needed. Line endings are kept. ' +
      'To change a part of a file use "edit".',
    input: Input,
    edits: ({ path, content }) => ok([{ path, become: (now) => ok({ after: inItsLineEnds(content, now) }) }]),
  })

/** An existing file keeps its line endings. */
function inItsLineEnds(content: string, now: TextFile | undefined): string {
  if (!now) return content
  const view = textView(now.text)
  return view.back(view.adopt(content))
}
