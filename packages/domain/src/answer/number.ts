import { unwrapped } from './lines.ts'

const AMOUNT = '\\d{1,6}(?:[.,]\\d{1,12})?|[.,]\\d{1,12}'
/** A range, such as the `0 to 100` in the question, is not a number. Nor are odds, such as `3:1`. */
const RANGE = /^\s*(?:[:∶](?=\d)|-|–|—|~|→|[-=]>|to|bis|à|or|and|oder|ou|\.\.+)\s*\d/iu
/** Words that qualify or retract a number: `0.9 would be too much`, `80, if the tests pass`, `0.4 (before)`, `0.9?`. */
const UNSURE =
  /^(?:\s*\?|[\s,;(–—-]*(?:would|could|might|if|once|unless|provided|assuming|at (?:most|best)|or (?:less|lower)|(?:is|seems) too|minus|before|previously|last time)(?![\p{L}\p{N}]))/iu
const FIRST = new RegExp(`^(?:about|around|roughly|approximately|circa|ca\\.?|~|≈)?\\s*(${AMOUNT})`, 'iu')
const IN_PARENTHESES = new RegExp(`^[^\\d(]{1,40}\\(\\s*(${AMOUNT})([^)]{0,40})\\)\\s*\\.?$`, 'u')
const PERCENT = /^\s*(?:%|percent|per cent|prozent)/iu
/** `30 % or 60 %`, `30 % – 60 %`. `80 % – 3 of 4 tests pass` has a reason behind it. */
const MORE_PERCENT = new RegExp(
  `^\\s*(?:-|–|—|~|→|to|bis|à|or|and|oder|ou|\\/|,|;)\\s*(?:${AMOUNT})\\s*(?:%|percent|per cent|prozent|$)`,
  'iu',
)
const PARTS = /^\s*(?:\/|of|out of|von|sur|de)\s*(\d{1,6}(?:[.,]\d{1,12})?)/iu

/**
 * A share from 0 to 1, as people write it: `85`, `85 %`, `0.85`, `8.5/10`, `17 of 20`. `asked` is the scale in the
 * question. Undefined for words, a range, or a number that fits no scale: it is never guessed.
 */
export function readShare(said: string, asked: 1 | 100): number | undefined {
  const text = unwrapped(said.slice(0, 200).normalize('NFKC'))
  const first = FIRST.exec(text)
  const inside = first ? null : IN_PARENTHESES.exec(text)
  const written = first?.[1] ?? inside?.[1]
  if (written === undefined) return undefined
  const behind = first ? text.slice(first[0].length) : (inside?.[2] ?? '')
  const share = shareOf(written, behind, asked)
  return share !== undefined && share >= 0 && share <= 1 ? rounded(share) : undefined
}

function shareOf(written: string, behind: string, asked: 1 | 100): number | undefined {
  const amount = numberOf(written)
  const rest = behind.replace(PERCENT, '')
  if (UNSURE.test(rest)) return undefined
  if (rest !== behind) return MORE_PERCENT.test(rest) ? undefined : amount / 100
  if (RANGE.test(behind) || /^[\p{L}\d]/u.test(behind)) return undefined
  const parts = PARTS.exec(behind)?.[1]
  if (parts !== undefined) return numberOf(parts) === 0 ? undefined : amount / numberOf(parts)
  return onScale(amount, written, asked)
}

function onScale(amount: number, written: string, asked: 1 | 100): number | undefined {
  if (amount < 1) return amount
  if (amount === 1) return asked === 1 || written.length > 1 ? 1 : amount / 100
  // On a 0–1 scale, a 7 could be 7 out of 10 or 7 %.
  return asked === 1 && amount <= 10 ? undefined : amount / 100
}

const numberOf = (written: string): number => Number(written.replace(',', '.'))
const rounded = (share: number): number => Math.round(share * 1e6) / 1e6
