import type { CallRefusal } from '@convene/protocol'

/** Problems by start form field. */
export type RefusedFields = { readonly [field: string]: string }

/** Page wording for refusals that name command-line options, with their field. */
const known: { readonly [code: string]: { readonly field?: string; readonly message?: string } } = {
  no_agents: { message: 'This mode needs members: choose a team or members under “Change seats”.' },
  unknown_model: { field: 'model' },
  bad_grant: { field: 'allow' },
}

/** The refusal in this page's wording. */
export const whyRefused = ({ code, message }: CallRefusal): string =>
  (known[code]?.message ?? message).replaceAll(/ `convene [^`]+` lists [^.]+\./gu, '')

/** The fields a refusal is about. Empty if it is about the whole form. */
export function refusedFields(refusal: CallRefusal | null): RefusedFields {
  if (!refusal) return {}
  if (refusal.code === 'bad_request') return Object.fromEntries(refusal.message.split('\n').flatMap(fieldOf))
  const field = known[refusal.code]?.field
  return field ? { [field]: whyRefused(refusal) } : {}
}

/** Maps `limits.maxTurns: …` to that limit, `allow.0: …` to the rules and `settings.seats: …` to the seats. */
function fieldOf(line: string): readonly (readonly [string, string])[] {
  const [, path, message] = /^([\w.]+): (.+)$/u.exec(line) ?? []
  if (!path || !message) return []
  const [first = '', second = ''] = path.split('.')
  if (first === 'settings') return [[second, message]]
  return [[first === 'limits' ? path : first, message]]
}
