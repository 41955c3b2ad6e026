import { countText } from '@convene/domain'
import type { CallResult, Output } from '@convene/protocol'

/** What became of a key that was just stored, after one short call with it. */
export function keyText(label: string, tested: CallResult<Output<'testKey'>>): string {
  if (!tested.ok) return `The key for ${label} is saved, but could not be confirmed. ${tested.refusal.message}`
  const { models, default: usual } = tested.value
  const count = models.length > 0 ? `${countText(models.length, 'model')}, ` : ''
  return `Connected to ${label}: ${count}default ${usual}`
}
