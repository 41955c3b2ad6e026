import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { current } from './current-file.ts'
import type { TestResult } from './results.ts'

const inTitle =
  /\(left out: ([^()]+(?:\([^()]*\)[^()]*)*)\)|\bneeds (Postgres: .+)$|\(((?:needs|if|CONVENE_\w+) [^)]+)\)/u

/** The reason that a skipped test's title or note gives. */
export function reasonIn(title: string, note?: string): { readonly reason?: string } {
  const reason = note ?? inTitle.exec(title)?.slice(1).find(Boolean)
  return reason === undefined ? {} : { reason }
}

const fileIn = (folder: string): string => join(folder, 'missing.ndjson')

/** Says why tests of the current file are skipped. Returns true, for `describe.skipIf`. */
export function leftOut(reason: string): true {
  const folder = process.env.CONVENE_TEST_NOTES
  if (folder) appendFileSync(fileIn(folder), `${JSON.stringify({ file: current.file, reason })}\n`)
  return true
}

/** Gives skipped tests the reasons that their files noted. */
export function withReasons(tests: readonly TestResult[], folder: string): readonly TestResult[] {
  const noted = notedIn(folder)
  return tests.map((test) => {
    if (test.state !== 'skipped' || test.reason !== undefined) return test
    const reason = noted.get(test.file)
    return reason === undefined ? test : { ...test, reason }
  })
}

function notedIn(folder: string): ReadonlyMap<string, string> {
  if (!existsSync(fileIn(folder))) return new Map()
  const lines = readFileSync(fileIn(folder), 'utf8').trimEnd().split('\n')
  const reasons = new Map<string, Set<string>>()
  for (const line of lines) {
    const { file, reason } = JSON.parse(line) as { readonly file: string; readonly reason: string }
    reasons.set(file, (reasons.get(file) ?? new Set()).add(reason))
  }
  return new Map([...reasons].map(([file, all]) => [file, [...all].join(', or ')]))
}
