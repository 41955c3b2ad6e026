import { optionMeant } from '../../../answer/option.ts'
import { optionsNamed } from './goal-options.ts'
import { optionsListed } from './topic-options.ts'

/** The options between which a goal asks to choose: a list, else those that a sentence names. Empty if it has none. */
export function optionsAsked(goal: string): readonly string[] {
  const listed = optionsListed(goal)
  return listed.length > 0 ? listed : optionsNamed(goal)
}

/** Whether these are the options of the goal, one for one and no other. The Head may word them in its own way. */
export function areAsked(options: readonly string[], goal: string): boolean {
  const asked = optionsAsked(goal)
  const meant = new Set(options.map((option) => optionMeant(asked, option)))
  return asked.length > 1 && asked.length === options.length && asked.every((option) => meant.has(option))
}
