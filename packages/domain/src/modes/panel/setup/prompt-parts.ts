/** Joins the non-empty parts of an ask. */
export const parts = (...texts: readonly string[]): string => texts.filter((text) => text !== '').join('\n\n')
export const section = (name: string, text: string): string => (text === '' ? '' : `## ${name}\n\n${text}`)
