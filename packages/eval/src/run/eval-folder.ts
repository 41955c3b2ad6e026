import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { ok, type Result, refuse } from '@convene/domain'
import { replaceFile } from '@convene/platform'
import { EvalEntry, EvalPlan } from '../comparison/eval-plan.ts'

/** Where an eval is stored: its plan, its journal, and its report once there is one. */
export const evalFolder = (home: string, id: string): string => join(home, 'evals', id)

const ID = /^[0-9A-Z]{26}$/u

export function createEval(home: string, plan: EvalPlan): void {
  mkdirSync(evalFolder(home, plan.id), { recursive: true, mode: 0o700 })
  replaceFile(join(evalFolder(home, plan.id), 'eval.json'), JSON.stringify(plan))
}

/** Appends a line to the journal. It is on disk when this returns, so after a crash it is known what was paid for. */
export function appendEntry(home: string, id: string, entry: EvalEntry): void {
  const file = openSync(join(evalFolder(home, id), 'journal.jsonl'), 'a', 0o600)
  try {
    // The line break comes first: if the machine died in the middle of a line, the next entry still gets its own line.
    writeSync(file, `\n${JSON.stringify(entry)}`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** The journal, without lines that a crash cut off. */
export function readEntries(home: string, id: string): readonly EvalEntry[] {
  return textOf(join(evalFolder(home, id), 'journal.jsonl'))
    .split('\n')
    .flatMap((line) => {
      const read = EvalEntry.safeParse(parsed(line))
      return read.success ? [read.data] : []
    })
}

/** An eval by its id or the end of it, or the newest one. */
export function findEval(home: string, part = ''): Result<EvalPlan> {
  const all = evalIds(home)
  const found = all.filter((id) => id.endsWith(part.toUpperCase()))
  const [newest] = found
  if (newest === undefined)
    return part === ''
      ? refuse('no_eval', 'There are no evals yet. Start one: convene eval questions.jsonl')
      : refuse('no_eval', `No eval "${part}".`)
  return readPlan(home, newest)
}

/** Newest first. */
const evalIds = (home: string): readonly string[] =>
  namesIn(join(home, 'evals'))
    .filter((name) => ID.test(name))
    .sort()
    .reverse()

export const allEvals = (home: string): readonly EvalPlan[] =>
  evalIds(home).flatMap((id) => {
    const plan = readPlan(home, id)
    return plan.ok ? [plan.value] : []
  })

function readPlan(home: string, id: string): Result<EvalPlan> {
  const file = join(evalFolder(home, id), 'eval.json')
  const read = EvalPlan.safeParse(parsed(textOf(file)))
  return read.success ? ok(read.data) : refuse('bad_eval', `Cannot read ${file}. Start a new eval without --resume.`)
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
