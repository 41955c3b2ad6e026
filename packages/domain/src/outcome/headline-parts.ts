const COUNTED = /^(.*) · ((?:\d+(?: : \d+)+|unanimous|1 vote)(?: · \d+ %)?)$/su

/** A headline as what came out and what was counted, so that a narrow row can shorten the one and keep the other. */
export function headlineParts(headline: string): { readonly outcome: string; readonly counted: string } {
  const [, outcome = headline, counted = ''] = COUNTED.exec(headline) ?? []
  return { outcome, counted }
}
