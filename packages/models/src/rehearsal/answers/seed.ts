/** A number that is always the same for a name. */
export const seedOf = (name: string): number =>
  [...name].reduce((seed, sign) => (seed * 31 + (sign.codePointAt(0) ?? 0)) % 65_521, 7)
