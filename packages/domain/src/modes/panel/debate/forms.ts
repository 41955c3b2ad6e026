/** When to veto, as every form says. */
export const VETO_FORM = 'only if an option would do harm that cannot be undone'

/** The lines that asks end with. Whatever is in brackets is to be replaced, and must not be a valid value itself. */
export const forms = {
  position: `POSITION: <your position in one line>
CONFIDENCE: <0 to 100>`,
  answer: `POSITION: <your answer in one line>
CONFIDENCE: <how likely it is the right one, 0 to 100>
REASON: <your main reason in one sentence>`,
  changed: 'CHANGED: no, or yes, because <message id or evidence>',
  rebutted: 'CHANGED: no, or yes, because <the error in your argument, or evidence with its message id>',
  vote: 'VOTE: <letter>, or something else: <your position in one line>',
  ballot: `VOTE: <letter>
PROBABILITIES: <for every option its letter and how likely it is the right one, together 100>
REASON: <why, in one or two sentences>`,
  veto: `VETO: <why> (${VETO_FORM})`,
}

/** The sections of an ask. */
const SECTIONS =
  'What is asked. Your turn. The user asks. Topic. Options. Board. Arguments. Positions held now. Your last contribution'

const wordsOf = (text: string): string => ` ${(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `
const KNOWN = [...Object.values(forms).flatMap((form) => form.split(/[\n<>]/u)), ...SECTIONS.split('. ')].map(wordsOf)
/** A mark in place of a value: `POSITION: POSITION_VOTE`. */
const MARK = /^(?:POSITION|VOTE|REASON|CONFIDENCE|PROBABILITIES|CHANGED|VETO)(?:[_ ][A-Z]+)*\.?$/u

/** Whether a value is a piece of the form that was to be filled in, with or without its brackets. */
export function isFormText(value: string): boolean {
  const words = wordsOf(value)
  return MARK.test(value.trim()) || (words.trim() !== '' && KNOWN.includes(words)) || /^<[^<>]*>/u.test(value.trim())
}
