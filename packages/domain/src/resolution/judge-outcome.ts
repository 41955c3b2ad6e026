import { optionKey, optionMeant } from '../answer/option.ts'
import { isYes } from '../checked-work/ask-user.ts'
import { amountAt, amountIn } from '../estimate/read-amount.ts'
import type { Look, Resolution } from '../state/resolution.ts'

/** How it turned out, as an option, a number, or none of them. */
export type Outcome =
  | { readonly kind: 'option'; readonly option: string }
  | { readonly kind: 'none' | 'unclear' }
  | { readonly kind: 'value'; readonly value: number }

/** An outcome, or why only you can say it. */
export type Judged = { readonly outcome: Outcome } | { readonly why: string }

/** A check that flickers is not believed. */
const LOOKS = 2
/** The machine may sleep in the middle of a look, or a server may be down for a moment. */
const MOST_LOST = 3

/** What the looks say. Undefined if it needs another one. */
export function judgeLooks(one: Resolution): Judged | undefined {
  if (one.barred !== '') return { why: one.barred }
  if (one.lost >= MOST_LOST) return { why: `${one.lostBy} (${MOST_LOST} tries)` }
  if (one.looks.length < LOOKS) return undefined
  const judged = one.looks.map((look) => judgeLook(one, look))
  const [first] = judged
  const isSame = first && judged.every((each) => JSON.stringify(each) === JSON.stringify(first))
  return isSame ? first : { why: 'it said one thing and then another' }
}

function judgeLook(one: Resolution, look: Look): Judged {
  const passed = look.outcome === 'passed'
  if (one.about.kind === 'decision') return judgeOption(one, passed)
  const { quantity } = one.about
  if (quantity.kind === 'chance') return { outcome: { kind: 'value', value: passed ? 1 : 0 } }
  const value = passed ? numberIn(look.output ?? '', quantity) : undefined
  return value === undefined ? { why: 'it shows no single number' } : { outcome: { kind: 'value', value } }
}

/** What it was declared to mean, or what a yes and a no mean. Otherwise a pass confirms what was chosen. */
function judgeOption({ about, right, wrong }: Resolution, passed: boolean): Judged {
  if (about.kind !== 'decision') return { why: '' }
  const { options, chosen } = about
  const said = passed ? right : wrong
  if (said !== undefined) {
    const meant = readOption(options, said)
    return meant ? { outcome: meant } : { why: `"${said}" is none of the options` }
  }
  if (right !== undefined) return { why: 'it failed, and nobody said what that means' }
  const plain = yesNo(options, passed)
  if (plain !== undefined) return { outcome: { kind: 'option', option: plain } }
  return passed ? { outcome: { kind: 'option', option: chosen } } : { why: `it says that “${chosen}” was not right` }
}

/** Of two options, the one that says yes, or the one that says no. */
function yesNo(options: readonly string[], passed: boolean): string | undefined {
  const begins = (word: string) => options.filter((option) => optionKey(option).split(' ')[0] === word)
  const [yes, no] = [begins('yes'), begins('no')]
  return options.length === 2 && yes.length === 1 && no.length === 1 ? (passed ? yes : no)[0] : undefined
}

function readOption(options: readonly string[], said: string): Outcome | undefined {
  const option = optionMeant(options, said)
  if (option !== undefined) return { kind: 'option', option }
  const word = said.trim().toLowerCase()
  return word === 'none' || word === 'unclear' ? { kind: word } : undefined
}

/** The one number of an output. Two of them say nothing. */
function numberIn(output: string, quantity: { readonly unit: string }): number | undefined {
  const found = output.match(/-?\d[\d.,_]*(?:e[+-]?\d+)?/giu) ?? []
  if (found.length !== 1) return undefined
  const text = output.slice(output.indexOf(found[0] ?? '')).trim()
  const value = amountAt(text) ? amountIn(text, quantity) : undefined
  return typeof value === 'number' ? value : undefined
}

/** What you said. Undefined if it cannot be read. */
export function readAnswer({ about }: Resolution, answer: string): Outcome | undefined {
  if (about.kind === 'decision') return readOption(about.options, answer)
  const word = answer.trim().toLowerCase()
  if (word === 'unclear' || word === 'unknown') return { kind: 'unclear' }
  if (about.quantity.kind === 'number') {
    const value = amountIn(answer, about.quantity)
    return typeof value === 'number' ? { kind: 'value', value } : undefined
  }
  if (isYes(answer)) return { kind: 'value', value: 1 }
  return /^no\b/iu.test(word) ? { kind: 'value', value: 0 } : undefined
}
