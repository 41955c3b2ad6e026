import type { Sides } from './compare-sessions.ts'
import type { ComparedRun } from './compared-run.ts'

/** Whether two runs decided the same, in a sentence. Empty if there is nothing to compare. */
export function effectText({ a, b }: Sides<ComparedRun>): string {
  const [one, other] = [a?.decided ?? null, b?.decided ?? null]
  if (one === null && other === null) return ''
  if (one === null || other === null) return `“${one ?? other}” on one side, no decision on the other.`
  return letters(one) === letters(other)
    ? `The same decision: “${one}”.`
    : `Different decisions: “${one}” and “${other}”.`
}

/** Every run words its options itself: case and punctuation are no difference. */
const letters = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\p{P}\s]+/gu, '')
