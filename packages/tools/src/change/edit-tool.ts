import { ok, type Result, refuse } from '@convene/domain'
import { z } from 'zod'
import type { Tool } from '../tool.ts'
import type { TextFile, ToolChange } from './change.ts'
import { textView } from './line-ends.ts'
import type { ReadMarks } from './read-marks.ts'
import { type Replacement, replaceText } from './replace-text.ts'
import { writingTool } from './writing-tool.ts'

const replacement = {
  oldString: z.string().describe('The exact text to replace, with its indentation, without line numbers.'),
  newString: z.string().describe('The text to put there.'),
  replaceAll: z.boolean().default(false).describe('Replace every occurrence.'),
}
const path = z.string().min(1).describe('The file, relative to the workspace or absolute.')
const EditInput = z.strictObject({ path, ...replacement })
const MultieditInput = z.strictObject({
  path,
  edits: z.array(z.strictObject(replacement)).min(1).max(200).describe('Replacements, applied in order.'),
})
type EditInput = z.infer<typeof EditInput>
type MultieditInput = z.infer<typeof MultieditInput>

/** Replaces one exact text in a file. */
export const editTool = (marks: ReadMarks): Tool<EditInput> =>
  writingTool(marks, {
    name: 'edit',
    description:
      'Replace text in a file that you have read. oldString must be in the file exactly once, or set replaceAll. ' +
      'For several changes in one file use "multiedit".',
    input: EditInput,
    edits: (edit) => ok([{ path: edit.path, become: (now) => replaced(edit.path, now, [edit]) }]),
  })

/** Makes several replacements in a file: all of them or none. */
export const multieditTool = (marks: ReadMarks): Tool<MultieditInput> =>
  writingTool(marks, {
    name: 'multiedit',
    description:
      'Make several replacements in one file that you have read, in order: all of them, or none. ' +
      'Each works like "edit" on the result of the previous ones.',
    input: MultieditInput,
    edits: ({ path, edits }) => ok([{ path, become: (now) => replaced(path, now, edits) }]),
  })

/** Each replacement works on the result of the previous ones. */
function replaced(
  file: string,
  now: TextFile | undefined,
  edits: readonly Replacement[],
): Result<Pick<ToolChange, 'after'>> {
  if (!now) return refuse('not_there', `"${file}" does not exist. To create a file, use "write".`)
  const view = textView(now.text)
  let text = view.text
  for (const [index, edit] of edits.entries()) {
    const { oldString, newString, replaceAll } = edit
    const next = replaceText(text, {
      oldString: view.adopt(oldString),
      newString: view.adopt(newString),
      replaceAll,
    })
    if (!next.ok && edits.length === 1) return next
    if (!next.ok) return refuse(next.refusal.code, `Edit ${index + 1}: ${next.refusal.message} Nothing was changed.`)
    text = next.value
  }
  return ok({ after: view.back(text) })
}
