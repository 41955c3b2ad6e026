import { ok } from '@convene/domain'
import { parseDiff } from '../diff/parse-diff.ts'
import { applyToView } from './apply-diff.ts'
import type { PatchInput } from './patch-tool.ts'
import type { Wishes } from './writing-tool.ts'

/** What a unified diff wants of each file. */
export const patchWishes: Wishes<PatchInput> = ({ patch }) => {
  const files = parseDiff(patch)
  if (!files.ok) return files
  return ok(
    files.value.map((file) => ({
      path: file.after ?? file.before ?? '',
      become: (now) => applyToView(file, now),
    })),
  )
}
