/** A copy without one key. */
export function without<T>(record: { readonly [key: string]: T }, key: string): { readonly [key: string]: T } {
  if (!(key in record)) return record
  const { [key]: _removed, ...rest } = record
  return rest
}
