import type { ComparedSides } from './compare-sessions.ts'
import type { ComparedRun } from './compared-run.ts'

/** Whether two runs reached the same decision, in a sentence. Empty if there is nothing to compare. */
export function effectText({ a, b }: ComparedSides<ComparedRun>): string {
  const [one, other] = [a?.decided ?? null, b?.decided ?? null]
  if (one === null && other === null) return ''
  if (one === null || other === null) return `“${one ?? other}” on one side, no decision on the other.`
  return letters(one) === letters(other)
    ? `The same decision: “${one}”.`
    : `Different decisions: “${one}” and “${other}”.`
}

/** Every run words its own options, so differences in case and punctuation do not count. */
const letters = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\p{P}\s]+/gu, '')
