const LONGEST = 1_000

/** Words without Markdown: links by their text, no emphasis, code marks, tags, control or bidi characters. */
export function withoutMarkdown(markdown: string): string {
  return markdown
    .slice(0, LONGEST)
    .replace(/<!--.*?-->/gu, '')
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/gu, '$1')
    .replace(/<[^<>]*>/gu, ' ')
    .replace(/\\([\\`*_{}[\]()#+.!|~-])/gu, '$1')
    .replace(/`|\*{1,3}|_{2,3}|~~/gu, '')
    .replace(/[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
}

/** The address of the first link, or else the words themselves: a charter's cell may contain either. */
export function target(markdown: string): string {
  const link = /\]\(\s*<?([^()\s<>]*)/u.exec(markdown.slice(0, LONGEST))?.[1]
  return link ?? withoutMarkdown(markdown)
}

const pictures =
  /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\p{Default_Ignorable_Code_Point}|\u20e3/gu

/** Words without emoji and invisible characters: `🏗️ Keaton` becomes Keaton. */
export const withoutPictures = (text: string): string => text.replace(pictures, '').replace(/\s+/gu, ' ').trim()

/** Whether a heading is the one above the members. */
export const isMembersHeading = (text: string): boolean =>
  /^(?:(?:team|squad) )?members$/u.test(withoutPictures(withoutMarkdown(text).toLowerCase()))

/** Whether a text is an unfilled placeholder: `{Name}`, `{One-line description}`. */
export const isSquadPlaceholder = (text: string): boolean => /^\{[^{}]*\}$/u.test(text.trim())

/** Removes the braces from a text that would be taken for a placeholder. */
export const withoutBraces = (text: string): string =>
  isSquadPlaceholder(withoutPictures(withoutMarkdown(text))) ? text.replace(/[{}]/gu, '').trim() : text

/** Cuts to a number of characters, without leaving half a character at the end. */
export function cutTo(text: string, most: number): string {
  if (text.length <= most) return text
  const cut = text.slice(0, most)
  const last = cut.charCodeAt(most - 1)
  return last >= 0xd800 && last <= 0xdbff ? cut.slice(0, -1) : cut
}
