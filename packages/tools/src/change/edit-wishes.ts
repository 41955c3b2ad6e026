import { ok, type Result, refuse } from '@convene/domain'
import type { Change, TextFile } from './change.ts'
import type { EditInput, MultieditInput } from './edit-tool.ts'
import { viewOf } from './line-ends.ts'
import { type Replacement, replaceText } from './replace-text.ts'
import type { Wishes } from './writing-tool.ts'

/** One replacement in one file. */
export const editWishes: Wishes<EditInput> = (edit) =>
  ok([{ path: edit.path, become: (now) => replaced(edit.path, now, [edit]) }])

/** Several replacements in one file, each on what the ones before it have left. */
export const multieditWishes: Wishes<MultieditInput> = ({ path, edits }) =>
  ok([{ path, become: (now) => replaced(path, now, edits) }])

function replaced(
  file: string,
  now: TextFile | undefined,
  edits: readonly Replacement[],
): Result<Pick<Change, 'after'>> {
  if (!now) return refuse('not_there', `"${file}" does not exist. To make a new file use "write".`)
  const view = viewOf(now.text)
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
