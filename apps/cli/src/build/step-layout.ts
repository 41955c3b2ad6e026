import { countText, spelledLine } from '@convene/domain'
import type { BuildReview, ReviewStep } from '@convene/reading'
import type { Style } from '../terminal/style.ts'
import { shorten } from '../terminal/width.ts'
import { wrap } from '../terminal/wrap.ts'
import { paintOf } from './facts.ts'

type Page = { readonly width: number; readonly style: Style; readonly rows: number }

/** The steps next to the diff: what each is, who made it, and what proves it. */
export function stepColumn({ steps }: BuildReview, page: Page): readonly string[] {
  const all = steps.map((step) => cardOf(step, page))
  return cutTo(all, page)
}

/** The steps above the diff, one row each. */
export function stepLines({ steps }: BuildReview, page: Page): readonly string[] {
  const { width, style } = page
  const line = (step: ReviewStep) => {
    const word = spelledLine(step.word.word)
    const room = Math.max(8, width - word.length - 3)
    const named = shorten(`${spelledLine(step.id)}  ${spelledLine(step.description)}`, room)
    return [`${named} · ${paintOf(step.word, style)(word)}`]
  }
  return cutTo(steps.map(line), page)
}

function cardOf(step: ReviewStep, { width, style }: Page): readonly string[] {
  const indented = { first: '  ', rest: '  ' }
  const checks = step.checks.flatMap((check) => {
    const facts = [check.word, ...check.facts].join(' · ')
    return [
      `  ${shorten(spelledLine(check.check), width - 2)}`,
      ...wrap([{ text: spelledLine(facts), paint: paintOf(check, style) }], width, { first: '    ', rest: '    ' }),
    ]
  })
  return [
    ...wrap(
      [{ text: `${spelledLine(step.id)} `, paint: style.dim }, { text: spelledLine(step.description) }],
      width,
    ).slice(0, MOST_ROWS),
    ...wrap(
      [
        { text: `${spelledLine(step.owner)} · `, paint: style.dim },
        { text: spelledLine(step.word.word), paint: paintOf(step.word, style) },
      ],
      width,
      indented,
    ),
    ...checks,
    '',
  ]
}

const MOST_ROWS = 3

/** Whole steps only, and how many are missing. */
function cutTo(steps: readonly (readonly string[])[], { rows, style }: Page): readonly string[] {
  const shown: string[] = []
  for (const [index, step] of steps.entries()) {
    const isLast = index === steps.length - 1
    if (shown.length + step.length > rows - (isLast ? 0 : 1))
      return [...shown, style.dim(`… ${countText(steps.length - index, 'more step')}`)].slice(0, rows)
    shown.push(...step)
  }
  return shown
}
