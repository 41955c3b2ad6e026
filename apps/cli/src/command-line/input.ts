type Value = string | number | boolean | readonly string[]

/** What a person typed, read and checked against the command's table. */
export type Input = {
  readonly words: readonly string[]
  text(option: string): string | undefined
  number(option: string): number | undefined
  flag(option: string): boolean
  list(option: string): readonly string[]
}

/** Input over the values that the parser has read. */
export function inputOf(words: readonly string[], values: { readonly [option: string]: Value }): Input {
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
