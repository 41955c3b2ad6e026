import type { Refusal } from '@convene/domain'
import type { CommandOption, Range } from './command.ts'

/** The number, or a refusal that names the range. Nothing is clamped. */
export function readNumber({ name, range }: CommandOption, text: string): number | Refusal {
  const value = /^-?\d[\d_]*(\.\d+)?$/.test(text) ? Number(text.replaceAll('_', '')) : Number.NaN
  if (range && isIn(range, value)) return value
  return { code: 'usage', message: `--${name} must be ${range ? rangeText(range) : 'a number'}, not "${text}".` }
}

function isIn({ min, max, whole, above }: Range, value: number): boolean {
  return (above ? value > min : value >= min) && value <= max && (!whole || Number.isInteger(value))
}

/** `a whole number from 1 to 100`. */
export function rangeText({ min, max, whole, above }: Range): string {
  const kind = whole ? 'a whole number' : 'a number'
  const from = min.toLocaleString('en-US')
  if (above) return `${kind} above ${from}`
  return max === Number.MAX_SAFE_INTEGER
    ? `${kind} from ${from}`
    : `${kind} from ${from} to ${max.toLocaleString('en-US')}`
}
