import { inline, nested } from '../markdown/nested.ts'

/** Shown as nothing, and it separates a sign from what it would refer to. */
const NOTHING = '\u200b'

/**
 * What agents and files say, in a form that does nothing on a forge: nobody is mentioned, no issue is closed or
 * referred to, no command is given, no address is a link, and nothing is HTML.
 */
export const inertLine = (text: string): string => withoutReferences(inline(text))

/** The same for a text of several lines, as Markdown. */
export const inertText = (text: string): string => withoutReferences(nested(text, 2, () => false))

/** The same for a title or a commit message, which are no Markdown. */
export const inertPlain = (text: string): string => withoutReferences(text).replaceAll('&amp;', '&')

const withoutReferences = (text: string): string =>
  text
    .replace(/&(?=#?\w{1,32};)/gu, '&amp;')
    .replace(/@(?=[\w\\])/gu, `@${NOTHING}`)
    .replace(/([#!&%~])(?=\\?\d)/gu, `$1${NOTHING}`)
    .replace(/\b(GH)-(?=\d)/giu, `$1${NOTHING}-`)
    .replace(/^([\s>*+-]*)\/(?=[a-z])/gimu, `$1${NOTHING}/`)
    .replace(/\b(https?|ftp|mailto|www)([:.])/giu, `$1${NOTHING}$2`)
