/** Shown as nothing, and it separates a sign from what it would refer to. */
const NOTHING = '\u200b'

/**
 * A text that does nothing where others read it: nobody is mentioned, no issue is closed or referred to, no command is
 * given, and no address becomes a link.
 */
export const withoutReferences = (text: string): string =>
  text
    .replace(/@(?=[\w\\])/gu, `@${NOTHING}`)
    .replace(/([#!&%~])(?=\\?\d)/gu, `$1${NOTHING}`)
    .replace(/\b(GH)-(?=\d)/giu, `$1${NOTHING}-`)
    .replace(/^([\s>*+-]*)\/(?=[a-z])/gimu, `$1${NOTHING}/`)
    .replace(/\b(https?|ftp|mailto|www)([:.])/giu, `$1${NOTHING}$2`)

/** `&lt;` stays these four letters where Markdown is read. */
export const withoutEntities = (text: string): string => text.replace(/&(?=#?\w{1,32};)/gu, '&amp;')

/** Signs that Markdown or HTML would act on, escaped. */
export const escapeMarkdown = (text: string): string => text.replace(/[\\`*_{}[\]<>|#~]/gu, '\\$&')
