import { clean } from './clean.ts'

const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}]+/gu
/** The empty Braille pattern. */
const BLANK = /\u2800/gu

/**
 * A text as it looks: without anything that nobody sees, and with one form for letters that have several. What a person
 * cannot tell apart is the same.
 */
export const asRead = (text: string): string => clean(text).normalize('NFKC').replace(UNSEEN, '').replace(BLANK, ' ')
