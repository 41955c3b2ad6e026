import { countText, spelled } from '@convene/domain'

const MOST_SHOWN = 200_000

/**
 * A foreign tool's exact input, as shown to the user. If it is too long for anyone to read, it says how much is left
 * out.
 */
export function inputPreview(input: unknown): string {
  const whole = spelled(JSON.stringify(input, null, 2))
  const left = whole.length - MOST_SHOWN
  return left > 0 ? `${whole.slice(0, MOST_SHOWN)}\n… ${countText(left, 'more character')} not shown` : whole
}
