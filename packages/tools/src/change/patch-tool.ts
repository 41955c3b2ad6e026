import { ok } from '@convene/domain'
import { z } from 'zod'
import { parseDiff } from '../diff/parse-diff.ts'
import type { Tool } from '../tool.ts'
import { applyToView } from './apply-diff.ts'
import type { ReadMarks } from './read-marks.ts'
import { writingTool } from './writing-tool.ts'

const Input = z.strictObject({
  patch: z.string().min(1).describe('A unified diff: "--- a/path", "+++ b/path", "@@ -1,3 +1,4 @@" and the lines.'),
})
type PatchInput = z.infer<typeof Input>

/** Applies a unified diff to any number of files: all of them or none. */
export const patchTool = (marks: ReadMarks): Tool<PatchInput> =>
  writingTool(marks, {
    name: 'patch',
    description:
      'Apply a unified diff to one or more files that you have read: to all of them, or to none. ' +
      'A new file has "--- /dev/null", a removed one "+++ /dev/null". Kept and removed lines must be in the file exactly.',
    input: Input,
    edits: ({ patch }) => {
      const files = parseDiff(patch)
      if (!files.ok) return files
      return ok(
        files.value.map((file) => ({
          path: file.after ?? file.before ?? '',
          become: (now) => applyToView(file, now),
        })),
      )
    },
  })
