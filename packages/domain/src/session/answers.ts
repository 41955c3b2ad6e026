/** Who said something, and as what. */
export type Spoken = { readonly author: string; readonly kind: string }

const answering = ['synthesis', 'answer', 'report', 'argument']

/** What answers the goal among all that agents said in a run: one text, or in a broadcast the newest of each member. */
export function answersAmong<T>(mode: string, said: readonly T[], read: (one: T) => Spoken): readonly T[] {
  if (mode === 'broadcast')
    return said.filter((one, index) => !said.slice(index + 1).some((later) => read(later).author === read(one).author))
  for (const kind of answering) {
    const found = said.findLast((one) => read(one).kind === kind)
    if (found !== undefined) return [found]
  }
  return said.slice(-1)
}
