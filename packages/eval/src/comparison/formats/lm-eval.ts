import { z } from 'zod'

const Sample = z
  .object({
    doc_id: z.union([z.number(), z.string()]),
    doc: z.record(z.string(), z.unknown()),
    target: z.unknown(),
    arguments: z.unknown().optional(),
    filtered_resps: z.array(z.unknown()).optional(),
  })
  .loose()
type Sample = z.infer<typeof Sample>

export const isLmEval = (row: unknown): boolean => Sample.safeParse(row).success

/** A line of an lm-eval sample log as a row. */
export function lmEvalRow(row: unknown): unknown {
  const sample = Sample.parse(row)
  const options = choicesOf(sample)
  const prompt = prompts(sample)[0]?.[0]
  const asked = ['question', 'query', 'input', 'problem', 'ctx'].map((name) => sample.doc[name])
  return {
    id: String(sample.doc_id),
    question: asked.find((text) => typeof text === 'string') ?? prompt,
    ...(options && { options }),
    ...answerOf(sample, options),
    topic: [sample.doc.subject, sample.doc.category].find((topic) => typeof topic === 'string'),
  }
}

/** What the logged model answered: the likeliest choice with its probability, or its text. */
export function lmEvalReply(row: unknown): { readonly said: string; readonly probability: number | null } | undefined {
  const sample = Sample.safeParse(row).data
  const options = sample && choicesOf(sample)
  const replies = sample?.filtered_resps ?? []
  const logs = replies.map((reply) => (Array.isArray(reply) ? Number(reply[0]) : Number.NaN))
  if (options && logs.length === options.length && logs.every(Number.isFinite)) {
    const most = Math.max(...logs)
    const total = logs.reduce((sum, log) => sum + Math.exp(log - most), 0)
    return { said: options[logs.indexOf(most)] ?? '', probability: 1 / total }
  }
  const [first] = replies.flat()
  return typeof first === 'string' ? { said: first, probability: null } : undefined
}

/** A document's `choices` are texts, `{ text, label }`, or the scored continuations. */
function choicesOf(sample: Sample): readonly string[] | undefined {
  const listed = sample.doc.choices ?? sample.doc.options ?? sample.doc.endings
  const texts: unknown = Array.isArray(listed) ? listed : (listed as { readonly text?: unknown } | undefined)?.text
  if (isTexts(texts) && texts.length > 1) return texts.map((text) => text.trim())
  const scored: unknown = prompts(sample).map(([, continuation]) => continuation)
  return isTexts(scored) && scored.length > 1 ? scored.map((text) => text.trim()) : undefined
}

function answerOf({ target, doc }: Sample, options: readonly string[] | undefined): { readonly answer?: unknown } {
  const [first] = [target].flat() as readonly unknown[]
  if (first === undefined || first === null) return {}
  if (!options) return { answer: typeof first === 'string' ? first.trim() : first }
  const place = typeof first === 'number' ? first : /^\d$/u.test(String(first)) ? Number(first) : undefined
  const labels = (doc.choices as { readonly label?: unknown } | undefined)?.label
  const labelled = Array.isArray(labels) ? options[labels.indexOf(String(first).trim())] : undefined
  return { answer: labelled ?? (place === undefined ? String(first).trim() : options[place]) }
}

/** `[[prompt, continuation], …]`, or keyed by name in newer logs. */
function prompts({ arguments: said }: Sample): readonly (readonly unknown[])[] {
  const all = typeof said === 'object' && said !== null ? Object.values(said) : []
  return all.map((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []))
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((text) => typeof text === 'string')
