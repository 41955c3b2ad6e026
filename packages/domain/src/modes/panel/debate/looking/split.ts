import { letterAt } from '../../../../text/letters.ts'
import { optionHeld } from '../options.ts'
import { type DebateContext, held } from '../state.ts'

/** The letters of the options that somebody votes for now, one per voter, in seat order. */
export const votesByLetter = (
  context: DebateContext,
): readonly { readonly agent: string; readonly option: string }[] => {
  const { options } = context.panel.debate
  return held(context).flatMap((line) => {
    const meant = optionHeld(options, line)
    return meant ? [{ agent: line.agent, option: letterAt(options.indexOf(meant)) }] : []
  })
}

/** The options that somebody votes for now. */
export const heldLetters = (context: DebateContext): readonly string[] =>
  [...new Set(votesByLetter(context).map(({ option }) => option))].toSorted()

/** Whether the votes differ. */
export const isSplit = (context: DebateContext): boolean => heldLetters(context).length > 1
