/** Someone who can be assigned work. */
export type Assignable = { readonly slug: string; readonly name: string }

/** The member meant by a name a model wrote. `guessed`: only the beginning of the name matched. */
export type Meant = { readonly member: Assignable; readonly guessed: boolean }

/** The member whose name or slug equals this, ignoring case, else the only one whose name begins with it. */
export function findMember(written: string, members: readonly Assignable[]): Meant | undefined {
  const wanted = folded(written)
  if (wanted === '') return undefined
  const equal = members.find((member) => namesOf(member).includes(wanted))
  if (equal) return { member: equal, guessed: false }
  const [only, ...others] = members.filter((member) => namesOf(member).some((name) => name.startsWith(wanted)))
  return only && others.length === 0 ? { member: only, guessed: true } : undefined
}

const namesOf = ({ slug, name }: Assignable): readonly string[] => [folded(name), folded(slug)]

const folded = (name: string): string => name.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim()
