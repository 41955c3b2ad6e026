import { ok, type Result, refuse } from '@convene/domain'
import { z } from 'zod'

const Assertion = z.object({ type: z.string(), value: z.unknown().optional() }).loose()
const Test = z.object({
  description: z.string().optional(),
  vars: z.record(z.string(), z.unknown()).optional(),
  assert: z.array(Assertion).optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
})
type Test = z.infer<typeof Test>

const Config = z.object({
  prompts: z.union([z.string(), z.array(z.unknown())]).optional(),
  defaultTest: z.unknown().optional(),
  tests: z.array(z.unknown()),
})

export const isPromptfoo = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 && value.every((row) => hasKey(row, 'vars')) : hasKey(value, 'tests')

const hasKey = (value: unknown, key: string): boolean =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)

/** The tests in a promptfoo configuration, or a list of tests, as rows. The first prompt frames the question. */
export function promptfooRows(value: unknown): Result<readonly unknown[]> {
  const config = Config.safeParse(Array.isArray(value) ? { tests: value } : value)
  if (!config.success)
    return refuse('bad_file', 'In a promptfoo file, `tests` must be a list. Tests in other files are not followed.')
  const { tests, prompts, defaultTest } = config.data
  const [first] = [prompts ?? []].flat()
  const frame = typeof first === 'string' && !first.startsWith('file://') ? first : undefined
  const usual = Test.safeParse(defaultTest ?? {}).data ?? {}
  const rows = tests.map((test, place) => rowOf(test, { place, frame, usual }))
  const bad = rows.find((row) => !row.ok)
  return bad && !bad.ok ? bad : ok(rows.flatMap((row) => (row.ok ? [row.value] : [])))
}

type TestContext = { readonly place: number; readonly frame: string | undefined; readonly usual: Test }

function rowOf(value: unknown, { place, frame, usual }: TestContext): Result<unknown> {
  const read = Test.safeParse(value)
  if (!read.success) return refuse('bad_file', `Test ${place + 1} is not a promptfoo test with vars.`)
  const vars = { ...usual.vars, ...read.data.vars }
  const question = questionIn(vars, frame)
  if (question === undefined)
    return refuse(
      'bad_file',
      `Test ${place + 1} has no question: add a variable "question", or a prompt that uses its variables.`,
    )
  const asserts = [...(read.data.assert ?? []), ...(usual.assert ?? [])]
  const rubric = asserts.find(({ type }) => type === 'llm-rubric')?.value
  return ok({
    id: read.data.description ?? String(place + 1),
    question,
    answer: asserts.map(answerIn).find((answer) => answer !== undefined),
    topic: read.data.metadata?.topic,
    rubric: typeof rubric === 'string' ? rubric : undefined,
  })
}

function questionIn(vars: { readonly [name: string]: unknown }, frame: string | undefined): string | undefined {
  const text = (name: string) => (Object.hasOwn(vars, name) ? String(vars[name]) : undefined)
  if (frame !== undefined && /\{\{/u.test(frame))
    return frame.replaceAll(/\{\{\s{0,4}([\w.-]{1,80})\s{0,4}\}\}/gu, (whole, name: string) => text(name) ?? whole)
  const names = Object.keys(vars)
  return text('question') ?? text('prompt') ?? text('input') ?? (names.length === 1 ? text(names[0] ?? '') : undefined)
}

/** The expected answer in an assertion. Assertions that need a program or a model have none. */
function answerIn({ type, value }: z.infer<typeof Assertion>): unknown {
  const texts = (Array.isArray(value) ? value : [value]).map(String).filter((text) => text !== '')
  if (value === undefined || texts.length === 0) return undefined
  const literal = (all: readonly string[]) =>
    all.map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/gu, '\\$&')).join('|')
  switch (type) {
    case 'equals':
      return texts.length === 1 ? texts[0] : { oneOf: texts }
    case 'contains':
    case 'icontains':
    case 'contains-any':
    case 'icontains-any':
      return { regex: literal(texts) }
    case 'regex':
      return { regex: texts[0] }
    default:
      return undefined
  }
}
