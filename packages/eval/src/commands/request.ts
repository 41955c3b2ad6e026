import { basename, resolve } from 'node:path'
import { ok, Reasoning, type Result, refuse } from '@convene/domain'
import type { CommandInput } from '@convene/host'
import { ArmName, type ArmReply } from '../comparison/arm.ts'
import { questionsInFile, recordedReplies } from '../comparison/formats/read-questions.ts'
import type { EvalQuestion } from '../comparison/question.ts'
import { readQuestionFile } from '../questions/read-question-file.ts'
import { starterQuestions } from '../questions/starter-questions.ts'
import type { EvalRequest } from '../run/start-eval.ts'

/** The command line's request, with the questions read. */
export async function evalRequestOf(input: CommandInput): Promise<Result<EvalRequest>> {
  const questions = await questionsOf(input)
  if (!questions.ok) return questions
  const recorded = await recordedArms(input.list('recorded'), questions.value)
  if (!recorded.ok) return recorded
  const arms = armsOf(input.text('arms') ?? (input.list('recorded').length > 0 ? '' : 'single,panel'))
  if (!arms.ok) return arms
  return ok({
    name: input.words[0] === undefined ? 'starter questions' : basename(input.words[0]),
    questions: questions.value,
    arms: arms.value,
    model: input.text('model') ?? null,
    team: input.text('team') ?? null,
    reasoning: Reasoning.safeParse(input.text('reasoning')).data,
    judge: input.text('judge') ?? null,
    grade: input.text('grade') === 'human' ? 'human' : 'judge',
    recorded: recorded.value,
  })
}

/** The file's questions, or the built-in ones. */
async function questionsOf(input: CommandInput): Promise<Result<readonly EvalQuestion[]>> {
  const [file] = input.words
  const count = input.number('starter')
  if (file !== undefined && count !== undefined)
    return refuse('two_sources', 'Name a file with questions or --starter, not both.')
  if (file !== undefined) return questionsAt(file)
  if (count === undefined)
    return refuse('no_questions', 'Name a file with questions, such as questions.jsonl, or use --starter 60.')
  return questionsInFile(await starterQuestions(count))
}

async function questionsAt(file: string): Promise<Result<readonly EvalQuestion[]>> {
  const rows = await readQuestionFile(resolve(file))
  const questions = rows.ok ? questionsInFile(rows.value) : rows
  return questions.ok || !rows.ok ? questions : refuse('bad_file', `${file}: ${questions.refusal.message}`)
}

function armsOf(said: string): Result<readonly ArmName[]> {
  const names = said
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const unknown = names.find((name) => !ArmName.safeParse(name).success)
  if (unknown !== undefined)
    return refuse('unknown_arm', `Unknown arm "${unknown}". Arms: ${ArmName.options.join(', ')}.`)
  return ok([...new Set(names as ArmName[])])
}

type Recorded = { readonly [arm: string]: { readonly [question: string]: ArmReply } }

async function recordedArms(said: readonly string[], questions: readonly EvalQuestion[]): Promise<Result<Recorded>> {
  const recorded: { [arm: string]: { readonly [question: string]: ArmReply } } = {}
  for (const each of said) {
    const [, name = '', file = ''] = /^([\w.-]{1,60})=(.+)$/u.exec(each) ?? []
    if (name === '' || ArmName.safeParse(name).success || Object.hasOwn(recorded, name))
      return refuse('bad_recorded', `Write --recorded NAME=FILE, with a new name for each arm: "${each}".`)
    const rows = await readQuestionFile(resolve(file))
    const replies = rows.ok ? recordedReplies(rows.value, questions) : rows
    if (!replies.ok) return rows.ok ? refuse('bad_file', `${file}: ${replies.refusal.message}`) : replies
    recorded[name] = replies.value
  }
  return ok(recorded)
}

/** `5usd`, `$5` or `5`. */
export function readBudget(said: string | undefined): Result<number | null> {
  if (said === undefined) return ok(null)
  const amount = Number(/^\$?(\d{1,6}(?:\.\d{1,4})?)\s?(?:usd)?$/iu.exec(said.trim())?.[1])
  return amount > 0 ? ok(amount) : refuse('bad_budget', `Invalid budget "${said}". Write dollars, such as 5usd.`)
}
