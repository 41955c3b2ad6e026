import { countText, spelled } from '@convene/domain'

const MOST_SHOWN = 200_000

/** What a foreign tool would be given, as a person is shown it: to the letter. Beyond all reading it says what is left out. */
export function inputPreview(input: unknown): string {
  const whole = spelled(JSON.stringify(input, null, 2))
  const left = whole.length - MOST_SHOWN
  return left > 0 ? `${whole.slice(0, MOST_SHOWN)}\n… ${countText(left, 'more character')} not shown` : whole
}
