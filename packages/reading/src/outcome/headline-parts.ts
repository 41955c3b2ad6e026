const COUNTED =
  /^(.*?) · (\d+ of \d+ (?:steps?|checks? pass(?:es)?)(?: · .+)?)$|^(.*) · ((?:\d+(?: : \d+)+|unanimous|1 vote|\d+ of \d+ votes)(?: · \d+ %)?)$/su

/** A headline split into the outcome and the counts, so that a narrow row can shorten the first and keep the second. */
export function headlineParts(headline: string): { readonly outcome: string; readonly counted: string } {
  const [, work, proof, decided, votes] = COUNTED.exec(headline) ?? []
  return { outcome: work ?? decided ?? headline, counted: proof ?? votes ?? '' }
}
