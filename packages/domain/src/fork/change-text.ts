import type { ChangeableLimit, ForkChange } from '../event/fork-change.ts'
import type { LimitSettings } from '../limits/limits.ts'
import { countText, dollarsText } from '../text/amounts.ts'
import { cleanLine } from '../text/clean.ts'
import { cutAtWord } from '../text/cut-at-word.ts'

const LONGEST_TITLE = 80
const LONGEST_TEXT = 60

/** A change in a few words, as titles begin with it: `without Security`, `new fact “we have 3 shops”`. */
export function changeText(change: ForkChange, nameOf: (slug: string) => string | undefined): string {
  const name = (slug: string) => cleanLine(nameOf(slug) ?? slug)
  switch (change.type) {
    case 'model':
      return `${name(change.seat)} on ${cleanLine(change.model)}`
    case 'swap':
      return `${name(change.agent)} instead of ${name(change.seat)}`
    case 'without':
      return `without ${name(change.seat)}`
    case 'fact':
      return `new fact “${shortened(change.text)}”`
    case 'forbid':
      return `without the argument “${shortened(change.text)}”`
    case 'limit':
      return `at most ${amounts[change.limit](change.value)}`
  }
}

const shortened = (text: string): string => cutAtWord(cleanLine(text), LONGEST_TEXT)

const amounts: Readonly<Record<ChangeableLimit, (value: number) => string>> = {
  maxTurns: (value) => countText(value, 'turn'),
  maxCalls: (value) => countText(value, 'model call'),
  maxTotalTokens: (value) => countText(value, 'token'),
  maxCostUsd: dollarsText,
  maxDuration: (value) => countText(value, 'minute'),
  maxIterations: (value) => countText(value, 'iteration'),
}

/** The title of a fork: what is different, then the original's. At its end a narrow list would cut the difference off. */
export const forkTitle = (title: string, change: string): string =>
  `${change.replace(/^./u, (first) => first.toUpperCase())} · ${cutAtWord(cleanLine(title), LONGEST_TITLE)}`

/** The limits of a run with this change. */
export const changedLimits = (change: ForkChange | undefined): LimitSettings =>
  change?.type === 'limit' ? { [change.limit]: change.value } : {}
