import {
  allOptions,
  type ListedOption,
  type OptionFlag,
  optionKindOf,
  type RunRequest,
  requestFrom,
} from '@convene/domain'
import type { CommandOption } from './command.ts'
import type { Input } from './input.ts'

type Flagged = ListedOption & { readonly flag: OptionFlag }

const flagged = allOptions.filter((each): each is Flagged => each.flag !== undefined)

/** How a new run is set up: a flag per option that has one. `npm run docs` writes them to `run-flags.json`. */
export const runFlags = (): readonly CommandOption[] => flagged.map(flagOf)

function flagOf(option: Flagged): CommandOption {
  const { name, value, summary } = option.flag
  const shown = { name, summary, ...(value !== undefined && { value }) }
  const kind = optionKindOf(option)
  switch (kind.type) {
    case 'flag':
      return { ...shown, kind: 'flag' }
    case 'number': {
      const { type: _type, ...range } = kind
      return { ...shown, kind: 'number', range }
    }
    case 'list':
      return { ...shown, kind: option.flag.separated ? 'text' : 'list' }
    case 'choice':
      return { ...shown, kind: 'text', choices: kind.choices }
    case 'text':
      return { ...shown, kind: 'text' }
  }
}

/** What the flags of a command line ask for. */
export const requestOf = (input: Input): RunRequest =>
  requestFrom(Object.fromEntries(flagged.map((option) => [option.key, valueIn(input, option)])))

/** An option that is not named stays unset: it overrides nothing. */
function valueIn(input: Input, option: Flagged): unknown {
  const { name, separated } = option.flag
  const { type } = optionKindOf(option)
  if (type === 'flag') return input.flag(name) || undefined
  if (type === 'number') return input.number(name)
  if (type !== 'list') return input.text(name)
  const items = separated ? parts(input.text(name)) : input.list(name)
  return items.length > 0 ? items : undefined
}

const parts = (text = ''): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
