import { withoutEntities, withoutReferences } from '@convene/reading'
import { inlineMarkdown, nested } from '../markdown/nested.ts'

/**
 * What agents and files say, in a form that does nothing on a forge: nobody is mentioned, no issue is closed or
 * referred to, no command is given, no address is a link, and nothing is HTML.
 */
export const inertLine = (text: string): string => doesNothing(inlineMarkdown(text))

/** The same for a text of several lines, as Markdown. */
export const inertText = (text: string): string => doesNothing(nested(text, 2, () => false))

/** The same for a title or a commit message, which are no Markdown. */
export const inertPlain = (text: string): string => withoutReferences(text)

const doesNothing = (text: string): string => withoutReferences(withoutEntities(text))
