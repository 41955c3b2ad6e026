import type { CommandInput } from '@convene/host'

type Value = string | number | boolean | readonly string[]

/** Parsed arguments and options, checked against the command table. */
export type Input = CommandInput

/** Wraps the parsed values. */
export function commandInputOf(words: readonly string[], values: { readonly [option: string]: Value }): Input {
  const of = <T extends Value>(option: string, is: (value: Value) => boolean): T | undefined => {
    const value = values[option]
    return value !== undefined && is(value) ? (value as T) : undefined
  }
  return {
    words,
    text: (option) => of<string>(option, (value) => typeof value === 'string'),
    number: (option) => of<number>(option, (value) => typeof value === 'number'),
    flag: (option) => values[option] === true,
    list: (option) => of<readonly string[]>(option, Array.isArray) ?? [],
  }
}
