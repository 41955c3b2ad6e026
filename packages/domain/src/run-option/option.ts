import type { z } from 'zod'

/** An option's flag on the command line. */
export type OptionFlag = {
  readonly name: string
  /** The placeholder of its value in help. Without it, the flag takes no value. */
  readonly value?: string
  /** Its line in help. */
  readonly summary: string
  /** A list is one value, separated by commas. Otherwise the flag is repeated. */
  readonly separated?: boolean
}

/** Where an option can be left out. Everywhere else it follows from its declaration. */
type Surface = 'page' | 'sdk' | 'hook'

type EditorPlace = 'settings' | 'choices'

/** What the surfaces need to know about an option, apart from its schema and its words. */
export type OptionUse = {
  readonly flag?: OptionFlag
  /** Who may set it: the user with their own programs, or other agents too. What widens a run is never for agents. */
  readonly by: 'user' | 'program'
  /** Whether the session's next run keeps it. */
  readonly kept: boolean
  readonly not?: readonly Surface[]
  /** Where an editor offers it: among its settings, under the name of its flag, or as a choice in every session. */
  readonly inEditor?: readonly EditorPlace[]
  /** Values to choose from where nothing can be typed. */
  readonly suggested?: readonly number[]
}

/** One option of a run, declared once. The surfaces, their help and their checks follow from it. */
export type RunOption<Schema extends z.ZodType = z.ZodType> = OptionUse & {
  readonly schema: Schema
  readonly label: string
  readonly hint: string
  /** The names it can have, if they are known. Other names are refused when the team is seated, with the nearest one. */
  choices?(): readonly string[]
  /** An example value, for forms. */
  readonly example?: string
  /** A note beside each choice, and the label of none. */
  readonly notes?: { readonly [choice: string]: string }
  readonly unset?: string
  /**
   * It is used up when the run is prepared, and is part of the team, the limits or another setting. Otherwise the run
   * stores it in `settings.options`.
   */
  readonly isPrepared?: boolean
}

/** How people read a choice: `two-first` is “Two first”. */
export const choiceLabel = (choice: string): string =>
  `${choice.charAt(0).toUpperCase()}${choice.slice(1).replaceAll('-', ' ')}`

/** Declares an option. Its types follow from the schema. */
export const option = <Schema extends z.ZodType>(declared: RunOption<Schema>): RunOption<Schema> => declared
