type Known = { readonly variable: string; readonly form?: string | undefined }

/** Whose key this is, by its form. Undefined if nobody's keys, or several providers', look like this. */
export function recognizedKey<Key extends Known>(pasted: string, keys: readonly Key[]): Key | undefined {
  const key = pasted.trim()
  const matching = keys.filter(({ form }) => form !== undefined && new RegExp(form, 'u').test(key))
  return matching.length === 1 ? matching[0] : undefined
}
