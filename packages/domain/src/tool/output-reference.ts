/**
 * The name under which an agent can read back one of its shortened outputs: the number of the event with the full text.
 * It contains no session, so it cannot lead to another one.
 */
export const outputReference = (seq: number): string => `output:${seq}`

/** The number of the event, if this is such a name. */
export function readReference(name: string): number | undefined {
  const [, digits] = /^output:([1-9]\d{0,14})$/.exec(name) ?? []
  return digits === undefined ? undefined : Number(digits)
}
