import type { CallRefusal } from '@convene/protocol'

/** What is wrong with each field of the start form, by the form's own names. */
export type Refused = { readonly [field: string]: string }

/** Refusals that name options of the command line, in the words of this page, with the field they concern. */
const known: { readonly [code: string]: { readonly field?: string; readonly message?: string } } = {
  no_agents: { message: 'This mode needs members: choose a team, or name agents under “More options”.' },
  too_many_agents: { field: 'agents' },
  unknown_agent: { field: 'agents' },
  unknown_model: { field: 'model' },
  bad_grant: { field: 'allow', message: 'Write each rule as tool:pattern, such as bash:git *.' },
}

/** The refusal as this page says it. */
export const whyRefused = ({ code, message }: CallRefusal): string =>
  (known[code]?.message ?? message).replaceAll(/ `convene [^`]+` lists [^.]+\./gu, '')

/** The fields that a refusal concerns; none where it is about the whole. */
export function refusedFields(refusal: CallRefusal | null): Refused {
  if (!refusal) return {}
  if (refusal.code === 'bad_request') return Object.fromEntries(refusal.message.split('\n').flatMap(fieldOf))
  const field = known[refusal.code]?.field
  return field ? { [field]: whyRefused(refusal) } : {}
}

/** `limits.maxTurns: must be at least 1` is about that limit, `allow.0: …` about the rules, `settings.seats: …` about the seats. */
function fieldOf(line: string): readonly (readonly [string, string])[] {
  const [, path, message] = /^([\w.]+): (.+)$/u.exec(line) ?? []
  if (!path || !message) return []
  const [first = '', second = ''] = path.split('.')
  if (first === 'settings') return [[second, message]]
  return [[first === 'limits' ? path : first, message]]
}
