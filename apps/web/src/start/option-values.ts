import { type ListedOption, optionKindOf, optionsOn } from '@convene/domain'
import { linesIn } from '../ui/text/words.ts'

/** Options as typed, by key. Lists have a line per item. */
export type OptionTexts = { readonly [key: string]: string | boolean }

/** The options that the form draws by itself, in order. Limits have their own fields. */
const drawn = optionsOn('page').filter(({ within }) => within !== 'limits')

/** The options of a run in this mode: those of every run, or those that only this mode has. */
export const optionsFor = (mode: string, ofMode: boolean): readonly ListedOption[] =>
  drawn.filter((each) => (each.within === 'settings') === ofMode && (each.mode === undefined || each.mode === mode))

/** What is set in this mode, as a request has it. */
export function valuesIn(texts: OptionTexts, mode: string): { readonly [key: string]: unknown } {
  const options = [...optionsFor(mode, false), ...optionsFor(mode, true)]
  return Object.fromEntries(options.map((each) => [each.key, valueIn(each, texts[each.key])]))
}

/** Undefined if it is left to the team and the settings. */
function valueIn(option: ListedOption, typed: string | boolean | undefined): unknown {
  if (typeof typed === 'boolean') return typed || undefined
  const text = typed?.trim() ?? ''
  if (text === '') return undefined
  const { type } = optionKindOf(option)
  return type === 'list' ? linesIn(text) : type === 'number' ? Number(text) : text
}

/** What is set, in a few words each. */
export function optionSummary(texts: OptionTexts): readonly string[] {
  return drawn.flatMap((option) => {
    const value = valueIn(option, texts[option.key])
    if (value === undefined) return []
    const isShort = ['choice', 'number'].includes(optionKindOf(option).type)
    return [`${option.label.toLowerCase()}${isShort ? ` ${String(value)}` : ''}`]
  })
}
