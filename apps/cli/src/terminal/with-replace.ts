import type { Refusal } from '@convene/domain'

/** The refusal to overwrite a file, with the option that does it. */
export const withReplace = ({ code, message }: Refusal): Refusal => ({
  code,
  message: /^(?:agent|team)_exists$/u.test(code) ? `${message} To overwrite it, add --replace.` : message,
})
