import { ok, type Result } from '@convene/domain'
import type { ToolChange } from './change.ts'
import { type Staged, stage } from './stage-change.ts'

/** Makes all changes or none: if one fails, the earlier ones are undone. */
export async function commitChanges(changes: readonly ToolChange[]): Promise<Result<void>> {
  const staged: Staged[] = []
  for (const change of changes) {
    const one = await stage(change)
    if (!one.ok) {
      await discardAll(staged)
      return one
    }
    staged.push(one.value)
  }
  return applyAll(staged)
}

async function applyAll(staged: readonly Staged[]): Promise<Result<void>> {
  for (const [index, one] of staged.entries()) {
    const applied = await one.apply()
    if (applied.ok) continue
    await discardAll(staged.slice(index))
    for (const done of staged.slice(0, index).toReversed()) await done.undo()
    return applied
  }
  return ok(undefined)
}

async function discardAll(staged: readonly Staged[]): Promise<void> {
  for (const one of staged) await one.discard()
}
