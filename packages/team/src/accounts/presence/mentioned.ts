import type { Actor } from '../account/account.ts'

const BETWEEN_WORDS = /[^\p{L}\p{M}\p{N}@]+/gu
/** Scripts without spaces between words: anything may follow a name. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]$/u

const plain = (text: string): string => text.normalize('NFC').toLowerCase().replaceAll(BETWEEN_WORDS, ' ')

/** The people whose full name appears in a text right after an @. */
export function mentionedIn<Somebody extends Actor>(text: string, people: readonly Somebody[]): readonly Somebody[] {
  const words = `${plain(text)} `
  return people.filter(({ name }) => {
    const own = plain(name).trim()
    if (!/[\p{L}\p{N}]/u.test(own)) return false
    return words.includes(UNSPACED.test(own) ? `@${own}` : `@${own} `)
  })
}
