import { compilePattern, ok, optionMeant, placeOfLetter, type Result, refuse } from '@convene/domain'
import { z } from 'zod'

/** What counts as right: one of the options, a number, a pattern, or one of several texts. */
const Truth = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('option'), option: z.string() }),
  z.object({ kind: z.literal('number'), value: z.number(), tolerance: z.number() }),
  z.object({ kind: z.literal('pattern'), source: z.string() }),
  z.object({ kind: z.literal('text'), texts: z.array(z.string()) }),
])
export type KnownAnswer = z.infer<typeof Truth>

/** An eval question. Without a known answer (`truth`), a judge or the user compares the arms' answers. */
export const EvalQuestion = z.object({
  id: z.string(),
  question: z.string(),
  options: z.array(z.string()),
  topic: z.string(),
  truth: Truth.nullable(),
  rubric: z.string(),
})
export type EvalQuestion = z.infer<typeof EvalQuestion>

export const MOST_OPTIONS = 8
const LONGEST = 50_000
const Text = z.string().trim().min(1).max(LONGEST)
const Short = z.string().trim().min(1).max(1_000)

const Answer = z.union([
  z.number(),
  z.boolean().transform(String),
  Short,
  z.array(Short).min(1).max(100),
  z.strictObject({ number: z.number(), tolerance: z.number().min(0).default(0) }),
  z.strictObject({ regex: Short }),
  z.strictObject({ oneOf: z.array(Short).min(1).max(100) }),
])
type Answer = z.infer<typeof Answer>

const Row = z.object({
  id: z.union([Short, z.number().transform(String)]),
  question: Text,
  answer: Answer.nullish(),
  options: z.array(Short).min(2).max(MOST_OPTIONS).nullish(),
  topic: Short.nullish(),
  rubric: Text.nullish(),
})

/** A question as written in files: `{ id, question, answer?, options?, topic?, rubric? }`. */
export function readEvalQuestion(value: unknown): Result<EvalQuestion> {
  const read = Row.safeParse(value)
  if (!read.success) return refuse('bad_question', problemOf(read.error))
  const { id, question, answer, topic, rubric } = read.data
  const options = read.data.options ?? []
  if (new Set(options.map((option) => option.toLowerCase())).size < options.length)
    return refuse('bad_question', 'two options are the same')
  const truth = answer === undefined || answer === null ? ok(null) : truthOf(answer, options)
  if (!truth.ok) return truth
  return ok({ id, question, options, topic: topic ?? 'general', truth: truth.value, rubric: rubric ?? '' })
}

function truthOf(answer: Answer, options: readonly string[]): Result<KnownAnswer> {
  if (options.length > 0) return optionTruth(answer, options)
  if (typeof answer === 'number') return ok({ kind: 'number', value: answer, tolerance: 0 })
  if (typeof answer === 'string') return ok(numberTruth(answer) ?? { kind: 'text', texts: [answer] })
  if (Array.isArray(answer)) return ok({ kind: 'text', texts: answer })
  if ('number' in answer) return ok({ kind: 'number', value: answer.number, tolerance: answer.tolerance })
  if ('oneOf' in answer) return ok({ kind: 'text', texts: answer.oneOf })
  const pattern = compilePattern(answer.regex)
  return pattern.ok ? ok({ kind: 'pattern', source: answer.regex }) : pattern
}

/** By its text or its letter. A number could be an index from 0 or from 1, so it must be an option's text. */
function optionTruth(answer: Answer, options: readonly string[]): Result<KnownAnswer> {
  const said = typeof answer === 'number' ? String(answer) : answer
  if (typeof said !== 'string') return refuse('bad_question', 'with options, the answer is one of them or its letter')
  const exact = options.find((option) => option.toLowerCase() === said.toLowerCase())
  const letter = /^[a-z]$/iu.test(said) ? options[placeOfLetter(said)] : undefined
  const option = exact ?? letter ?? (typeof answer === 'number' ? undefined : optionMeant(options, said))
  return option === undefined
    ? refuse('bad_question', `the answer "${said.slice(0, 80)}" is none of the options`)
    : ok({ kind: 'option', option })
}

const numberTruth = (said: string): KnownAnswer | undefined =>
  /^-?\d{1,15}(?:\.\d{1,12})?$/u.test(said) ? { kind: 'number', value: Number(said), tolerance: 0 } : undefined

const problemOf = ({ issues: [first] }: z.ZodError): string =>
  first && first.path.length > 0
    ? `${first.path.join('.')}: ${first.message}`
    : 'expected an object with id and question'

/** The right answer in words, as shown in reports and recorded votes. */
export function truthText(truth: KnownAnswer): string {
  switch (truth.kind) {
    case 'option':
      return truth.option
    case 'number':
      return String(truth.value)
    case 'pattern':
      return `/${truth.source}/`
    case 'text':
      return truth.texts[0] ?? ''
  }
}
