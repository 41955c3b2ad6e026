type Question =
  | { readonly ok: true; readonly question: string; readonly mode?: string; readonly team?: string }
  | { readonly ok: false; readonly why: string }

const modes = ['agent', 'broadcast', 'panel', 'orchestrate']

/** What another agent asks. The editor does not check it against the schema, so it is checked here. */
export function readQuestion(input: unknown): Question {
  const given = typeof input === 'object' && input !== null ? (input as { [name: string]: unknown }) : {}
  const { question, mode, team } = given
  if (typeof question !== 'string' || question.trim() === '')
    return { ok: false, why: 'Give the whole question as text, in "question".' }
  if (mode !== undefined && !modes.includes(mode as string))
    return { ok: false, why: `"mode" is one of ${modes.join(', ')}.` }
  if (team !== undefined && typeof team !== 'string') return { ok: false, why: '"team" is the name of a team.' }
  const unknown = Object.keys(given).find((name) => !['question', 'mode', 'team'].includes(name))
  if (unknown !== undefined) return { ok: false, why: `There is no "${unknown}". Give question, mode and team.` }
  return {
    ok: true,
    question,
    ...(mode !== undefined && { mode: mode as string }),
    ...(team !== undefined && { team }),
  }
}
