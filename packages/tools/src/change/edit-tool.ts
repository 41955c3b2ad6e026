import { z } from 'zod'
import type { Tool } from '../tool.ts'
import type { ReadMarks } from './read-marks.ts'
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
  edits: z.array(z.strictObject(replacement)).min(1).max(200).describe('Replacements, made one after the other.'),
})
export type EditInput = z.infer<typeof EditInput>
export type MultieditInput = z.infer<typeof MultieditInput>

/** Replaces one exact text in a file. */
export const editTool = (marks: ReadMarks): Tool<EditInput> =>
  writingTool(marks, {
    name: 'edit',
    description:
      'Replace text in a file that you have read. oldString must be in the file exactly once, or set replaceAll. ' +
      'For several changes in one file use "multiedit".',
    input: EditInput,
    wishes: async () => (await import('./edit-wishes.ts')).editWishes,
  })

/** Replaces several texts in a file: all of them or none. */
export const multieditTool = (marks: ReadMarks): Tool<MultieditInput> =>
  writingTool(marks, {
    name: 'multiedit',
    description:
      'Make several replacements in one file that you have read, one after the other: all of them, or none. ' +
      'Each is like "edit", on the text that the ones before it have left.',
    input: MultieditInput,
    wishes: async () => (await import('./edit-wishes.ts')).multieditWishes,
  })
