import { distanceBetween } from '../team/nearest-name.ts'

/** Someone who can be named in an answer. */
export type NamedMember = { readonly slug: string; readonly name: string; readonly model?: string | undefined }

/** The member meant by a name a model wrote. `guessed`: the name was incomplete or misspelled. */
export type Meant<Member extends NamedMember = NamedMember> = { readonly member: Member; readonly guessed: boolean }

/**
 * The member a name means: equal but for case, separators, brackets and signs, else the only one whose name begins with
 * it, contains it or ends it after a team's prefix, else the only near miss, else the one behind a qualification.
 * Undefined if several fit.
 */
export function findMember<Member extends NamedMember>(
  written: string,
  members: readonly Member[],
): Meant<Member> | undefined {
  const wanted = keyOf(written)
  if (wanted === '') return undefined
  const equal = equalTo(wanted, members) ?? equalTo(keyOf(withoutRole(written)), members)
  if (equal) return { member: equal, guessed: false }
  const guess =
    only(members, (key) => key.startsWith(wanted)) ??
    (wanted.length >= SHORTEST ? only(members, (key) => key.includes(wanted)) : undefined) ??
    afterPrefix(written, members) ??
    nearMiss(wanted, members) ??
    qualified(written, members) ??
    byModel(written, members)?.member
  return guess && { member: guess, guessed: true }
}

/** Fewer letters occur in too many names. */
const SHORTEST = 4
const LONGEST = 200
const LONGEST_NAME = 60

/** Without case, separators, brackets and signs: `[Code_Reviewer]` is `codereviewer`. */
function keyOf(name: string): string {
  const whole = name.slice(0, LONGEST).normalize('NFKC').toLowerCase().trim()
  return whole.replaceAll(/[^\p{L}\p{N}\p{M}+#]/gu, '') || whole
}

/** `Ben (tests)`, `Worker <openai/gpt-5>` and `the Coder` without what is around the name. */
const withoutRole = (name: string): string =>
  name
    .slice(0, LONGEST)
    .replace(/^the\s+/iu, '')
    .replace(/\s*[([<{][^)\]>}]*[)\]>}]?\s*$/u, '')

const keysOf = ({ slug, name }: NamedMember): readonly string[] => [keyOf(name), keyOf(slug)]

const equalTo = <Member extends NamedMember>(wanted: string, members: readonly Member[]): Member | undefined =>
  wanted === '' ? undefined : members.find((member) => keysOf(member).includes(wanted))

function only<Member extends NamedMember>(
  members: readonly Member[],
  fits: (key: string) => boolean,
): Member | undefined {
  const [first, ...others] = members.filter((member) => keysOf(member).some(fits))
  return others.length === 0 ? first : undefined
}

/** `Work Team-worker-1` is `worker-1`: the longest end after a separator that is somebody's name. */
function afterPrefix<Member extends NamedMember>(written: string, members: readonly Member[]): Member | undefined {
  const ends = [...written.slice(0, LONGEST).matchAll(/[-_/.:@]/gu)].map(({ index }) => written.slice(index + 1))
  return ends.map((end) => equalTo(keyOf(end), members)).find((member) => member !== undefined)
}

/** `Codr` is Coder. A different number is somebody else, never a slip. */
function nearMiss<Member extends NamedMember>(wanted: string, members: readonly Member[]): Member | undefined {
  const digits = (text: string): string => text.replaceAll(/\P{N}/gu, '')
  const most = wanted.length >= 8 ? 2 : wanted.length >= 4 ? 1 : 0
  if (most === 0 || wanted.length > LONGEST_NAME) return undefined
  // Adam is not Ada.
  return only(
    members,
    (key) => key.length > 4 && digits(key) === digits(wanted) && distanceBetween(wanted, key) <= most,
  )
}

/** `Code Reviewer` is Reviewer. More words would be a sentence. */
function qualified<Member extends NamedMember>(written: string, members: readonly Member[]): Member | undefined {
  const [, name, more] = withoutRole(written.slice(0, LONGEST)).split(/\s+/u)
  return name === undefined || more !== undefined ? undefined : equalTo(keyOf(name), members)
}

/** `<openai/gpt-5>`: the only member with this model. */
function byModel<Member extends NamedMember>(written: string, members: readonly Member[]): Meant<Member> | undefined {
  const wanted = written
    .trim()
    .replace(/^[<([{]|[>)\]}]$/gu, '')
    .toLowerCase()
  const [first, ...others] = members.filter(({ model }) => model?.toLowerCase() === wanted && wanted !== '')
  return first && others.length === 0 ? { member: first, guessed: true } : undefined
}
