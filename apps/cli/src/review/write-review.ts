import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Refusal, type Session, seatsOf } from '@convene/domain'
import { collectReview, reviewText } from '@convene/host'
import {
  annotationsOf,
  findingsText,
  isAtLeast,
  junitOf,
  type Review,
  type Severity,
  sarifOf,
  withoutCommands,
} from '@convene/reading'
import type { CliProgram } from '../program.ts'
import { unwritableOutput } from './output-problem.ts'
import { asksForFindings, type ReviewFormat, type ReviewRequest } from './review-request.ts'

const FAILED = 1

/** Writes a finished run's findings or answer. Returns the exit code, which `--fail-on` may turn into a failure. */
export async function writeReview(program: CliProgram, request: ReviewRequest, session: Session): Promise<number> {
  const review = asksForFindings(request) ? await collectReview(program, session) : undefined
  if (review && review.unread.length > 0) return unreadable(program, review)
  const answer = await reviewText(program, session)
  const written = { session, answer, review, failOn: request.failOn, version: program.version }
  const summary = request.annotate ? summaryFile(program, review) : []
  const files = request.outputs.map(({ file, format }) => ({ file, text: textFor(format, written) }))
  const unwritten = [...files, ...summary].flatMap((each) => write(each) ?? [])
  if (request.annotate) program.terminal.out.write(annotationsOf(review?.findings ?? []))
  for (const refusal of unwritten) program.refuse(refusal)
  if (unwritten.length > 0) return FAILED
  return verdict(program, request, review)
}

type TextFile = { readonly file: string; readonly text: string; readonly append?: boolean }

function write({ file, text, append = false }: TextFile): Refusal | undefined {
  try {
    writeFileSync(resolve(file), text, { flag: append ? 'a' : 'w' })
    return undefined
  } catch (error) {
    return unwritableOutput(file, error)
  }
}

/** A review that a program could not read never passes. */
function unreadable({ terminal }: CliProgram, { unread }: Review): number {
  terminal.err.write(
    `The findings of ${unread.join(', ')} could not be read, even when asked again. Nothing was written.\n`,
  )
  return FAILED
}

type Written = {
  readonly session: Session
  readonly answer: string
  readonly review: Review | undefined
  readonly failOn: Severity | undefined
  readonly version: string
}

function textFor(format: ReviewFormat, { session, answer, review, failOn, version }: Written): string {
  const { findings = [], reviewers = [] } = review ?? {}
  switch (format) {
    case 'sarif':
      return `${JSON.stringify(sarifOf(findings, { version, reviewers: reviewers.length }), null, 2)}\n`
    case 'junit':
      return junitOf(findings, failOn)
    case 'json': {
      const { reason = '', lacks, decision, totals } = session.run?.finished ?? {}
      const models = (session.run ? seatsOf(session.run.team) : []).map(({ model }) => model)
      const ended = { session: session.id, state: session.run?.phase, reason, ...(lacks && { lacks }) }
      const told = { answer, ...(decision && { decision }), ...(review && { findings, reviewers }) }
      return `${JSON.stringify({ ...ended, ...told, models: [...new Set(models)], totals }, null, 2)}\n`
    }
    default:
      return review ? findingsText(findings, reviewers.length) : `${answer}\n`
  }
}

/** GitHub's file for what a step has found. */
function summaryFile({ environment }: CliProgram, review: Review | undefined): readonly TextFile[] {
  const { findings = [], reviewers = [] } = review ?? {}
  const file = environment.GITHUB_STEP_SUMMARY
  const text = `## Review by Convene\n\n${findingsText(findings, reviewers.length)}`
  return file ? [{ file, text, append: true }] : []
}

function verdict({ terminal }: CliProgram, { failOn }: ReviewRequest, review: Review | undefined): number {
  if (failOn === undefined || !review) return 0
  const serious = review.findings.filter(({ severity }) => isAtLeast(severity, failOn))
  if (serious.length === 0) return 0
  const count = `${serious.length} ${serious.length === 1 ? 'finding' : 'findings'} of ${failOn} severity or more`
  const places = serious.map(({ path, line }) => `${path}:${line}`).join(', ')
  terminal.err.write(`${count}: ${withoutCommands(places)}\n`)
  return FAILED
}
