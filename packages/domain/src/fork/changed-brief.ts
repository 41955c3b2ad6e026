import type { ForkChange } from '../event/fork-change.ts'
import { quoted } from '../text/quoted.ts'

/**
 * A session's constraints with a fact or a ban added, which every agent reads with its brief. The user's text is a
 * block quote: a heading or a protocol line in it stays part of the quote.
 */
export function constraintsWith(constraints: string, change: ForkChange): string {
  const added = addition(change)
  return [constraints, added].filter((part) => part !== '').join('\n\n')
}

function addition(change: ForkChange): string {
  if (change.type === 'fact') return `The user states this as a fact:\n\n${blockQuote(change.text)}`
  if (change.type === 'forbid')
    return `The user rules this argument out. Do not use it, in these or other words:\n\n${blockQuote(change.text)}`
  return ''
}

const blockQuote = (text: string): string =>
  quoted(text)
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')
