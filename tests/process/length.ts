/** Whether the long forms of tests run: `npm run test:long`. */
export const LONG = process.env.CONVENE_LONG !== undefined

/** The cases that stand for all of them in `npm test`; the long tests add the others. */
export const standing = <Case>(few: readonly Case[], others: readonly Case[]): readonly Case[] =>
  LONG ? [...few, ...others] : few

/** Every `step`th of many cases in `npm test`, and all of them in the long tests. `first` says where to begin. */
export const everyFew = <Case>(all: readonly Case[], step: number, first = 0): readonly Case[] =>
  LONG ? all : all.filter((_, index) => index % step === first % step)
